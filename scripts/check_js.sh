#!/bin/sh
# Checks the types of the page's JavaScript (JSDoc, tsc --strict). Users need no Node; where there is none,
# this says so loudly and goes on. ARDENNES_TSC names a tsc of your own.
set -u
cd "$(dirname "$0")/.." || exit 1

tsc=${ARDENNES_TSC:-}
if [ -z "$tsc" ]; then
    for place in "node_modules/.bin/tsc" "$HOME/.local/share/ardennes-dev/node_modules/.bin/tsc"; do
        if [ -x "$place" ]; then tsc=$place; fi
    done
fi
if [ -z "$tsc" ]; then tsc=$(command -v tsc || true); fi

not_run() {
    echo "!! NOT RUN: the types of the page's JavaScript were not checked: $1."
    echo "!! To check them: npm install --prefix \"\$HOME/.local/share/ardennes-dev\" typescript@5"
    exit 0
}
command -v node >/dev/null 2>&1 || not_run "there is no node on the PATH (Debian/Ubuntu: sudo apt install nodejs npm)"
[ -n "$tsc" ] || not_run "there is no TypeScript compiler (tsc)"

"$tsc" --noEmit --allowJs --checkJs --strict --noImplicitReturns --noFallthroughCasesInSwitch \
    --noUnusedLocals --noUnusedParameters --target es2023 --lib es2023,dom,dom.iterable \
    --module es2022 --moduleResolution bundler src/ardennes/web/js/*.js &&
    echo "The JavaScript of the page is sound: $(ls src/ardennes/web/js/*.js | wc -l) files, $("$tsc" --version)."
