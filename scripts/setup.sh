# Sourced by ./play and ./test from the project's folder: makes .venv and installs the locked packages.
# `setup play` installs what playing needs, `setup test` what the tests need as well. When nothing has
# changed since the last time (the stamp says so), it only looks and returns.

unset PYTHONHOME PYTHONPATH PYTHONSTARTUP || true
VENV=.venv
MIN_PYTHON="3.11"

say() { printf '%s\n' "$*" >&2; }

fail() {
    say ""
    say "Ardennes could not be set up."
    for line in "$@"; do say "  $line"; done
    exit 1
}

# The first Python that is new enough and can make a virtual environment; PYTHON=... names one yourself.
find_python() {
    lacks_venv=""
    for candidate in ${PYTHON:-python3.13 python3.12 python3.11 python3 python3.14 python}; do
        command -v "$candidate" >/dev/null 2>&1 || continue
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue
        if "$candidate" -c 'import venv, ensurepip' >/dev/null 2>&1; then
            printf '%s\n' "$candidate"
            return
        fi
        lacks_venv=${lacks_venv:-$candidate}
    done
    if [ -n "$lacks_venv" ]; then
        version=$("$lacks_venv" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        fail "$lacks_venv is here, but its 'venv' module is not complete (venv, ensurepip)." \
            "Debian/Ubuntu:  sudo apt install python$version-venv" \
            "Then run this again."
    fi
    if [ -n "${PYTHON:-}" ]; then
        fail "PYTHON=$PYTHON is not a Python $MIN_PYTHON or newer."
    fi
    fail "It needs Python $MIN_PYTHON or newer, and none was found on the PATH." \
        "Debian/Ubuntu:  sudo apt install python3 python3-venv" \
        "macOS:          brew install python@3.13   (or the installer from python.org)" \
        "If it is somewhere else:  PYTHON=/path/to/python3 $0"
}

# What an up-to-date environment was made from: the locks, pyproject.toml, the place and the Python.
wanted_stamp() {
    { cat "$@" pyproject.toml scripts/setup.sh && pwd && venv_python_version; } | cksum
}

venv_python_version() {
    "$VENV/bin/python" -I -S -c 'import sys; print(sys.version_info[:2], sys.prefix)' 2>/dev/null || echo none
}

is_set_up() {
    [ -f "$VENV/stamp-$1" ] && [ "$(cat "$VENV/stamp-$1")" = "$(wanted_stamp requirements-uv.txt requirements-build.txt "$2")" ]
}

# Runs a step quietly; the output is kept in .venv/setup.log.
quietly() { "$@" >>"$VENV/setup.log" 2>&1; }

pip() { "$VENV/bin/python" -m pip --disable-pip-version-check --retries 2 "$@"; }

make_venv() {
    if [ "$(venv_python_version)" != none ] && "$VENV/bin/python" -c 'import pip' 2>/dev/null &&
        [ -f "$VENV/place" ] && [ "$(cat "$VENV/place")" = "$(pwd) $(venv_python_version)" ]; then
        return
    fi
    python=$(find_python) || exit 1
    say "Making $VENV with $("$python" --version) ..."
    "$python" -m venv --clear "$VENV" >&2 ||
        fail "'$python -m venv $VENV' did not work; the reason is above."
    printf '%s\n' "$(pwd) $(venv_python_version)" >"$VENV/place"
}

# uv is quick; where there is no uv for this machine, or it cannot reach the packages, pip does the same.
install_locked() {
    if quietly pip install --only-binary :all: --require-hashes -r requirements-uv.txt &&
        quietly "$VENV/bin/uv" pip install --python "$VENV/bin/python" --compile-bytecode --require-hashes -r "$1"; then
        return
    fi
    say "uv could not do it; trying plain pip ..."
    quietly pip install --require-hashes -r "$1" && return
    tail -n 15 "$VENV/setup.log" >&2
    fail "The packages of $1 could not be installed; the end of $VENV/setup.log is above." \
        "Most often this is the network or a proxy: check that 'pip download rich' works, then run this again."
}

install_project() {
    quietly pip install --no-deps --no-build-isolation --no-index -e . ||
        { tail -n 15 "$VENV/setup.log" >&2; fail "The project itself could not be installed; the reason is above."; }
    quietly "$VENV/bin/python" -m compileall -q src || true
}

setup() {
    case $1 in
        play) lock=requirements.txt ;;
        test) lock=requirements-dev.txt ;;
    esac
    if is_set_up "$1" "$lock"; then return; fi
    make_venv
    : >"$VENV/setup.log"
    say "Installing the packages of $lock ..."
    install_locked "$lock"
    if [ "$1" = play ]; then install_locked requirements-build.txt; fi  # the tests' lock has them too
    install_project
    if [ "$1" = test ]; then wanted_stamp requirements-uv.txt requirements-build.txt requirements.txt >"$VENV/stamp-play"; fi
    wanted_stamp requirements-uv.txt requirements-build.txt "$lock" >"$VENV/stamp-$1"
}
