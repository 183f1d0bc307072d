"""`python -m ardennes` is `ardennes`, for systems where the command is not on the PATH."""

from ardennes.cli import main

if __name__ == "__main__":
    main()
