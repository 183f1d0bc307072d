#!/bin/sh
# Writes the four hashed locks anew from pyproject.toml. Run it after changing a dependency; needs the network.
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
lock "$@" pyproject.toml --output-file requirements.txt
.venv/bin/python -c "
import tomllib
with open('pyproject.toml', 'rb') as file:
    print(*tomllib.load(file)['project']['optional-dependencies']['build'], sep='\n')
" | lock "$@" - --output-file requirements-build.txt
lock "$@" pyproject.toml --extra dev --constraint requirements.txt --constraint requirements-build.txt \
    --output-file requirements-dev.txt
