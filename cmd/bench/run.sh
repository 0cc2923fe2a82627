#!/usr/bin/env bash
# Installs and builds what the measurement against the reference layout needs,
# below build/bench, and runs it: it writes docs/performance.md and
# docs/performance.svg. Flags are passed on (cmd/bench -h). Needs Go, a C
# compiler (for C SQLite only) and Python 3.11.
#
#   cmd/bench/run.sh [-rounds 3] [-peer-step 64] [-page -] …
set -euo pipefail
cd "$(dirname "$0")/../.."
dir=$PWD/build/bench peers=$PWD/cmd/bench/peers
mkdir -p "$dir/scratch"

want=$(<"$peers/reference/requirements.txt")
if [[ ! -f $dir/python.installed || $(<"$dir/python.installed") != "$want" ]]; then
  python3 -m venv --clear "$dir/python"
  "$dir/python/bin/pip" install --quiet --disable-pip-version-check -r "$peers/reference/requirements.txt"
  printf '%s' "$want" >"$dir/python.installed"
fi

go run ./cmd/awmc build envs/retail/corner_books.yaml -o "$dir/out" --no-check >"$dir/build.log" 2>&1 || { cat "$dir/build.log"; exit 1; }
# The output is a module of its own, unless it lies in one.
module=$(cd "$dir/out" && go list -f '{{.ImportPath}}' ./corner_books)
mkdir -p "$dir/out/cmd/inprocess"
sed "s|MODULE|${module%/corner_books}|" "$peers/inprocess/main.go.txt" >"$dir/out/cmd/inprocess/main.go"
(cd "$dir/out" && CGO_ENABLED=0 go build -trimpath -o "$dir/inprocess" ./cmd/inprocess)
(cd "$peers/floor" && CGO_ENABLED=1 go build -trimpath -o "$dir/floor" .)
go build -trimpath -o "$dir/bench" ./cmd/bench

exec "$dir/bench" -server "$dir/out/bin/corner_books" -python "$dir/python/bin/python" \
  -floor "$dir/floor" -inprocess "$dir/inprocess" -scratch "$dir/scratch" "$@"
