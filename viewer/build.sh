#!/bin/sh
# Builds viewer/dist from viewer/src and viewer/style. It needs Node 20 and npm; the
# program itself is built from what is committed and needs neither.
set -eu
cd "$(dirname "$0")"
npm ci --no-audit --no-fund
node build.mjs
