/**
 * How fast a quote finds what it fires: a million triggers rest on one symbol while a thousand a second are added,
 * as many moved and as many removed, and a hundred fire. One symbol is the hardest case, since nothing is shared out.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pathToFileURL } from 'node:url';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { PriceIndex } from '../server/src/engine/price-index.ts';
import { figureLine } from './figure.ts';
import type { Figure } from './figure.ts';

const SYMBOL = 'BTC/USDT';
const RESTING = 1_000_000;
const SECONDS = 20;
const QUOTES_A_SECOND = 1_000;
const CHANGES_A_SECOND = 1_000;
const FIRED_A_SECOND = 100;
/** Whole units of 10⁻⁸: a price of 50,000 and a tick of 0.01. */
const MIDDLE = 50_000_00000000n;
const TICK = 1_000_000n;
/** Resting levels lie up to 2,000,000 ticks from the price, as real books thin out over a wide band. */
const BAND_TICKS = 2_000_000;

/** A small seeded generator (mulberry32): every run of the benchmark does the same work. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** A buy below the price or a sell above it, `ticks` away. */
function resting(row: number, ticks: number, details: { version: number; seq: bigint }): Trigger {
  const buy = row % 2 === 0;
  const distance = TICK * BigInt(ticks + 1);
  return {
    symbol: SYMBOL,
    kind: 'spot_order',
    book: BigInt(1 + (row % 50_000)),
    row: BigInt(row),
    version: details.version,
    condition: buy ? 'ask_at_or_below' : 'bid_at_or_above',
    level: buy ? MIDDLE - distance : MIDDLE + distance,
    armedSeq: details.seq,
  };
}

function entryAt(seq: bigint): TapeEntry {
  return {
    symbol: SYMBOL,
    seq,
    timeMs: 0,
    feedTimeMs: 0,
    bid: MIDDLE,
    ask: MIDDLE,
    last: MIDDLE,
    volume: 0n,
  };
}

function memoryBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A second's traffic spread evenly: each quote is preceded by its share of changes; only `match` is timed. */
function runTraffic(index: PriceIndex, random: (below: number) => number): Float64Array {
  const tookUs = new Float64Array(SECONDS * QUOTES_A_SECOND);
  const versions = new Uint32Array(RESTING * 2).fill(1);
  let oldest = 0;
  let newest = RESTING;
  let seq = 1n;
  for (let quote = 0; quote < tookUs.length; quote += 1) {
    for (let change = 0; change < CHANGES_A_SECOND / QUOTES_A_SECOND; change += 1) {
      index.put(resting(newest++, random(BAND_TICKS), { version: 1, seq }));
      const moved = oldest + 1 + random(RESTING / 2);
      versions[moved]! += 1;
      index.put(resting(moved, random(BAND_TICKS), { version: versions[moved]!, seq }));
      index.remove(resting(oldest, 0, { version: 0, seq }), versions[oldest++]!);
    }
    seq += 1n;
    // What is to fire is armed at the price itself, so that the run fires exactly what it says.
    if (quote % (QUOTES_A_SECOND / FIRED_A_SECOND) === 0) {
      index.put(resting(newest++, -1, { version: 1, seq: seq - 1n }));
    }
    const start = performance.now();
    index.match(entryAt(seq));
    tookUs[quote] = (performance.now() - start) * 1000;
  }
  return tookUs;
}

export function benchTriggers(): Figure[] {
  const random = seeded(1);
  const before = memoryBytes();
  const index = new PriceIndex();
  const start = performance.now();
  for (let row = 0; row < RESTING; row += 1) {
    index.put(resting(row, random(BAND_TICKS), { version: 1, seq: 0n }));
  }
  const rebuildSeconds = (performance.now() - start) / 1000;
  const tookUs = runTraffic(index, random);
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
