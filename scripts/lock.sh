#!/bin/sh
# Writes the three hashed locks anew from pyproject.toml. Run it after changing a dependency; needs the network.
#   scripts/lock.sh             keep the versions already locked where they still fit
#   scripts/lock.sh --upgrade   take the newest versions that fit
set -eu
cd "$(dirname "$0")/.."
. scripts/python.sh
"$PYTHON" scripts/setup.py test

lock() {
    .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-header --no-emit-index-url --no-emit-find-links "$@" >/dev/null
}
echo uv | lock "$@" - --output-file requirements-uv.txt
lock "$@" pyproject.toml --extra build --output-file requirements.txt
lock "$@" pyproject.toml --extra dev --constraint requirements.txt --output-file requirements-dev.txt
