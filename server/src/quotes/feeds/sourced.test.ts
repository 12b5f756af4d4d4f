/** A feed of three named sources that push, of which one or two are hostile, broken or silent. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Quote } from '@candor/domain/market/quote.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { PUSH_PATH } from './feed-connections.ts';
import type { FeedSink } from './feed.ts';
import { sourcedFeed } from './sourced.ts';

const T = 1_700_000_000_000;
const NAMES = ['alpha', 'beta', 'gamma'] as const;
type Name = (typeof NAMES)[number];
const tokenOf = (name: string): string => `token-of-${name}-123456`;
const rule = { names: NAMES, min: 2, ageMaxMs: 3000, deviationMax: amount('0.005') };

let quotes: Quote[];
let violations: string[];
let reports: string[];
let nowMs: number;
let closing: (() => unknown)[];
let held: (() => void)[] | undefined;
const sink: FeedSink = {
  offer: async (given) => {
    quotes.push(...given);
    if (held !== undefined) await new Promise<void>((resolve) => held?.push(resolve));
  },
  violation: (why) => violations.push(why),
  ended: () => violations.push('ended'),
};

beforeEach(() => {
  [quotes, violations, reports, closing, held] = [[], [], [], [], undefined];
  nowMs = T;
});
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
});

type Sender = (message: unknown) => Promise<void>;

/** Starts the feed and connects every source. A sender resolves once the feed has processed its message. */
async function open(headMs?: number): Promise<Record<Name, Sender>> {
  const feed = sourcedFeed({
    symbols: ['BTC/USDT', 'ETH/USDT'],
    sources: NAMES.map((name) => ({ name, token: tokenOf(name) })),
    rule,
    now: () => nowMs,
    wallNow: () => nowMs,
    report: (text) => reports.push(text),
  });
  const head = { bid: 1n, ask: 1n, last: 1n, seq: 1n, timeMs: headMs ?? 0, feedTimeMs: headMs ?? 0 };
  await feed.start(sink, headMs === undefined ? new Map() : new Map([['BTC/USDT', head]]));
  closing.push(() => feed.stop());
  const server = createServer();
  server.on('upgrade', (request, socket, upgraded) => {
    if (!feed.upgrade(request, socket, upgraded)) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}${PUSH_PATH}`;
  const senders = await Promise.all(NAMES.map((name) => senderTo(url, name)));
  return { alpha: senders[0] as Sender, beta: senders[1] as Sender, gamma: senders[2] as Sender };
}

async function senderTo(url: string, name: string): Promise<Sender> {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${tokenOf(name)}` } });
  closing.push(() => socket.terminate());
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return (message) =>
    new Promise((resolve) => {
      socket.once('pong', () => resolve());
      socket.send(typeof message === 'string' ? message : JSON.stringify(message));
      // The answer to a ping is sent only after the messages before the ping have been processed.
      socket.ping();
    });
}

const said = (bid: string, ask: string, timeMs = T, more: object = {}) => ({
  ...{ symbol: 'BTC/USDT', bid, ask, time_ms: timeMs, ...more },
});

function made(): string[] {
  return quotes.map(
    ({ bid, ask, feedTimeMs }) => `${formatAmount(bid)} ${formatAmount(ask)} ${feedTimeMs - T}`,
  );
}

const statesOf = (quote: Quote | undefined): string =>
  (quote?.sources ?? '')
    .split('\n')
    .slice(1)
    .map((line) => line.split('|')[1])
    .join(' ');

test('publishes a price once enough sources have quoted, and names each source with the hash of its raw message', async () => {
  const { alpha, beta } = await open();
  const first = `  {"symbol":"BTC/USDT","bid":100.10,"ask":"100.2","time_ms":${T}}`;
  await alpha(first);
  expect(quotes).toEqual([]);
  const second = JSON.stringify([
    said('100', '100.3', T + 5, { last: '100.2', volume: '7' }),
    said('1', '2'),
  ]);
  await beta(second);
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
  expect(quotes[0]).toEqual({
    symbol: 'BTC/USDT',
    bid: amount('100'),
    ask: amount('100.3'),
    volume: amount('7'),
    feedTimeMs: T + 5,
    sources: [
      '2|3000|0.005',
      `alpha|used|${T}|100.1|100.2||${hashOf(first)}`,
      `beta|used|${T + 5}|100|100.3|100.2|${hashOf(second)}`,
      'gamma|missing|||||',
    ].join('\n'),
  });
});

