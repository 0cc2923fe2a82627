// The TypeScript SDK's client lists and calls tools of a server that awmc
// generated, over HTTP and stdio, in the protocol version it prefers.
//
//   node client.mjs http://127.0.0.1:8081 PROGRAM NODE_MODULES
//
// The URL is the control address of a server with corner_books; PROGRAM is that
// environment's own. Prints what failed, and "N passed, N failed".
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';

const [control, program, modules] = process.argv.slice(2);
const sdk = (file) => import(pathToFileURL(`${modules}/@modelcontextprotocol/sdk/dist/esm/${file}`).href);
const { Client } = await sdk('client/index.js');
const { StreamableHTTPClientTransport } = await sdk('client/streamableHttp.js');
const { StdioClientTransport } = await sdk('client/stdio.js');
const { LATEST_PROTOCOL_VERSION } = await sdk('types.js');

async function overHTTP() {
  const headers = { 'Content-Type': 'application/json' };
  const made = await fetch(`${control}/v1/instances`, { method: 'POST', headers, body: '{"environment": "corner_books"}' });
  return new StreamableHTTPClientTransport(new URL((await made.json()).mcp));
}

const cases = [
  ['the version', (c, t) => assert.equal(t.protocolVersion ?? LATEST_PROTOCOL_VERSION, LATEST_PROTOCOL_VERSION)],
  ['instructions', (c) => assert.match(c.getInstructions(), /You act for the signed-in customer/)],
  ['only tools are offered', (c) => assert.deepEqual(Object.keys(c.getServerCapabilities()), ['tools'])],
  ['tools', async (c) => {
    const { tools } = await c.listTools();
    assert.equal(tools.length, 42);
    for (const t of tools) assert.ok(t.description && t.inputSchema.type === 'object' && t.inputSchema.properties, t.name);
    assert.ok(tools.find((t) => t.name === 'search_books').annotations.readOnlyHint);
  }],
  ['a reading call', async (c) => {
    const r = await c.callTool({ name: 'get_book', arguments: { book_id: 1 } });
    assert.equal(r.structuredContent.id, 1);
    assert.deepEqual(JSON.parse(r.content[0].text), r.structuredContent);
  }],
  ['a writing call, and what it left', async (c) => {
    const { structuredContent: found } = await c.callTool({ name: 'search_books', arguments: { min_stock: 3 } });
    const book = found.items.find((b) => b.orderable);
    const r = await c.callTool({ name: 'add_to_wishlist', arguments: { book_id: book.id } });
    assert.ok(!r.isError || /already/.test(r.content[0].text), r.content[0].text);
    const { structuredContent: list } = await c.callTool({ name: 'list_wishlist', arguments: {} });
    assert.ok(list.items.some((i) => i.book_id === book.id));
  }],
  ['a refusal', async (c) => {
    const r = await c.callTool({ name: 'get_book', arguments: { book_id: 99999 } });
    assert.ok(r.isError);
    assert.deepEqual(r.structuredContent.error, { code: 'not_found', message: 'There is no book 99999.', parameter: 'book_id' });
  }],
  ['a wrong argument', async (c) => {
    const r = await c.callTool({ name: 'get_book', arguments: { book: 1 } });
    assert.ok(r.isError && r.structuredContent.error.code === 'invalid_argument', r.content[0].text);
  }],
  ['an unknown tool', async (c) => {
    const r = await c.callTool({ name: 'get_bok', arguments: {} });
    assert.ok(r.isError && /get_book/.test(r.content[0].text));
  }],
  ['ping', (c) => c.ping()],
  ['64 calls at once', async (c) => {
    const all = await Promise.all(Array.from({ length: 64 }, (_, i) => c.callTool({ name: 'get_book', arguments: { book_id: i + 1 } })));
    all.forEach((r, i) => assert.equal(r.structuredContent.id, i + 1));
  }],
];

let passed = 0, failed = 0;
for (const [way, open] of [['http', overHTTP], ['stdio', async () => new StdioClientTransport({ command: program })]]) {
  const client = new Client({ name: 'interop', version: '1' });
  const transport = await open();
  await client.connect(transport);
  for (const [name, check] of cases) {
    try {
      await check(client, transport);
      passed++;
    } catch (e) {
      failed++;
      console.log(`${way}: ${name}: FAILED: ${e.stack}`);
    }
  }
  await client.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
