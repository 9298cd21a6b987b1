CREATE INDEX edge_told ON edge (space_n, source) WHERE type_key IN ('ABOUT', 'APPLIED_POLICY', 'GRANTED_EXCEPTION', 'TRIGGERED');