describe('a source', () => {
  test('that moves its price alone does not move the published price', async () => {
    const { alpha, beta, gamma } = await open();
    await alpha(said('100', '100.2'));
    await beta(said('100.1', '100.3'));
    await gamma(said('100.05', '100.25'));
    for (let step = 1; step <= 20; step += 1) await gamma(said(`${100 + step}`, `${100.2 + step}`, T + step));
    expect(made()).toEqual(['100 100.3 0', '100.05 100.25 0']);
    await alpha(said('100.02', '100.22', T + 30));
    expect(made().at(-1)).toBe('100.02 100.3 30');
    expect(statesOf(quotes.at(-1))).toBe('used used deviates');
  });

  test('that is frozen is left out, and if too few others remain, there is no price', async () => {
    const { alpha, beta, gamma } = await open();
    await alpha(said('100', '100.2'));
    await beta(said('100', '100.2'));
    nowMs += 4000;
    await gamma(said('100.1', '100.3', T + 4000));
    await alpha(said('100', '100.2', T));
    expect(made()).toEqual(['100 100.2 0']);
    await beta(said('100.1', '100.3', T + 4000));
    expect(statesOf(quotes.at(-1))).toBe('stale used used');
    await gamma(said('120', '120.2', T + 4001));
    await beta(said('100.2', '100.4', T + 4002));
    expect(made()).toEqual(['100 100.2 0', '100.1 100.3 4000']);
  });

  test.each<[what: string, message: unknown, error: string]>([
    ['no JSON', 'nonsense', 'not_json'],
    ['an empty message', '', 'not_json'],
    ['a list of nonsense', [null], 'unreadable_quote'],
    ['another symbol', said('1', '2', T, { symbol: 'X/Y' }), 'symbol_unknown'],
    ['the name of a prototype', said('1', '2', T, { symbol: '__proto__' }), 'symbol_unknown'],
    ['a negative bid', said('-100', '100'), 'unreadable_bid'],
    ['a negative number', { ...said('100', '100.2'), bid: -100 }, 'not_positive'],
    ['a negative number as its volume', said('100', '100.2', T, { volume: -1 }), 'volume_negative'],
    ['a price of zero', said('0', '100'), 'not_positive'],
    ['a bid above the ask', said('100.3', '100.2'), 'crossed'],
    ['a huge price', said('100', '90000000.1'), 'price_too_high'],
    ['a price with nine decimals', said('100.000000001', '100.2'), 'unreadable_bid'],
    ['a price as an exponent', said('1e2', '100.2'), 'unreadable_bid'],
    ['a negative volume', said('100', '100.2', T, { volume: '-1' }), 'unreadable_volume'],
    ['a huge volume', said('100', '100.2', T, { volume: '1000000000000001' }), 'volume_too_high'],
    ['no time', { ...said('100', '100.2'), time_ms: undefined }, 'unreadable_time_ms'],
    ['a time before 1970', said('100', '100.2', -1), 'time_invalid'],
    ['a time more than a second ahead', said('100', '100.2', T + 1001), 'time_ahead'],
    ['a time of next year', said('100', '100.2', T + 31_536_000_000), 'time_ahead'],
    ['a time before its last quote', said('100', '100.2', T - 1), 'backdated'],
  ])('that sends %s keeps its last quote and halts no symbol', async (_, message, error) => {
    const { alpha, beta, gamma } = await open();
    await alpha(said('100', '100.2'));
    await beta(said('100.1', '100.3'));
    await gamma(said('100.05', '100.25'));
    await gamma(message);
    expect(made()).toHaveLength(2);
    expect(violations).toEqual([]);
    expect(reports).toEqual([`gate: rejected a quote of source gamma: ${error}`]);
    await alpha(said('100', '100.2', T + 1));
    expect(statesOf(quotes.at(-1))).toBe('used used used');
  });

  test('that repeats itself brings no new quote', async () => {
    const { alpha, beta } = await open();
    await alpha(said('100', '100.2'));
    for (let time = 0; time < 5; time += 1) await beta(said('100', '100.2'));
    expect(made()).toHaveLength(1);
  });

  test('whose clock is ahead cannot make the others stale', async () => {
    const { alpha, beta, gamma } = await open();
    await alpha(said('100', '100.2', T - 1900));
    await beta(said('100', '100.2', T - 1900));
    await gamma(said('100', '100.2', T + 1000));
    expect(statesOf(quotes.at(-1))).toBe('used used used');
  });

  test('that floods takes no capacity from the others', async () => {
    const { alpha, beta, gamma } = await open();
    held = [];
    await alpha(said('100', '100.2'));
    for (let at = 1; at <= 1500; at += 1) await beta(said(`100.${at % 2}`, '100.3', T, { volume: `${at}` }));
    expect(reports).toEqual(['gate: rejected a quote of source beta: flood']);
    const before = quotes.length;
    await gamma(said('100', '100.2'));
    expect(quotes).toHaveLength(before + 1);
    for (const release of held) release();
  });

  test('that sends too large a message is disconnected, and no other source is', async () => {
    const { alpha, beta, gamma } = await open();
    void gamma(`"${'x'.repeat(100_000)}"`);
    await alpha(said('100', '100.2'));
    await beta(said('100', '100.2'));
    await vi.waitFor(() => expect(reports.join()).toContain('Max payload size exceeded'));
    expect(made()).toEqual(['100 100.2 0']);
  });
});

test('two colluding sources of three prevail, and each entry names the third as deviating', async () => {
  const { alpha, beta, gamma } = await open();
  await gamma(said('100', '100.2'));
  await alpha(said('110', '110.2'));
  await beta(said('110', '110.2', T + 1));
  expect(made()).toEqual(['110 110.2 1']);
  expect(statesOf(quotes[0])).toBe('used used deviates');
});

test('the time of a quote never goes back, not even behind the tape’s newest entry', async () => {
  const { alpha, beta } = await open(T + 500);
  await alpha(said('100', '100.2', T));
  await beta(said('100', '100.2', T + 100));
  await alpha(said('100', '100.3', T + 700));
  expect(made()).toEqual(['100 100.2 500', '100 100.3 700']);
});
