#!/bin/sh
# Builds web/dist from web/viewer and web/style. It needs Node 20 and npm; the
# program itself is built from what is committed and needs neither.
set -eu
cd "$(dirname "$0")/viewer"
npm ci --no-audit --no-fund
node build.mjs
