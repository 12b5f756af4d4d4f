/**
 * A batch contains rates exactly where they are due, however the quotes are split into batches, and no quotes of closed
 * markets.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Quote, TapeEntry } from '@candor/domain/market/quote.ts';
import type { HashedEntry } from '@candor/domain/market/tape.ts';
import { CHAIN_GENESIS, chainViolation, genesisHash } from '@candor/domain/market/tape.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { sha256Chain } from './chain-hash.ts';
import { RATE_STALE_AFTER_MS, prepare } from './tape-prepare.ts';
import type { Prepared, Waiting } from './tape-prepare.ts';
import type { Head } from './tape-store.ts';

const at = (iso: string): number => Date.parse(`${iso}Z`);

function quote(symbol: string, time: string | number, price: string): Quote {
  const bid = amount(price);
  const feedTimeMs = typeof time === 'number' ? time : at(time);
  return { symbol, bid, ask: bid, volume: 0n, feedTimeMs };
}

const noHead = (symbol: string): Head => ({
  symbol,
  seq: 0n,
  hash: genesisHash(),
  timeMs: 0,
  feedTimeMs: 0,
  bid: 0n,
  ask: 0n,
  last: 0n,
  volume: 0n,
  staleAfterMs: 5000,
  fillAgeMs: 1_000,
  halted: true,
  haltedBecause: null,
  writtenAtMs: 0,
});

/** A request for a gap entry, and the market clock at that time. */
type Gap = { readonly symbol: string; readonly nowMs: number };

/** A tape in memory that knows only its heads, as after a restart. */
function memoryTape() {
  const symbols = ['BTC/USDT', 'USD/JPY', 'GBP/USD', 'XAU/USD', 'JPY/USDT', 'GBP/USDT'];
  const heads = new Map(symbols.map((symbol) => [symbol, noHead(symbol)]));
  const entries: HashedEntry[] = [];
  const write = (taken: readonly (Quote | Gap)[]): Prepared => {
    const gapTimes = taken.flatMap((one) => ('nowMs' in one ? [one.nowMs] : []));
    const waiting = taken.map((one): Waiting =>
      'nowMs' in one ? { symbol: one.symbol, gap: true } : { quote: one, done: () => undefined },
    );
    const prepared = prepare(waiting, heads, {
      hash: sha256Chain,
      timeOf: (one) => one.feedTimeMs,
      marketNow: () => gapTimes.shift() ?? 0,
      staleAfterMs: () => 5000,
      fillAgeMs: () => 1_000,
      wallNow: () => 0,
    });
    for (const { before, head } of prepared.heads) {
      expect(heads.get(head.symbol)?.seq).toBe(before);
      heads.set(head.symbol, head);
    }
    entries.push(...prepared.entries);
    return prepared;
  };
  const of = (symbol: string): HashedEntry[] => entries.filter((entry) => entry.symbol === symbol);
  return { write, heads, entries, of };
}

const line = (entry: TapeEntry): string =>
  `${entry.symbol} ${new Date(entry.timeMs).toISOString().slice(8, 19)} ${formatAmount(entry.last)}`;

