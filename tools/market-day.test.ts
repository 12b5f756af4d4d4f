/**
 * The platform's feed generates a day of the simulated market, and the verifier, which shares no code with it, recomputes the day
 * from its key.
 */
import { sessionAt } from '@candor/domain/market/session.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { nearestTick } from '@candor/domain/market/guard.ts';
import type { Quote } from '@candor/domain/market/quote.ts';
import { HOUR_MS } from '@candor/domain/time.ts';
import type { TapeEntry } from '@candor/verifier/chain.ts';
import { checkRun } from '@candor/verifier/cli/check-day.ts';
import type { MarketRun } from '@candor/verifier/cli/server.ts';
import { MARKET_SYMBOLS, isOpenAt } from '@candor/verifier/market-symbols.ts';
import { describe, expect, test } from 'vitest';
import { catalogue, instrumentOf } from '../server/src/quotes/catalogue.ts';
import type { FeedStart } from '../server/src/quotes/feeds/feed.ts';
import { simulatedQuote } from '../server/src/quotes/feeds/simulated-quote.ts';
import { simulationFrom, stepper } from '../server/src/quotes/feeds/stepper.ts';

const KEY = 'c5'.repeat(32);
/** The hour of UTC at which New York's markets close; the coins' markets never do. */
const FRIDAY_CLOSE = Date.parse('2026-11-20T22:00:00Z');

type Made = { readonly tapes: Map<string, TapeEntry[]>; readonly run: MarketRun; readonly next: MarketRun };

/**
 * The feed's output between two times, as the API returns it. `isLate` lists the quotes that a close overtook on their way to the
 * tape.
 */
function made(
  {
    fromMs,
    forMs,
    stepMs = 250,
  }: { readonly fromMs: number; readonly forMs: number; readonly stepMs?: number | null },
  { heads = new Map<string, FeedStart>(), isLate = (_: Quote): boolean => false } = {},
): Made {
  const tapes = new Map<string, TapeEntry[]>();
  for (const [symbol, head] of heads) {
    const entry = wire({ symbol, bid: head.bid, ask: head.ask, volume: 0n, feedTimeMs: head.feedTimeMs }, 1);
    tapes.set(symbol, [{ ...entry, seq: Number(head.seq) }]);
  }
  const push = (quotes: readonly Quote[]): void => {
    for (const quote of quotes) {
      if (isLate(quote)) continue;
      let tape = tapes.get(quote.symbol);
      if (tape === undefined) tapes.set(quote.symbol, (tape = []));
      tape.push(wire(quote, (tape.at(-1)?.seq ?? 0) + 1));
    }
  };
  const simulation = simulationFrom({ seed: KEY, listings: catalogue }, heads);
  const isOpen = (symbol: string): boolean => {
    const instrument = instrumentOf(symbol);
    return instrument !== undefined && sessionAt(instrument.calendar, fromMs).open;
  };
  push(
    [...simulation.prices.values()]
      .filter(({ listing }) => isOpen(listing.instrument.symbol) || !heads.has(listing.instrument.symbol))
      .map((state) => simulatedQuote(state, { feedTimeMs: fromMs, minutes: 0 }, simulation.random)),
  );
  const pace = stepMs ?? 250;
  const step = stepper(simulation, { quotesPerSecond: 2, stepMs: pace });
  // Before steps had scheduled times, a timer sometimes fired slightly late.
  const late = (at: number): number => (stepMs === null ? at % 7 : 0);
  for (let at = fromMs + pace; at < fromMs + forMs; at += pace + late(at)) push(step(at));
  const day = new Date(fromMs).toISOString().slice(0, 10);
  const run = { day, commitment: '', started_ms: fromMs, heads: numbersOf(heads), step_ms: stepMs };
  const ends = [...tapes].map(([symbol, tape]) => [symbol, tape.at(-1)?.seq ?? 0] as const);
  const startedMs = fromMs + Math.ceil(forMs / pace) * pace;
  return { tapes, run, next: { ...run, started_ms: startedMs, heads: Object.fromEntries(ends) } };
}

function numbersOf(heads: ReadonlyMap<string, FeedStart>): Record<string, number> {
  return Object.fromEntries([...heads].map(([symbol, { seq }]) => [symbol, Number(seq)]));
}

function wire({ symbol, bid, ask, last, volume, feedTimeMs }: Quote, seq: number): TapeEntry {
  const tick = instrumentOf(symbol)?.tickSize ?? 1n;
  return {
    seq,
    time_ms: feedTimeMs,
    feed_time_ms: feedTimeMs,
    bid: formatAmount(bid),
    ask: formatAmount(ask),
    last: formatAmount(last ?? nearestTick((bid + ask) / 2n, tick)),
    volume: formatAmount(volume),
    kind: 'quote',
    gap: false,
    hash: '',
  };
}

