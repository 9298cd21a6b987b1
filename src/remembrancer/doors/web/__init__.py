"""The pages: where people see and govern the memory."""
