#!/bin/sh
# Checks the types of the page's JavaScript (JSDoc, tsc --strict). Users need no Node; where there is none,
# this says so loudly and goes on; where there is npm, it fetches TypeScript into .venv by itself. ARDENNES_TSC names a tsc of your own.
set -u
cd "$(dirname "$0")/.." || exit 1

typescript=5.9.3
tsc=${ARDENNES_TSC:-}
if [ -z "$tsc" ]; then
    for place in ".venv/js/node_modules/.bin/tsc" "node_modules/.bin/tsc"; do
        if [ -x "$place" ]; then tsc=$place; fi
    done
fi
if [ -z "$tsc" ]; then tsc=$(command -v tsc || true); fi
if [ -z "$tsc" ] && [ -d .venv ] && command -v npm >/dev/null 2>&1; then
    echo "Fetching TypeScript $typescript into .venv/js ..."
    npm install --prefix .venv/js --no-save --no-audit --no-fund --silent "typescript@$typescript" >/dev/null 2>&1
    if [ -x .venv/js/node_modules/.bin/tsc ]; then tsc=.venv/js/node_modules/.bin/tsc; fi
fi

not_run() {
    echo "!! NOT RUN: the types of the page's JavaScript were not checked: $1."
    echo "!! To check them: npm install --prefix .venv/js typescript@$typescript"
    exit 0
}
command -v node >/dev/null 2>&1 || not_run "there is no node on the PATH (Debian/Ubuntu: sudo apt install nodejs npm)"
[ -n "$tsc" ] || not_run "there is no TypeScript compiler (tsc)"

"$tsc" --noEmit --allowJs --checkJs --strict --noImplicitReturns --noFallthroughCasesInSwitch \
    --noUnusedLocals --noUnusedParameters --target es2023 --lib es2023,dom,dom.iterable \
    --module es2022 --moduleResolution bundler src/ardennes/web/js/*.js &&
    echo "The JavaScript of the page is sound: $(ls src/ardennes/web/js/*.js | wc -l) files, $("$tsc" --version)."
