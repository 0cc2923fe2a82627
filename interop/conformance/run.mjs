// The official MCP conformance suite against a server that awmc generated.
//
//   node run.mjs http://127.0.0.1:8081 NODE_MODULES
//
// The URL is the server's control address. The suite's stable release knows the
// protocol up to 2025-11-25, its next one 2026-07-28 as well. What a server that
// has tools and nothing else can't take part in is in not-applicable.json, with
// the reason; an entry that would pass is an error, and so is one that is not met.
// Prints what failed, and "N passed, N failed, N skipped".
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [control, modules] = process.argv.slice(2);
const runs = [
  ['@modelcontextprotocol/conformance', '2025-06-18'],
  ['@modelcontextprotocol/conformance', '2025-11-25'],
  ['conformance-next', '2025-11-25'],
  ['conformance-next', '2026-07-28'],
];

// Scenario → the checks that don't apply ('*' for all).
const excused = new Map();
for (const { scenarios, checks = ['*'] } of JSON.parse(readFileSync(new URL('not-applicable.json', import.meta.url)))) {
  for (const s of scenarios) excused.set(s, new Set(checks));
}

async function instance() {
  const headers = { 'Content-Type': 'application/json' };
  const { environments } = await (await fetch(`${control}/v1/environments`)).json();
  const made = await fetch(`${control}/v1/instances`, { method: 'POST', headers, body: JSON.stringify({ environment: environments[0].name }) });
  return (await made.json()).mcp;
}

// The checks of every scenario: name → list.
function results(folder) {
  const all = new Map();
  for (const name of readdirSync(folder)) {
    const [, scenario] = /^server-(.*)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name);
    all.set(scenario, JSON.parse(readFileSync(join(folder, name, 'checks.json'))));
  }
  return all;
}

let passed = 0, failed = 0, skipped = 0;
const met = new Set();
for (const [pkg, version] of runs) {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const args = [join(modules, pkg, 'dist/index.js'), 'server', '--url', await instance(), '--suite', 'all', '--spec-version', version, '-o', folder];
  const done = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 300_000 });
  const scenarios = results(folder);
  rmSync(folder, { recursive: true });
  if (scenarios.size < 25) {
    failed++;
    console.log(`${pkg} ${version}: only ${scenarios.size} scenarios ran\n${done.stdout}${done.stderr}`);
  }
  for (const [name, checks] of scenarios) {
    const not = excused.get(name) ?? new Set();
    const bad = checks.filter((c) => c.status === 'FAILURE');
    const unexpected = bad.filter((c) => !not.has('*') && !not.has(c.id));
    met.add(name);
    if (unexpected.length) {
      failed++;
      for (const c of unexpected) console.log(`${pkg} ${version}: ${name}: ${c.id}: FAILED: ${c.errorMessage ?? c.description}`);
    } else if (not.size && !bad.length) {
      failed++;
      console.log(`${pkg} ${version}: ${name}: FAILED: it passes, so it must leave not-applicable.json`);
    } else if (not.has('*')) {
      skipped++;
    } else {
      passed++;
    }
  }
}
for (const name of excused.keys()) {
  if (met.has(name)) continue;
  failed++;
  console.log(`${name}: FAILED: in not-applicable.json, and in none of the suites`);
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed ? 1 : 0;
