/** What the gate lets onto the tape, what it counts, and when it halts. */
import type { Quote } from '@candor/domain/market/quote.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Gate } from './gate.ts';
import { createGate } from './gate.ts';

const T = 1_700_000_000_000;
let written: string[];
let reports: string[];
let wallMs: number;
let gate: Gate;

beforeEach(() => {
  written = [];
  reports = [];
  wallMs = 0;
  gate = createGate({
    tape: {
      append: async (quotes) => {
        written.push(...quotes.map((one) => `${one.symbol} ${one.feedTimeMs - T}`));
        return true;
      },
      halt: (symbol, because) => written.push(`${symbol} halt ${because}`),
    },
    symbols: new Set(['BTC/USDT', 'ETH/USDT']),
    heads: new Map(),
    wallNow: () => wallMs,
    timeMaxMs: () => T + 60_000,
    report: (text) => reports.push(text),
  });
});

function quote(symbol: string, bid: string, at: number, ask = bid): Quote {
  return { symbol, bid: amount(bid), ask: amount(ask), volume: 0n, feedTimeMs: T + at };
}

test('a bad quote halts its symbol after what came before it, until a good one comes', async () => {
  await gate.offer([
    quote('BTC/USDT', '100', 1),
    quote('BTC/USDT', '100', 2, '99'),
    quote('BTC/USDT', '0', 3),
    quote('ETH/USDT', '10', 4),
    quote('BTC/USDT', '100', 5),
    quote('BTC/USDT', '100', 4),
  ]);
  expect(written).toEqual([
    'BTC/USDT 1',
    'BTC/USDT halt crossed',
    'ETH/USDT 4',
    'BTC/USDT 5',
    'BTC/USDT halt backdated',
  ]);
  expect(Object.fromEntries(gate.rejections().get('BTC/USDT') ?? [])).toEqual({
    crossed: 1,
    not_positive: 1,
    backdated: 1,
  });
});

test('a symbol that the feed is not for is counted and halts nothing', async () => {
  await gate.offer([quote('XXX/USDT', '1', 1), quote('EUR/USD', '1', 1)]);
  expect(written).toEqual([]);
  expect(gate.rejections().get('')?.get('symbol_unknown')).toBe(2);
});

test('the same complaint is told once in ten seconds, and counted always', async () => {
  for (let at = 0; at < 50; at += 1) await gate.offer([quote('BTC/USDT', '0', at)]);
  expect(reports).toHaveLength(1);
  wallMs = 10_000;
  await gate.offer([quote('BTC/USDT', '0', 60)]);
  expect(reports).toHaveLength(2);
  expect(gate.rejections().get('BTC/USDT')?.get('not_positive')).toBe(51);
});

test('a feed that ends halts its symbols', () => {
  gate.ended(['BTC/USDT', 'ETH/USDT'], 'over');
  expect(written).toEqual(['BTC/USDT halt over', 'ETH/USDT halt over']);
});

test('something unreadable halts the symbol that it names', () => {
  gate.fault('unreadable_bid', 'BTC/USDT');
  gate.fault('not_json');
  expect(written).toEqual(['BTC/USDT halt unreadable_bid']);
});
