/** The gate writes valid quotes to the tape, counts violations, and halts symbols. */
import { createHash } from 'node:crypto';
import type { GapCause, Quote } from '@candor/domain/market/quote.ts';
import { refusedText } from '@candor/domain/market/tape.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Gate, GateOptions } from './gate.ts';
import { createGate } from './gate.ts';

const T = 1_700_000_000_000;
let written: string[];
let causes: GapCause[];
let reports: string[];
let wallMs: number;
let gate: Gate;

function openGate(changes: Partial<GateOptions> = {}): Gate {
  return createGate({
    tape: {
      append: async (quotes) => {
        written.push(...quotes.map((one) => `${one.symbol} ${one.feedTimeMs - T}`));
        return true;
      },
      halt: (symbol, cause) => {
        causes.push(cause);
        const many = cause.kind === 'reject' && cause.count > 1 ? ` ×${cause.count}` : '';
        written.push(`${symbol} ${cause.kind} ${cause.reason}${many}`);
      },
    },
    symbols: new Set(['BTC/USDT', 'ETH/USDT']),
    heads: new Map(),
    wallNow: () => wallMs,
    marketTimeOf: (one) => one.feedTimeMs,
    beginsClosed: false,
    timeMaxMs: () => T + 60_000,
    report: (text) => reports.push(text),
    ...changes,
  });
}

beforeEach(() => {
  written = [];
  causes = [];
  reports = [];
  wallMs = 0;
  gate = openGate();
});

function quote(symbol: string, bid: string, at: number, ask = bid): Quote {
  return { symbol, bid: amount(bid), ask: amount(ask), volume: 0n, feedTimeMs: T + at };
}

test('writes the quotes before an invalid quote, then halts the symbol until the next valid quote', async () => {
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
    'BTC/USDT reject crossed',
    // Quotes refused within the same second are recorded before the quote that ends the halt.
    'BTC/USDT reject not_positive',
    'ETH/USDT 4',
    'BTC/USDT 5',
    'BTC/USDT reject backdated',
  ]);
  expect(Object.fromEntries(gate.rejections().get('BTC/USDT') ?? [])).toEqual({
    crossed: 1,
    not_positive: 1,
    backdated: 1,
  });
});

test('counts quotes of symbols that the feed does not cover, and halts no symbol', async () => {
  await gate.offer([quote('XXX/USDT', '1', 1), quote('EUR/USD', '1', 1)]);
  expect(written).toEqual([]);
  expect(gate.rejections().get('')?.get('symbol_unknown')).toBe(2);
});

test('reports the same violation once in ten seconds, and counts every occurrence', async () => {
  for (let at = 0; at < 50; at += 1) await gate.offer([quote('BTC/USDT', '0', at)]);
  expect(reports).toHaveLength(1);
  wallMs = 10_000;
  await gate.offer([quote('BTC/USDT', '0', 60)]);
  expect(reports).toHaveLength(2);
  expect(gate.rejections().get('BTC/USDT')?.get('not_positive')).toBe(51);
});

test('halts the symbols of a feed that has ended', () => {
  gate.ended(['BTC/USDT', 'ETH/USDT'], 'over');
  expect(written).toEqual(['BTC/USDT halt feed_ended', 'ETH/USDT halt feed_ended']);
  expect(reports).toEqual(['gate: the feed stopped for BTC/USDT, ETH/USDT: over']);
});

test('halts the symbol that an unreadable message names', () => {
  const message = '{"symbol":"BTC/USDT","bid":"x"}';
  gate.violation('unreadable_bid', 'BTC/USDT', message);
  gate.violation('not_json');
  expect(written).toEqual(['BTC/USDT reject unreadable_bid']);
  expect(causes[0]).toMatchObject({ refused: createHash('sha256').update(message).digest('hex'), count: 1 });
});

test('writes a flood of invalid quotes as one entry per second, whose hash covers each of them', async () => {
  const bad = Array.from({ length: 500 }, (_, at) => quote('BTC/USDT', '0', at));
  await gate.offer(bad);
  expect(written).toEqual(['BTC/USDT reject not_positive']);
  wallMs = 999;
  gate.tellRefused();
  expect(written).toHaveLength(1);
  wallMs = 1000;
  gate.tellRefused();
  gate.tellRefused();
  expect(written).toEqual(['BTC/USDT reject not_positive', 'BTC/USDT reject not_positive ×499']);
  const texts = bad.map(refusedText);
  expect(texts[0]).toBe(`candor-quote-v1|BTC/USDT|${T}|0|0||0`);
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
  expect(causes.map((cause) => cause.kind === 'reject' && cause.refused)).toEqual([
    hashOf(texts[0] ?? ''),
    hashOf(texts.slice(1).join('\n')),
  ]);
  // With `true`, every refused quote is recorded, however recent it is.
  await gate.offer(bad.slice(0, 2));
  gate.tellRefused(true);
  expect(written.at(-1)).toBe('BTC/USDT reject not_positive ×2');
});

test('writes at most as many entries for refused quotes as for valid ones when they alternate', async () => {
  const turn = (at: number) => [quote('BTC/USDT', '100', at), quote('BTC/USDT', '0', at)];
  await gate.offer(Array.from({ length: 200 }, (_, at) => turn(at)).flat());
  expect(written).toHaveLength(400);
});

