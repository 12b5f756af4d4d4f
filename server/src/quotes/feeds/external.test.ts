/**
 * An external program provides the market: it pushes quotes, or the server reads or polls them. Invalid input is reported and
 * ignored.
 */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Quote } from '@candor/domain/market/quote.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { ExternalFeed, ExternalOptions } from './external.ts';
import { externalFeed } from './external.ts';
import { PUSH_PATH } from './feed-connections.ts';
import type { FeedSink } from './feed.ts';
import { readQuoteJson } from './quote-json.ts';

const good = { symbol: 'BTC/USDT', bid: '100.1', ask: '100.2', time_ms: 1_700_000_000_000 };

describe('readQuoteJson', () => {
  test('accepts amounts as texts or numbers, and optional fields', () => {
    const read = readQuoteJson({ ...good, bid: 100.1, last: '100.15', volume: 0.00000001 });
    expect(read).toEqual({
      ok: true,
      value: {
        symbol: 'BTC/USDT',
        bid: amount('100.1'),
        ask: amount('100.2'),
        last: amount('100.15'),
        volume: 1n,
        feedTimeMs: 1_700_000_000_000,
      },
    });
  });

  test.each([
    [null, undefined],
    ['text', undefined],
    [{ ...good, symbol: 5 }, 'symbol'],
    [{ ...good, bid: undefined }, 'bid'],
    [{ ...good, bid: 'NaN' }, 'bid'],
    [{ ...good, bid: '1e3' }, 'bid'],
    [{ ...good, bid: ' 1' }, 'bid'],
    [{ ...good, bid: '1.123456789' }, 'bid'],
    [{ ...good, bid: 1e30 }, 'bid'],
    [{ ...good, ask: null }, 'ask'],
    [{ ...good, ask: [1] }, 'ask'],
    [{ ...good, last: '' }, 'last'],
    [{ ...good, volume: 'much' }, 'volume'],
    [{ ...good, time_ms: '1' }, 'time_ms'],
    [{ ...good, time_ms: 1.5 }, 'time_ms'],
  ])('rejects %j and names the field, if any: %s', (value, field) => {
    expect(readQuoteJson(value)).toMatchObject({ ok: false, refusal: field === undefined ? {} : { field } });
  });
});

let quotes: Quote[];
let violations: string[];
let reports: string[];
let closing: (() => unknown)[];
const sink: FeedSink = {
  offer: async (given) => void quotes.push(...given),
  violation: (why, symbol) => violations.push(`${why} ${symbol ?? ''}`.trim()),
  ended: (symbols) => violations.push(`ended ${symbols.join()}`),
};

beforeEach(() => {
  quotes = [];
  violations = [];
  reports = [];
  closing = [];
});
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
});

async function startFeed(options: Partial<ExternalOptions>): Promise<ExternalFeed> {
  const feed = externalFeed({ symbols: ['BTC/USDT'], report: (text) => reports.push(text), ...options });
  await feed.start(sink, new Map());
  closing.push(() => feed.stop());
  return feed;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

async function pushServer(token: string | undefined): Promise<string> {
  const feed = await startFeed({ token });
  const server = createServer();
  server.on('upgrade', (request, socket, head) => {
    if (!feed.upgrade(request, socket, head)) socket.destroy();
  });
  return `ws://127.0.0.1:${await listen(server)}`;
}

async function connect(url: string, token?: string): Promise<WebSocket> {
  const socket = new WebSocket(
    url,
    token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  );
  closing.push(() => socket.terminate());
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return socket;
}

describe('a pushing program', () => {
  test('delivers valid quotes in order, one or many per message, and gets an error for each invalid quote', async () => {
    const socket = await connect((await pushServer('secret')) + PUSH_PATH, 'secret');
    const answers: string[] = [];
    socket.on('message', (data: Buffer) => answers.push(data.toString()));
    socket.send(JSON.stringify(good));
    socket.send(
      JSON.stringify([
        { ...good, bid: '100.11' },
        { ...good, bid: 'x' },
        { ...good, bid: '100.12' },
      ]),
    );
    socket.send('nonsense');
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    expect(quotes.map((quote) => quote.bid)).toEqual([amount('100.1'), amount('100.11'), amount('100.12')]);
    expect(violations).toEqual(['unreadable_bid BTC/USDT', 'not_json']);
    expect(answers).toEqual(['{"error":"unreadable","field":"bid"}', '{"error":"not_json"}']);
  });

  test.each([
    ['secret', undefined],
    ['secret', 'Secret'],
    ['secret', ''],
    [undefined, 'secret'],
    ['', ''],
  ])('is rejected if the configured token is %j and the program presents %j', async (token, presented) => {
    const url = (await pushServer(token)) + PUSH_PATH;
    await expect(connect(url, presented)).rejects.toThrow(/401/);
  });

  test('is rejected on other paths', async () => {
    const url = await pushServer('secret');
    await expect(connect(`${url}/socket.io`, 'secret')).rejects.toThrow();
    await expect(connect(`${url}//`, 'secret')).rejects.toThrow();
  });

  test('is disconnected by a message above the size limit', async () => {
    const socket = await connect((await pushServer('secret')) + PUSH_PATH, 'secret');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.send('x'.repeat(1_000_000));
    expect(await closed).toBe(1009);
    expect(quotes).toEqual([]);
  });
});

test('reads a remote websocket, and reconnects after the remote side closes it', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    socket.send(JSON.stringify({ ...good, time_ms: connections }));
    if (connections === 1) socket.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  await startFeed({ url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  await vi.waitFor(() => expect(quotes.map((quote) => quote.feedTimeMs)).toEqual([1, 2]), 5000);
});

test('polls an address, reports errors, and does not follow redirects', async () => {
  let calls = 0;
  const server = createServer((_request, response) => {
    calls += 1;
    if (calls === 1) response.writeHead(500).end();
    else if (calls === 2) response.writeHead(302, { location: '/elsewhere' }).end();
    else response.end(JSON.stringify([{ ...good, time_ms: calls }]));
  });
  await startFeed({ url: `http://127.0.0.1:${await listen(server)}/quotes` });
  await vi.waitFor(() => expect(quotes[0]?.feedTimeMs).toBe(3), 8000);
  expect(reports).toHaveLength(2);
  expect(reports[0]).toMatch(/found 500/);
});
