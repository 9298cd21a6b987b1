"""`python -m remembrancer` is the command line."""

from remembrancer.doors.cli import main

if __name__ == "__main__":
    main()