describe('a gate while a market is closed', () => {
  const at = (iso: string): number => Date.parse(`${iso}Z`) - T;
  const marketOf = (changes: Partial<GateOptions> = {}): Gate =>
    openGate({
      symbols: new Set(['EUR/USD', 'XAU/USD', 'BTC/USDT']),
      timeMaxMs: () => Infinity,
      ...changes,
    });

  test.each([
    ['EUR/USD', 'summer, Friday 17:00', '2024-08-09T20:59:59.999', '2024-08-09T21:00:00'],
    ['EUR/USD', 'summer, Sunday 17:00', '2024-08-11T21:00:00', '2024-08-11T20:59:59.999'],
    ['EUR/USD', 'winter, Friday 17:00', '2024-01-12T21:59:59.999', '2024-01-12T22:00:00'],
    ['EUR/USD', 'winter, Sunday 17:00', '2024-01-14T22:00:00', '2024-01-14T21:59:59.999'],
    ['EUR/USD', 'clocks change, Sunday', '2024-03-10T21:00:00', '2024-03-10T20:59:59.999'],
    ['EUR/USD', 'Christmas', '2024-12-24T21:59:59.999', '2024-12-25T12:00:00'],
    ['EUR/USD', 'New Year', '2025-01-01T22:00:00', '2025-01-01T21:59:59.999'],
    ['XAU/USD', 'daily break, 17:00', '2024-08-13T20:59:59.999', '2024-08-13T21:00:00'],
    ['XAU/USD', 'daily break, 18:00', '2024-08-13T22:00:00', '2024-08-13T21:59:59.999'],
    ['XAU/USD', 'Sunday, an hour later', '2024-08-11T22:00:00', '2024-08-11T21:30:00'],
    ['XAU/USD', 'Good Friday', '2024-03-28T20:59:59.999', '2024-03-29T14:00:00'],
  ])('accepts quotes of %s only inside its session: %s', async (symbol, _, open, closed) => {
    for (const [time, isOpen] of [
      [open, true],
      [closed, false],
    ] as const) {
      written = [];
      const opened = marketOf();
      await opened.offer([quote(symbol, '1', at(time))]);
      expect(written).toEqual(isOpen ? [`${symbol} ${at(time)}`] : []);
      expect(opened.rejections().get(symbol)?.get('session_closed')).toBe(isOpen ? undefined : 1);
    }
  });

  test('drops and counts valid and invalid quotes, reports once, and halts no symbol', async () => {
    const market = marketOf();
    const friday = quote('EUR/USD', '1.1', at('2024-08-09T20:59:00'));
    const weekend = [
      quote('EUR/USD', '1.1', at('2024-08-10T10:00:00')),
      quote('EUR/USD', '0', at('2024-08-10T11:00:00')),
      quote('EUR/USD', '9', at('2024-08-10T12:00:00'), '8'),
    ];
    const crypto = quote('BTC/USDT', '60000', at('2024-08-10T12:00:00'));
    await market.offer([friday, ...weekend, crypto]);
    await market.offer([quote('EUR/USD', '1.12', at('2024-08-11T21:00:00'))]);
    expect(written).toEqual([
      `EUR/USD ${at('2024-08-09T20:59:00')}`,
      `BTC/USDT ${at('2024-08-10T12:00:00')}`,
      `EUR/USD ${at('2024-08-11T21:00:00')}`,
    ]);
    expect(market.rejections().get('EUR/USD')?.get('session_closed')).toBe(3);
    expect(reports).toEqual(['gate: dropping quotes of EUR/USD while its market is closed']);
  });

  test('decides by the market clock, not by the feed’s time', async () => {
    const saturday = at('2024-08-10T10:00:00') + T;
    const market = marketOf({ marketTimeOf: () => saturday });
    await market.offer([quote('EUR/USD', '1.1', at('2024-08-09T12:00:00'))]);
    expect(written).toEqual([]);
  });

  test('begins a tape with one quote in a closed session if a price must be shown', async () => {
    const market = marketOf({ beginsClosed: true });
    await market.offer([
      quote('EUR/USD', '1.1', at('2024-08-10T10:00:00')),
      quote('EUR/USD', '1.1', at('2024-08-10T10:00:01')),
    ]);
    expect(written).toEqual([`EUR/USD ${at('2024-08-10T10:00:00')}`]);
  });
});

test('rejects a repeated quote from a stuck feed, and halts the symbol', async () => {
  let nowMs = T;
  gate = openGate({
    timeMaxMs: () => nowMs + 60_000,
    ageNow: () => ({ nowMs, maxMs: 5000, standsMs: 5000 }),
  });
  await gate.offer([quote('BTC/USDT', '100', 0)]);
  nowMs = T + 601_000;
  await gate.offer([quote('BTC/USDT', '100', 0)]);
  await gate.offer([quote('BTC/USDT', '100', 601_000)]);
  expect(written).toEqual(['BTC/USDT 0', 'BTC/USDT reject too_old', 'BTC/USDT 601000']);
});

test('begins a tape with a price from before the closure', async () => {
  const saturday = Date.parse('2024-08-10T12:00:00Z');
  gate = openGate({
    ...{ symbols: new Set(['EUR/USD']), beginsClosed: true, marketTimeOf: () => saturday },
    ...{ timeMaxMs: () => saturday, ageNow: () => ({ nowMs: saturday, maxMs: 5000, standsMs: 5000 }) },
  });
  await gate.offer([quote('EUR/USD', '1.08', 0)]);
  expect(written).toEqual(['EUR/USD 0']);
});
