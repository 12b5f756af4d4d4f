/**
 * Runs `candor-mcp` next to a demo: over standard input and output with the protocol's own client, and over HTTP with its
 * conformance suite.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema, LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { quickFolder } from '@candor/testing/quick-folder.ts';
import { freePort, makeDataFolder, startServer } from '@candor/testing/running-server.ts';
import type { RunningServer } from '@candor/testing/running-server.ts';

const BIN = fileURLToPath(new URL('../mcp/bin/candor-mcp.mjs', import.meta.url));
const SUITE = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

/** The scenarios that need no tools, resources or prompts of the suite's own names, which only its example server has. */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'logging-set-level',
  'completion-complete',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
  'server-sse-multiple-streams',
];

const data = makeDataFolder(quickFolder());
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ data: data.path, port: await freePort() });
}, 120_000);
afterAll(async () => {
  server.process.kill();
  await server.ended;
  data.remove();
});

type Said = { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] };

async function assistant(...more: string[]) {
  return assistantWith(new Client({ name: 'test', version: '1' }), more);
}

async function assistantWith(client: Client, more: string[] = []) {
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [BIN, '--url', server.origin, ...more] }),
  );
  onTestFinished(() => client.close());
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const { isError, content } = (await client.callTool({ name, arguments: given })) as Said;
    const text = content[0]?.text ?? '';
    return isError === true ? { refused: text } : { answer: JSON.parse(text) as unknown };
  };
  return { client, call };
}

describe('an assistant of a demo', () => {
  test('reads the market, buys once, and sees its order', async () => {
    const { call } = await assistant();
    const { answer: quotes } = await call('quotes');
    expect(quotes).toContainEqual(expect.objectContaining({ symbol: 'BTC/USDT' }));
    const order = { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '50', request_id: 'one' };
    const bought = await call('place_spot_order', order);
    expect(bought.answer).toMatchObject({ id: expect.any(String) });
    expect(await call('place_spot_order', order)).toEqual(bought);
    const { answer: orders } = await call('spot_orders', { limit: '5' });
    const ids = (orders as { items: { id: string }[] }).items.map(({ id }) => id);
    expect(ids.filter((id) => id === (bought.answer as { id: string }).id)).toHaveLength(1);
  });

  test('receives the reason why an order is refused, and the field', async () => {
    const { call } = await assistant();
    const { refused } = await call('place_spot_order', { symbol: 'BTC/USDT', side: 'buy', type: 'limit' });
    expect(refused).toContain('parameter_missing');
  });

  test('has tools for each call that its list names, and none that moves money out', async () => {
    const { client } = await assistant();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('place_spot_order');
    expect(tools.filter(({ name }) => /withdraw|transfer|loan|address|key|password/.test(name))).toEqual([]);
    const order = tools.find(({ name }) => name === 'place_spot_order');
    expect(order?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(Object.keys(order?.inputSchema.properties ?? {})).toEqual(
      expect.arrayContaining(['symbol', 'side', 'request_id']),
    );
  });

  test('cannot trade if it may only read, even if it calls a tool by name', async () => {
    const { client, call } = await assistant('--read');
    const { tools } = await client.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect(await call('place_spot_order', { symbol: 'BTC/USDT' })).toEqual({
      refused: 'There is no tool place_spot_order.',
    });
  });

  test('reads the instruments as a resource, and receives instructions for checking a trade', async () => {
    const { client } = await assistant();
    const { contents } = await client.readResource({ uri: 'candor://instruments' });
    expect(JSON.parse((contents[0] as { text: string }).text)).toContainEqual(
      expect.objectContaining({ symbol: 'ETH/USDT' }),
    );
    const { messages } = await client.getPrompt({ name: 'check_a_trade', arguments: { order: '12' } });
    expect(messages[0]?.content).toMatchObject({ text: expect.stringContaining('order 12') });
  });
});

describe('the person who uses an assistant', () => {
  const ORDER = { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '40' };

  async function asked(answer: ElicitResult, ...more: string[]) {
    const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
    const questions: string[] = [];
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message);
      return answer;
    });
    const { call } = await assistantWith(client, more);
    return { call, questions };
  }

  test('reads the order and confirms it', async () => {
    const { call, questions } = await asked({ action: 'accept', content: { place: true } });
    expect((await call('place_spot_order', ORDER)).answer).toMatchObject({ id: expect.any(String) });
    expect(questions).toEqual([expect.stringContaining('amount: 40')]);
  });

  test.each<ElicitResult>([
    { action: 'decline' },
    { action: 'cancel' },
    { action: 'accept', content: { place: false } },
  ])('declines the order by $action, and nothing is placed', async (answer) => {
    const { call } = await asked(answer);
    const before = await call('spot_orders', { limit: '1' });
    expect((await call('place_spot_order', ORDER)).refused).toContain('declined');
    expect(await call('spot_orders', { limit: '1' })).toEqual(before);
  });

  test('sees no field that has no effect, and no value that looks like another field', async () => {
    const { call, questions } = await asked({ action: 'decline' });
    expect((await call('place_spot_order', { ...ORDER, 'amount ': '1' })).refused).toContain('no field');
    await call('place_spot_order', { ...ORDER, client_order_id: 'a\namount: 1' });
    expect(questions).toEqual([expect.stringContaining(String.raw`client_order_id: "a\namount: 1"`)]);
  });

  test('is not asked if the program runs unattended or the tool only reads', async () => {
    const { call, questions } = await asked({ action: 'decline' }, '--unattended');
    expect((await call('place_spot_order', ORDER)).answer).toMatchObject({ id: expect.any(String) });
    const { call: read, questions: none } = await asked({ action: 'decline' });
    expect((await read('quotes')).answer).toBeDefined();
    expect([questions, none]).toEqual([[], []]);
  });
});

