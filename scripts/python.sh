# shellcheck shell=sh
# Sourced by ./play and ./test: sets $PYTHON to the first Python that is new enough and can make a virtual
# environment. PYTHON=... names one yourself. Once there is .venv, its own will do.

found=""
lacks_venv=""
find_python() {
    for candidate; do
        command -v "$candidate" >/dev/null 2>&1 || continue
        if "$candidate" -c "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))" >/dev/null 2>&1; then
            found=$candidate
            return
        fi
        "$candidate" -c "import sys; sys.exit(sys.version_info < (3, 11))" >/dev/null 2>&1 || continue
        lacks_venv=${lacks_venv:-$candidate}
    done
}

if [ -n "${PYTHON:-}" ]; then
    find_python "$PYTHON"
else
    find_python .venv/bin/python python3.13 python3.12 python3.11 python3 python3.14 python
fi
if [ -z "$found" ]; then
    {
        printf '\nArdennes could not be set up.\n'
        if [ -n "$lacks_venv" ]; then
            version=$("$lacks_venv" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
            echo "  $lacks_venv is here, but its 'venv' module is not complete (venv, ensurepip)."
            echo "  Debian/Ubuntu:  sudo apt install python$version-venv"
            echo "  Then run this again."
        elif [ -n "${PYTHON:-}" ]; then
            echo "  PYTHON=$PYTHON is not a Python 3.11 or newer."
        else
            echo "  It needs Python 3.11 or newer, and none was found on the PATH."
            echo "  Debian/Ubuntu:  sudo apt install python3 python3-venv"
            echo "  macOS:          brew install python@3.13   (or the installer from python.org)"
            echo "  If it is somewhere else:  PYTHON=/path/to/python3 $0"
        fi
    } >&2
    exit 1
fi
PYTHON=$found