describe('conversion rates', () => {
  test('are published with the first quote, and then with the first entry of each hour, from the newest quotes', () => {
    const tape = memoryTape();
    tape.write([
      quote('BTC/USDT', '2024-08-08T11:50:00', '60000'),
      quote('USD/JPY', '2024-08-08T12:10:00', '146.5'),
      quote('USD/JPY', '2024-08-08T12:59:59', '147'),
      quote('BTC/USDT', '2024-08-08T13:00:00', '60010'),
      quote('USD/JPY', '2024-08-08T13:00:01', '148'),
      quote('USD/JPY', '2024-08-08T14:00:00', '149'),
      quote('USD/JPY', '2024-08-08T14:30:00', '150'),
    ]);
    expect(tape.entries.map(line)).toEqual([
      'BTC/USDT 08T11:50:00 60000',
      'USD/JPY 08T12:10:00 146.5',
      'JPY/USDT 08T12:10:00 0.00682594',
      'USD/JPY 08T12:59:59 147',
      'BTC/USDT 08T13:00:00 60010',
      'JPY/USDT 08T13:00:00 0.00680272',
      'USD/JPY 08T13:00:01 148',
      'USD/JPY 08T14:00:00 149',
      'JPY/USDT 08T14:00:00 0.00671141',
      'USD/JPY 08T14:30:00 150',
    ]);
    expect(tape.of('JPY/USDT')[1]).toMatchObject({ feedTimeMs: at('2024-08-08T12:59:59'), volume: 0n });
    expect(chainViolation(CHAIN_GENESIS, tape.of('JPY/USDT'), sha256Chain)).toBeUndefined();
    expect(tape.heads.get('JPY/USDT')).toMatchObject({
      staleAfterMs: RATE_STALE_AFTER_MS,
      halted: false,
    });
  });

  test('are published only once for hours without a quote, and not before a closed market opens', () => {
    const tape = memoryTape();
    tape.write([quote('GBP/USD', '2024-08-09T15:10:00', '1.27')]);
    tape.write([quote('BTC/USDT', '2024-08-09T19:40:00', '60000')]);
    tape.write([quote('GBP/USD', '2024-08-09T19:50:00', '1.28')]);
    for (let hour = at('2024-08-09T20:00:00'); hour < at('2024-08-11T21:00:00'); hour += 3_600_000) {
      tape.write([quote('BTC/USDT', hour, '60000')]);
    }
    tape.write([quote('GBP/USD', '2024-08-11T21:00:03', '1.25')]);
    tape.write([quote('BTC/USDT', '2024-08-11T21:00:04', '60000')]);
    expect(tape.of('GBP/USDT').map(line)).toEqual([
      'GBP/USDT 09T15:10:00 1.27',
      // The rate's source has not been quoted since, so the rate is unchanged.
      'GBP/USDT 09T19:50:00 1.28',
      'GBP/USDT 11T21:00:03 1.25',
    ]);
  });

  test('are not due at a gap entry, and are derived from the quote before it', () => {
    const tape = memoryTape();
    const gap = (time: string): Gap => ({ symbol: 'USD/JPY', nowMs: at(time) });
    tape.write([
      quote('USD/JPY', '2024-08-08T12:10:00', '146.5'),
      gap('2024-08-08T12:10:04'),
      gap('2024-08-08T13:30:00'),
      quote('BTC/USDT', '2024-08-08T14:00:00', '60000'),
      quote('USD/JPY', '2024-08-08T14:10:00', '147'),
      quote('USD/JPY', '2024-08-08T14:59:50', '148'),
    ]);
    tape.write([gap('2024-08-08T14:59:55'), quote('BTC/USDT', '2024-08-08T15:00:00', '60000')]);
    expect(tape.of('USD/JPY').map((entry) => entry.gap === true)).toEqual([
      false,
      true,
      true,
      false,
      false,
      true,
    ]);
    expect(tape.of('JPY/USDT').map(line)).toEqual([
      'JPY/USDT 08T12:10:00 0.00682594',
      'JPY/USDT 08T14:10:00 0.00680272',
      'JPY/USDT 08T15:00:00 0.00675676',
    ]);
    expect(tape.of('JPY/USDT')[2]).toMatchObject({ feedTimeMs: at('2024-08-08T14:59:50') });
  });

  test('have the same position however the quotes are split into batches', () => {
    const quotes = fc.array(
      fc.record({
        symbol: fc.constantFrom('BTC/USDT', 'USD/JPY', 'GBP/USD'),
        stepMs: fc.integer({ min: 0, max: 2_400_000 }),
        price: fc.integer({ min: 100, max: 200 }),
        ends: fc.boolean(),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(quotes, (steps) => {
        const whole: Quote[] = [];
        const cut = memoryTape();
        let timeMs = at('2024-08-06T00:00:00');
        const batch: Quote[] = [];
        for (const { symbol, stepMs, price, ends } of steps) {
          timeMs += stepMs;
          const one = quote(symbol, timeMs, `${price}`);
          whole.push(one);
          batch.push(one);
          if (ends) cut.write(batch.splice(0));
        }
        cut.write(batch);
        const atOnce = memoryTape();
        atOnce.write(whole);
        expect(cut.entries).toEqual(atOnce.entries);
        const hours = cut.of('JPY/USDT').map((entry) => Math.floor(entry.timeMs / 3_600_000));
        expect(new Set(hours).size).toBe(hours.length);
      }),
    );
  });
});

test('drops a quote whose market closed while it waited, unless it is the first of its tape', () => {
  const tape = memoryTape();
  const first = tape.write([quote('XAU/USD', '2024-08-10T12:00:00', '2300')]);
  expect(first.entries).toHaveLength(1);
  const later = tape.write([
    quote('XAU/USD', '2024-08-11T22:00:00', '2301'),
    quote('XAU/USD', '2024-08-12T20:59:59.999', '2302'),
    quote('XAU/USD', '2024-08-12T21:00:00', '2303'),
    quote('XAU/USD', '2024-08-12T21:59:59.999', '2304'),
    quote('XAU/USD', '2024-08-12T22:00:00', '2305'),
  ]);
  expect(later.entries.map((entry) => formatAmount(entry.bid))).toEqual(['2301', '2302', '2305']);
  expect(later.tooLate.size).toBe(2);
});
