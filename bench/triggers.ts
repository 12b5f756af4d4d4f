/**
 * Measures how fast a quote finds the triggers that it fires. A million triggers rest on one symbol; each second a thousand are
 * added, a thousand moved and a thousand removed, and a hundred fire. One symbol is the hardest case, because nothing can be
 * partitioned. Of each hundred, seventy wait for a price, evenly on both sides in both directions, as limits, targets, stops and
 * liquidations do; fifteen wait for a time; fifteen trail the price, one half the bid, the other the ask. The price wanders.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pathToFileURL } from 'node:url';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { isTrailing } from '@candor/domain/trading/trigger.ts';
import type { Trigger, TrailingCondition, TriggerCondition } from '@candor/domain/trading/trigger.ts';
import { PriceIndex } from '../server/src/engine/price-index.ts';
import { figureLine } from './figure.ts';
import type { Figure } from './figure.ts';

const SYMBOL = 'BTC/USDT';
const RESTING = 1_000_000;
const SECONDS = 20;
const QUOTES_A_SECOND = 1_000;
const CHANGES_A_SECOND = 1_000;
const FIRED_A_SECOND = 100;
/** In units of 10⁻⁸: a price of 50,000 and a tick of 0.01. */
const MIDDLE = 50_000_00000000n;
const TICK = 1_000_000n;
/** Resting levels lie up to this far from the price, as in a real book, whose levels thin out over a wide band. */
const BAND_TICKS = 2_000_000;
/**
 * The price stays within this many ticks of the middle, and resting levels lie beyond, so that exactly the intended triggers
 * fire.
 */
const WANDER_TICKS = 5_000;
const STEP_TICKS = 20;
/** Levels that rest at the start were armed at any of this many earlier entries. */
const HISTORY = 100_000;
/** A time after the end of every run. */
const RESTING_MS = 2_000_000_000_000n;

const PRICES: readonly TriggerCondition[] = [
  'ask_at_or_below',
  'ask_at_or_above',
  'bid_at_or_below',
  'bid_at_or_above',
];

/** A seeded generator (mulberry32), so that every run of the benchmark does the same work. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

type Details = { readonly version: number; readonly seq: bigint };

/** A row's number decides its kind, so that a moved row keeps its kind. */
function conditionOf(row: number): TriggerCondition {
  const share = row % 100;
  if (share < 70) return PRICES[row % 4]!;
  if (share < 85) return 'time_at_or_after';
  return row % 2 === 0 ? 'bid_falls_by' : 'ask_rises_by';
}

function triggerOf(row: number, level: bigint, details: Details): Trigger {
  return {
    symbol: SYMBOL,
    kind: 'position',
    book: BigInt(1 + (row % 50_000)),
    row: BigInt(row),
    version: details.version,
    condition: conditionOf(row),
    level,
    armedSeq: details.seq,
  };
}

/** A level `ticks` beyond every price of this run. */
function resting(row: number, ticks: number, details: Details): Trigger {
  const condition = conditionOf(row);
  const distance = TICK * BigInt(WANDER_TICKS + ticks + 1);
  if (condition === 'time_at_or_after') return triggerOf(row, RESTING_MS + BigInt(ticks), details);
  if (isTrailing(condition)) return triggerOf(row, distance * 2n, details);
  return triggerOf(row, condition.endsWith('below') ? MIDDLE - distance : MIDDLE + distance, details);
}

/** A level that the next entry reaches, whatever its price. */
function due(row: number, details: Details): Trigger {
  const condition = conditionOf(row);
  if (condition === 'time_at_or_after' || isTrailing(condition)) return triggerOf(row, 0n, details);
  return triggerOf(row, condition.endsWith('below') ? MIDDLE * 2n : 1n, details);
}

/** The price of entry number n wanders about the middle. Bid and ask are equal. */
function wander(random: (below: number) => number): Float64Array {
  const ticks = new Float64Array(HISTORY + SECONDS * QUOTES_A_SECOND + 1);
  for (let at = 1; at < ticks.length; at += 1) {
    const next = ticks[at - 1]! + random(STEP_TICKS * 2 + 1) - STEP_TICKS;
    ticks[at] = Math.max(-WANDER_TICKS, Math.min(WANDER_TICKS, next));
  }
  return ticks;
}

function priceAt(ticks: number): Amount {
  return MIDDLE + TICK * BigInt(ticks);
}