function check({ tapes, run, next }: Made, key = KEY) {
  const read = (symbol: string, from: number, limit: number) =>
    Promise.resolve((tapes.get(symbol) ?? []).filter(({ seq }) => seq >= from).slice(0, limit));
  return checkRun(read, key, { run, next });
}

test('has the same symbols and hours in the verifier as on the platform', () => {
  expect(
    MARKET_SYMBOLS.map((symbol) => ({
      ...symbol,
      start: 'legs' in symbol ? 0 : symbol.start,
    })),
  ).toEqual(
    catalogue.map(({ instrument, spread, behaviour }) => ({
      symbol: instrument.symbol,
      kind: instrument.kind,
      tick: formatAmount(instrument.tickSize),
      step: formatAmount(instrument.quantityStep),
      spread: formatAmount(spread),
      start: 'legs' in behaviour ? 0 : behaviour.startPrice,
      minuteVolume: behaviour.minuteVolume,
      ...('legs' in behaviour
        ? { legs: behaviour.legs, of: behaviour.of }
        : {
            factor: Object.keys(behaviour.loads)[0],
            load: Object.values(behaviour.loads)[0],
            volatility: behaviour.yearlyVolatility,
          }),
    })),
  );
  // Every hour of several years, including clock changes, holidays and Good Fridays.
  for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2031, 0, 1); at += HOUR_MS) {
    expect([at, isOpenAt({ kind: 'forex' }, at), isOpenAt({ kind: 'metal' }, at)]).toEqual([
      at,
      sessionAt('forex', at).open,
      sessionAt('metal', at).open,
    ]);
  }
});

/** Steps with scheduled times, and steps without. */
describe.each([250, null])('a day that is recomputed from its key, at a step of %s ms', (stepMs) => {
  const usual = made({ fromMs: FRIDAY_CLOSE - 1000, forMs: 60_000, stepMs });

  test('contains every quote of the tapes, both from the beginning and from the end of a run', async () => {
    const fresh = made({ fromMs: Date.parse('2026-11-19T09:00:00Z'), forMs: 180_000, stepMs });
    const first = await check(fresh);
    expect(first).toMatchObject({ differences: [], refused: 0, leftOut: 0 });
    expect(first.quotes).toBe([...fresh.tapes.values()].reduce((sum, tape) => sum + tape.length, 0));
    const heads = new Map(
      [...fresh.tapes].map(([symbol, tape]) => [symbol, headOf(tape.at(-1) as TapeEntry)] as const),
    );
    const second = await check(
      made({ fromMs: Date.parse('2026-11-19T21:59:50Z'), forMs: 30_000, stepMs }, { heads }),
    );
    expect(second).toMatchObject({ differences: [], leftOut: 0 });
    expect(second.quotes).toBeGreaterThan(900);
  });

  test('continues across a weekly close, whether or not the last quotes came too late for the tape', async () => {
    expect(await check(usual)).toMatchObject({ differences: [], leftOut: 0 });
    const late = made(
      { fromMs: FRIDAY_CLOSE - 10_000, forMs: 60_000, stepMs },
      {
        isLate: ({ symbol, feedTimeMs }) =>
          !symbol.endsWith('USDT') && feedTimeMs > FRIDAY_CLOSE - 600 && feedTimeMs < FRIDAY_CLOSE,
      },
    );
    const report = await check(late);
    // A step with a scheduled time is never too late for the tape.
    expect(report.differences.length > 0).toBe(stepMs !== null);
    expect(report.leftOut > 0).toBe(stepMs === null);
  });

  test('reveals a changed quote, and names nothing but its symbol, entry and field', async () => {
    const tape = [...(usual.tapes.get('SOL/USDT') ?? [])];
    const entry = tape[20] as TapeEntry;
    tape[20] = { ...entry, bid: '1.23' };
    const tapes = new Map(usual.tapes).set('SOL/USDT', tape);
    expect((await check({ ...usual, tapes })).differences).toEqual([
      { symbol: 'SOL/USDT', seq: 21, field: 'bid', derived: entry.bid, found: '1.23' },
    ]);
  });

  test('reveals a missing quote, an additional one, and a tape generated with a different key', async () => {
    const tape = usual.tapes.get('BTC/USDT') ?? [];
    const with_ = (changed: readonly TapeEntry[]): Made => ({
      ...usual,
      tapes: new Map(usual.tapes).set(
        'BTC/USDT',
        changed.map((entry, at) => ({ ...entry, seq: at + 1 })),
      ),
      next: { ...usual.next, heads: { ...usual.next.heads, 'BTC/USDT': changed.length } },
    });
    const missing = await check(with_(tape.toSpliced(30, 1)));
    expect(missing.differences).toEqual([
      expect.objectContaining({ symbol: 'BTC/USDT', field: 'quote', found: null }),
    ]);
    const before = tape[29] as TapeEntry;
    const added = await check(
      with_(tape.toSpliced(30, 0, { ...before, feed_time_ms: before.feed_time_ms + 1, bid: '1' })),
    );
    expect(added.differences).toEqual([
      expect.objectContaining({ symbol: 'BTC/USDT', seq: 31, field: 'quote', derived: null }),
    ]);
    const other = await check(usual, 'c6'.repeat(32));
    expect(other.differences.length).toBeGreaterThanOrEqual(20);
  });

  test('skips gaps, and the number of quotes that an entry states as rejected', async () => {
    const tape = usual.tapes.get('ETH/USDT') ?? [];
    const at = tape[10] as TapeEntry;
    const cause = { ...at, gap: true, volume: '0' };
    const changed = tape.toSpliced(
      10,
      2,
      { ...cause, kind: 'gap' },
      { ...cause, kind: 'reject', reason: 'jump', refused: 'ab'.repeat(32), refused_count: 1 },
      { ...cause, kind: 'reject', reason: 'jump', refused: 'ab'.repeat(32), refused_count: 1 },
    );
    const tapes = new Map(usual.tapes).set(
      'ETH/USDT',
      changed.map((entry, place) => ({ ...entry, seq: place + 1 })),
    );
    const next = { ...usual.next, heads: { ...usual.next.heads, 'ETH/USDT': changed.length } };
    expect(await check({ ...usual, tapes, next })).toMatchObject({ differences: [], refused: 2 });
  });
});

