/** The callers that `candor-mcp` answers over HTTP: programs of this machine that have the secret, and no web page. */
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../mcp/src/listen.ts';
import type { Listening } from '../mcp/src/listen.ts';
import type { Platform } from '../mcp/src/platform.ts';
import { serve } from '../mcp/src/server.ts';

const SECRET = 'a secret of thirty-two characters';
const KNOWN = { authorization: `Bearer ${SECRET}` };
const placed: string[] = [];
const platform: Pick<Platform, 'call' | 'identity'> = {
  identity: 'key',
  call: (name) => {
    placed.push(name);
    return Promise.resolve({ ok: true, value: { id: '1' } });
  },
};

let door: Listening;
beforeAll(async () => {
  const make = () => serve({ platform, mayTrade: true, asks: true, isDemo: false });
  door = await listen(make, { port: 0, secret: SECRET });
});
afterAll(() => door.close());

const BEGIN = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const ORDER = {
  method: 'tools/call',
  params: { name: 'place_spot_order', arguments: { symbol: 'BTC/USDT', side: 'buy', amount: '50' } },
};

type Asked = { readonly headers?: Record<string, string>; readonly method?: string; readonly path?: string };
type Said = { readonly status: number; readonly session: string; readonly asks: string | undefined };

async function said(message: object, { headers = {}, method = 'POST', path = '/mcp' }: Asked): Promise<Said> {
  return new Promise((resolve, reject) => {
    const types = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const sent = request(new URL(path, door.url), { method, headers: { ...types, ...headers } }, (answer) => {
      answer.resume();
      const { statusCode: status = 0, headers: got } = answer;
      const session = String(got['mcp-session-id']);
      answer.on('end', () => resolve({ status, session, asks: got['www-authenticate'] }));
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }) : undefined);
  });
}

test.each<[string, Asked, number]>([
  ['has the secret', { headers: KNOWN }, 200],
  ['writes the scheme in lower case', { headers: { authorization: `bearer ${SECRET}` } }, 200],
  ['is an inspector on this machine', { headers: { ...KNOWN, origin: 'http://localhost:6274' } }, 200],
  ['has no secret', {}, 401],
  ['has another secret', { headers: { authorization: `Bearer ${SECRET.slice(1)}` } }, 401],
  ['has the beginning of the secret', { headers: { authorization: `Bearer ${SECRET.slice(0, -1)}` } }, 401],
  ['sends the secret with another scheme', { headers: { authorization: `Basic ${SECRET}` } }, 401],
  ['sends the secret in the address', { path: `/mcp?secret=${SECRET}` }, 401],
  ['requests another path without the secret', { path: '/other' }, 401],
  [
    'sends a preflight request of a web page',
    { method: 'OPTIONS', headers: { origin: 'http://localhost:3000' } },
    401,
  ],
  ['is a web page', { headers: { ...KNOWN, origin: 'https://evil.example' } }, 403],
  ['is a page without an origin', { headers: { ...KNOWN, origin: 'null' } }, 403],
  ['names another host', { headers: { ...KNOWN, host: 'evil.example' } }, 403],
  ['names a host that begins like this one', { headers: { ...KNOWN, host: '127.0.0.1.evil.example' } }, 403],
])('answers a caller that %s', async (_, asked, status) => {
  expect(await said(BEGIN, asked)).toMatchObject({
    status,
    asks: status === 401 ? 'Bearer' : undefined,
  });
});

test('places no order for a program that saw a session but has no secret', async () => {
  const { session } = await said(BEGIN, { headers: KNOWN });
  const headers = { 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' };
  expect(await said(ORDER, { headers })).toMatchObject({ status: 401 });
  expect(placed).toEqual([]);
  expect(await said(ORDER, { headers: { ...KNOWN, ...headers } })).toMatchObject({ status: 200 });
  expect(placed).toEqual(['POST coin/trade']);
});

test('admits a new program by ending the session unused for the longest, if many programs never ended theirs', async () => {
  const begin = async () => (await said(BEGIN, { headers: KNOWN })).session;
  const list = (session: string) =>
    said(
      { method: 'tools/list' },
      { headers: { ...KNOWN, 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' } },
    );
  const [first, second] = [await begin(), await begin()];
  // oxlint-disable-next-line no-await-in-loop -- each is counted when it begins
  for (let count = 0; count < 62; count += 1) await begin();
  expect(await list(first)).toMatchObject({ status: 200 });
  const last = await begin();
  const answers = await Promise.all([first, second, last].map(list));
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
});