function entryAt(seq: number, price: Amount): TapeEntry {
  const timeMs = seq * 250;
  return {
    symbol: SYMBOL,
    seq: BigInt(seq),
    timeMs,
    feedTimeMs: timeMs,
    bid: price,
    ask: price,
    last: price,
    volume: 0n,
  };
}

/**
 * The highest and the lowest price from each entry of the history to its last entry, which the minutes of the tape would give.
 */
function extremesOf(prices: Float64Array): (condition: TrailingCondition, armed: number) => Amount {
  const highs = prices.slice(0, HISTORY + 1);
  const lows = prices.slice(0, HISTORY + 1);
  for (let at = HISTORY - 1; at >= 0; at -= 1) {
    highs[at] = Math.max(highs[at]!, highs[at + 1]!);
    lows[at] = Math.min(lows[at]!, lows[at + 1]!);
  }
  return (condition, armed) => priceAt((condition === 'bid_falls_by' ? highs : lows)[armed]!);
}

function memoryBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Spreads a second's traffic evenly: each quote is preceded by its share of changes. Only `match` is timed. */
function runTraffic(
  index: PriceIndex,
  prices: Float64Array,
  random: (below: number) => number,
): Float64Array {
  const tookUs = new Float64Array(SECONDS * QUOTES_A_SECOND);
  const versions = new Uint32Array(RESTING * 2).fill(1);
  let oldest = 0;
  let newest = RESTING;
  let fired = 0;
  for (let quote = 0; quote < tookUs.length; quote += 1) {
    const head = HISTORY + quote;
    const seq = BigInt(head);
    const price = priceAt(prices[head]!);
    // For a level armed at the newest entry, a lane passes the price of that entry as the extreme.
    const put = (trigger: Trigger): void =>
      index.put(trigger, isTrailing(trigger.condition) ? price : undefined);
    for (let change = 0; change < CHANGES_A_SECOND / QUOTES_A_SECOND; change += 1) {
      put(resting(newest++, random(BAND_TICKS), { version: 1, seq }));
      const moved = oldest + 1 + random(RESTING / 2);
      versions[moved]! += 1;
      put(resting(moved, random(BAND_TICKS), { version: versions[moved]!, seq }));
      index.remove(resting(oldest, 0, { version: 0, seq }), versions[oldest++]!);
    }
    if (quote % (QUOTES_A_SECOND / FIRED_A_SECOND) === 0) put(due(newest++, { version: 1, seq }));
    const entry = entryAt(head + 1, priceAt(prices[head + 1]!));
    const start = performance.now();
    fired += index.match(entry).length;
    tookUs[quote] = (performance.now() - start) * 1000;
  }
  if (fired !== SECONDS * FIRED_A_SECOND)
    throw new Error(`expected ${SECONDS * FIRED_A_SECOND} triggers to fire, found ${fired}`);
  return tookUs;
}

export function benchTriggers(): Figure[] {
  const random = seeded(1);
  const prices = wander(random);
  const extremeOf = extremesOf(prices);
  const before = memoryBytes();
  const index = new PriceIndex();
  const start = performance.now();
  for (let row = 0; row < RESTING; row += 1) {
    const seq = BigInt(1 + random(HISTORY));
    index.put(resting(row, random(BAND_TICKS), { version: 1, seq }));
  }
  index.armedUpTo(SYMBOL, BigInt(HISTORY));
  index.begin(SYMBOL, BigInt(HISTORY), extremeOf);
  const rebuildSeconds = (performance.now() - start) / 1000;
  const tookUs = runTraffic(index, prices, random);
  const megabytes = (memoryBytes() - before - tookUs.byteLength - RESTING * 2 * 4) / 2 ** 20;
  const sorted = tookUs.toSorted();
  const mean = tookUs.reduce((sum, each) => sum + each, 0) / tookUs.length;
  return [
    { name: 'triggers: a quote, mean', value: mean, unit: 'µs', goal: { atMost: 10 } },
    {
      name: 'triggers: a quote, p99.9',
      value: sorted[Math.floor(sorted.length * 0.999)]!,
      unit: 'µs',
      goal: { atMost: 1000 },
    },
    { name: 'triggers: rebuild of 1,000,000', value: rebuildSeconds, unit: 's', goal: { atMost: 3 } },
    { name: 'triggers: memory of 1,000,000', value: megabytes, unit: 'MB', goal: { atMost: 150 } },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const figure of benchTriggers()) process.stdout.write(`${figureLine(figure)}\n`);
}