test.each([60_000, 900_000])(
  'recomputes a run that generated a demo’s history in steps of %s ms',
  async (stepMs) => {
    const fromMs = FRIDAY_CLOSE - 7 * HOUR_MS;
    const passed = made({ fromMs, forMs: 9 * HOUR_MS, stepMs });
    const { differences, quotes, hole } = await check(passed);
    expect({ differences, hole }).toEqual({ differences: [], hole: undefined });
    expect(quotes).toBeGreaterThan((9 * HOUR_MS * 10) / stepMs);
    const wrong = { ...passed, run: { ...passed.run, step_ms: stepMs / 2 } };
    expect((await check(wrong)).differences).not.toEqual([]);
  },
);

describe('the times of a run', () => {
  const fromMs = Date.parse('2026-11-19T09:00:00Z');
  const whole = made({ fromMs, forMs: 60_000 });
  /** Changes every entry from half a minute on. */
  const changed = (change: (entry: TapeEntry) => TapeEntry): Made => ({
    ...whole,
    tapes: new Map(
      [...whole.tapes].map(([symbol, tape]) => [
        symbol,
        tape.map((entry) => (entry.time_ms < fromMs + 30_000 ? entry : change(entry))),
      ]),
    ),
  });

  test('reveal a stall whose missed steps have later times instead of their own', async () => {
    expect(await check(whole)).toMatchObject({ differences: [], hole: undefined });
    const stalled = changed((entry) => ({
      ...entry,
      time_ms: entry.time_ms + 10_000,
      feed_time_ms: entry.feed_time_ms + 10_000,
    }));
    expect((await check(stalled)).differences).toContainEqual(
      expect.objectContaining({ field: 'quote', found: null }),
    );
  });

  test('reveal a quote whose stated time differs from its time on the tape', async () => {
    const late = changed((entry) => ({ ...entry, time_ms: entry.time_ms + 1 }));
    expect((await check(late)).differences[0]).toMatchObject({
      field: 'time_ms',
      derived: String(fromMs + 30_000),
      found: String(fromMs + 30_001),
    });
  });

  test("allow an entry after a late gap to have the gap's time", async () => {
    const tape = whole.tapes.get('BTC/USDT') ?? [];
    const at = tape[60] as TapeEntry;
    const gap = { ...at, time_ms: at.time_ms + 400, gap: true, kind: 'gap' as const, volume: '0' };
    const behind = { ...at, time_ms: gap.time_ms };
    const entries = tape.toSpliced(60, 1, gap, behind).map((entry, place) => ({ ...entry, seq: place + 1 }));
    const tapes = new Map(whole.tapes).set('BTC/USDT', entries);
    const next = { ...whole.next, heads: { ...whole.next.heads, 'BTC/USDT': entries.length } };
    expect((await check({ ...whole, tapes, next })).differences).toEqual([]);
  });

  test('give the beginning and the end of a period without steps', async () => {
    const next = { ...whole.next, started_ms: fromMs + 90_000 };
    const { hole, differences } = await check({ ...whole, next });
    expect(differences).toEqual([]);
    expect(hole).toEqual({ fromMs: fromMs + 60_000, toMs: fromMs + 90_000 });
  });
});

function headOf(entry: TapeEntry): FeedStart {
  const units = (text: string): bigint => BigInt(Math.round(Number(text) * 1e8));
  return {
    bid: units(entry.bid),
    ask: units(entry.ask),
    last: units(entry.last),
    seq: BigInt(entry.seq),
    timeMs: entry.time_ms,
    feedTimeMs: entry.feed_time_ms,
  };
}
