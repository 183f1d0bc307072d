"""`python -m ardennes` is the command `ardennes`."""

from ardennes.cli import main

if __name__ == "__main__":
    main()
