#!/bin/sh
# Asks whether faults are known in the packages of the locks (pip-audit). Known faults fail; where the tool or its
# database cannot be reached, this says so loudly and goes on. ARDENNES_PIP_AUDIT names a pip-audit of your own.
set -u
cd "$(dirname "$0")/.." || exit 1

report=$(mktemp)
told=$(mktemp)
trap 'rm -f "$report" "$told"' EXIT

audit=${ARDENNES_PIP_AUDIT:-}
if [ -z "$audit" ]; then audit=$(command -v pip-audit || true); fi
if [ -z "$audit" ] && [ -x .venv/bin/uv ]; then audit=".venv/bin/uv tool run pip-audit@2.9.0"; fi

not_run() {
    echo "!! NOT RUN: nobody asked whether faults are known in the locked packages: $1."
    echo "!! To ask: run scripts/audit.sh where the network can be reached."
    exit 0
}
[ -n "$audit" ] || not_run "there is no pip-audit, and no uv to fetch it"

# shellcheck disable=SC2086  # $audit may be a command with its words
UV_HTTP_TIMEOUT=20 $audit --require-hashes --disable-pip --progress-spinner off --timeout 20 \
    --format json --output "$report" -r requirements.txt -r requirements-build.txt >"$told" 2>&1
result=$?
if grep -q '"vulns": *\[ *{' "$report"; then
    cat "$told" "$report"
    echo "Faults are known in locked packages: run scripts/lock.sh --upgrade."
    exit 1
fi
if [ "$result" -ne 0 ] || ! grep -q "No known vulnerabilities" "$told"; then
    not_run "pip-audit did not get its answer ($(tail -n 1 "$told"))"
fi
echo "No faults are known in the packages of requirements.txt and requirements-build.txt."
