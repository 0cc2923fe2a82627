#!/usr/bin/env bash
# Tries other people's programs on servers that awmc generated. They are
# installed below build/interop, and nothing outside it is changed. Prints for
# each part "NAME: N passed, N failed", and what failed.
#
#   interop/run.sh [PART]...
#
# Needs Go, npm and Python 3.11.
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD/interop dir=$PWD/build/interop
parts=("$@")
((${#parts[@]})) || parts=(conformance typescript inspector python training openenv openenv-0.2 verifiers)
source "$here/requirements.sh"
export UV_CACHE_DIR=$dir/uv-cache npm_config_cache=$dir/npm-cache npm_config_update_notifier=false
mkdir -p "$dir/home"

# fresh NAME WHAT: whether WHAT is what was installed last time.
fresh() { [[ -f $dir/$1.installed && $(<"$dir/$1.installed") == "$2" ]]; }
say() { printf '%s (%ss)\n' "$1" "$SECONDS"; }

npm_packages() {
  local want
  want=$(<"$here/package.json")
  fresh npm "$want" && return
  rm -rf "$dir/node_modules" "$dir/package-lock.json"
  cp "$here/package.json" "$dir/"
  say "npm install"
  npm install --prefix "$dir" --no-audit --no-fund --loglevel=error >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
  rm -rf "$npm_config_cache" # its packages stand in node_modules now
  printf '%s' "$want" >"$dir/npm.installed"
}

python_packages() {
  local name want
  if ! fresh uv "$uv_version"; then
    python3 -m venv --clear "$dir/uv"
    "$dir/uv/bin/pip" install --quiet --disable-pip-version-check "uv==$uv_version"
    printf '%s' "$uv_version" >"$dir/uv.installed"
  fi
  for name in "${python_envs[@]}"; do
    want=$(requirements "$name")
    fresh "$name" "$want" && continue
    say "pip install $want"
    "$dir/uv/bin/uv" venv --quiet --clear --python python3 "$dir/$name"
    # shellcheck disable=SC2086
    "$dir/uv/bin/uv" pip install --quiet --python "$dir/$name/bin/python" $want
    printf '%s' "$want" >"$dir/$name.installed"
  done
}

npm_packages
python_packages

say "awmc build"
go run ./cmd/awmc build envs/retail/corner_books.yaml envs/health/clinic_desk.yaml envs/finance/ledger_bank.yaml \
  -o "$dir/out" --each --no-check >"$dir/build.log" 2>&1 || { cat "$dir/build.log"; exit 1; }
"$dir/out/bin/fleet" serve --addr 127.0.0.1:0 --control 127.0.0.1:0 >"$dir/serve.out" 2>"$dir/serve.log" &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null || true' EXIT
for _ in {1..100}; do
  control=$(sed -n 's|^trainers: \(http://[^/]*\)/.*|\1|p' "$dir/serve.out")
  [[ $control ]] && break
  sleep 0.1
done
[[ $control ]] || { cat "$dir/serve.log"; exit 1; }

modules=$dir/node_modules node=$dir/node_modules/.bin/node bin=$dir/out/bin
part() {
  case $1 in
    conformance) "$node" "$here/conformance/run.mjs" "$control" "$modules" ;;
    typescript) "$node" "$here/typescript/client.mjs" "$control" "$bin/corner_books" "$modules" ;;
    inspector) HOME=$dir/home "$node" "$here/inspector/run.mjs" "$control" "$bin/corner_books" "$modules" ;;
    python) "$dir/mcp/bin/python" "$here/python/client.py" "$control" "$bin/corner_books" ;;
    training) "$dir/mcp/bin/python" "$here/training/test_training.py" "$control" "$bin/fleet" ;;
    openenv | openenv-0.2) HOME=$dir/home "$dir/$1/bin/python" "$here/openenv/test_openenv.py" "$control" corner_books ;;
    verifiers) HOME=$dir/home "$dir/verifiers/bin/python" "$here/verifiers/test_verifiers.py" "$control" ;;
    *) echo "there is no part $1" && return 2 ;;
  esac
}

passed=0 failed=0
export PYTHONDONTWRITEBYTECODE=1
for name in "${parts[@]}"; do
  status=0
  part "$name" >"$dir/$name.log" 2>&1 || status=$?
  last=$(tail -n 1 "$dir/$name.log")
  if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
    ((passed += BASH_REMATCH[1], failed += BASH_REMATCH[2])) || true
    [[ $status -eq 0 || ${BASH_REMATCH[2]} -gt 0 ]] || ((failed++)) || true
  else
    last="0 passed, 1 failed" status=1
    ((failed++)) || true
  fi
  [[ $status -eq 0 ]] || cat "$dir/$name.log"
  say "$name: $last"
done
echo "interop: $passed passed, $failed failed"
((failed == 0))
