// The MCP Inspector's command line lists and calls tools of a server that awmc
// generated, over HTTP (in both eras of the protocol) and stdio.
//
//   node run.mjs http://127.0.0.1:8081 PROGRAM NODE_MODULES
//
// Arguments as for typescript/client.mjs. Prints what failed, and "N passed,
// N failed".
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

const [control, program, modules] = process.argv.slice(2);
const headers = { 'Content-Type': 'application/json' };
const made = await fetch(`${control}/v1/instances`, { method: 'POST', headers, body: '{"environment": "corner_books"}' });
const http = ['--server-url', (await made.json()).mcp, '--transport', 'http'];

function inspect(where, ...args) {
  const argv = [`${modules}/@modelcontextprotocol/inspector/clients/launcher/build/index.js`, '--cli', '--quiet', '--format', 'json', ...args, ...where];
  const done = spawnSync(process.execPath, argv, { encoding: 'utf8', timeout: 60_000 });
  return { status: done.status, said: done.stderr, ...(done.stdout.trim() ? JSON.parse(done.stdout) : {}) };
}

const cases = {
  // --strict exits with 6 if a schema would not travel well between providers.
  'tools/list': (where) => {
    const r = inspect(where, '--method', 'tools/list', '--strict');
    assert.equal(r.status, 0, r.said);
    assert.equal(r.result.tools.length, 42);
  },
  'tools/call': (where) => {
    const { result } = inspect(where, '--method', 'tools/call', '--tool-name', 'get_book', '--tool-arg', 'book_id=1');
    assert.equal(result.structuredContent.id, 1);
  },
  'a writing call': (where) => {
    const r = inspect(where, '--method', 'tools/call', '--tool-name', 'add_address', '--tool-args-json',
      JSON.stringify({ label: `Flat ${where.length}`, line: '1 New Row', city: 'Cork', postcode: 'T12 XX', country: 'IE' }));
    assert.equal(r.result.structuredContent.city, 'Cork', r.said);
  },
  'a refusal': (where) => {
    const { result, said } = inspect(where, '--method', 'tools/call', '--tool-name', 'get_book', '--tool-arg', 'book_id=99999');
    assert.equal(result?.structuredContent?.error?.code, 'not_found', said);
  },
};

let passed = 0, failed = 0;
for (const [way, where] of Object.entries({
  'http': http,
  'http, 2026-07-28': [...http, '--protocol-era', 'modern'],
  'stdio': ['--', program],
})) {
  for (const [name, check] of Object.entries(cases)) {
    try {
      check(where);
      passed++;
    } catch (e) {
      failed++;
      console.log(`${way}: ${name}: FAILED: ${e.stack}`);
    }
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