test('returns suggestions, one instrument as a resource, and log messages from the requested level to an assistant’s program', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const logged: unknown[] = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logged.push(params));
  const { call } = await assistantWith(client);
  const argument = { name: 'symbol', value: 'btc' };
  const ref = { type: 'ref/resource' as const, uri: 'candor://instruments/{symbol}' };
  const { completion } = await client.complete({ ref, argument });
  expect(completion.values).toContain('BTC/USDT');
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([ref.uri]);
  const { contents } = await client.readResource({ uri: 'candor://instruments/BTC/USDT' });
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ symbol: 'BTC/USDT' });
  await expect(client.readResource({ uri: 'candor://instruments/NO/PE' })).rejects.toThrow('no resource');
  await client.setLoggingLevel('warning');
  await call('quotes');
  await call('place_spot_order', { symbol: 'BTC/USDT', side: 'buy', type: 'limit' });
  expect(logged).toEqual([
    expect.objectContaining({
      level: 'warning',
      data: expect.objectContaining({ tool: 'place_spot_order' }),
    }),
  ]);
});

/**
 * The suite cannot send a secret, so this proxy adds it to the suite's requests. Everything else, including the host, is
 * passed on unchanged.
 */
function bearer({ port, authorization }: { readonly port: number; readonly authorization: string }): Server {
  return createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const options = { host: '127.0.0.1', port, method, path, headers: { ...headers, authorization } };
    const passed = request(options, (said) => {
      answer.writeHead(said.statusCode ?? 0, said.headers);
      answer.flushHeaders();
      said.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
}

describe('the conformance suite of the protocol', () => {
  let url = '';
  let program: ReturnType<typeof spawn>;
  let bearing: Server;

  beforeAll(async () => {
    const port = await freePort();
    program = spawn(process.execPath, [BIN, '--url', server.origin, '--port', String(port)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [lines] = (await once(program.stderr ?? program, 'data')) as [Buffer];
    const [, authorization] =
      /^candor-mcp serves \S+\nAuthorization: (Bearer \S{43})\n$/.exec(String(lines)) ?? [];
    bearing = bearer({ port, authorization: authorization ?? '' });
    bearing.listen(0, '127.0.0.1');
    await once(bearing, 'listening');
    url = `http://127.0.0.1:${(bearing.address() as AddressInfo).port}/mcp`;
  });
  afterAll(() => {
    program.kill();
    bearing.closeAllConnections();
    bearing.close();
  });

  test.for(SCENARIOS)('%s', { timeout: 60_000 }, async (scenario) => {
    const suite = spawn(process.execPath, [SUITE, 'server', '--url', url, '--scenario', scenario]);
    let printed = '';
    suite.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    suite.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const [code] = (await once(suite, 'close')) as [number];
    expect(printed).toMatch(/Passed: (\d+)\/\1, 0 failed/);
    expect(code, printed).toBe(0);
  });
});
