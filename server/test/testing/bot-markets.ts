/** Markets for the latency bot: the simulated one as its feed quotes it, and one whose coins follow one another late. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { catalogue } from '../../src/quotes/catalogue.ts';
import { createRandom } from '../../src/quotes/feeds/random.ts';
import { onStep } from '../../src/quotes/feeds/simulated-quote.ts';
import { simulationFrom, stepper } from '../../src/quotes/feeds/stepper.ts';
import type { Tapes } from './fill-bot.ts';

const STARTS_MS = Date.parse('2024-08-07T12:00:00Z');
const STEP_MS = 250;
/** From the step to the commit of its entries. */
const WRITTEN_AFTER_MS = 15;
const coins = catalogue.filter(({ instrument }) => instrument.kind === 'crypto');

/** The demo's market as the tape has it. */
export function simulatedTapes(seed: string, hours: number): Tapes {
  const step = stepper(simulationFrom({ seed, listings: coins }, new Map()), { quotesPerSecond: 2 });
  const tapes = new Map(
    coins.map(({ instrument, behaviour }) => {
      const beta = 'loads' in behaviour ? behaviour.yearlyVolatility * (behaviour.loads.crypto ?? 0) : 1;
      return [instrument.symbol, { entries: [] as TapeEntry[], beta }];
    }),
  );
  for (let atMs = 0; atMs < hours * 3_600_000; atMs += STEP_MS) {
    for (const quote of step(STARTS_MS + atMs)) {
      const entries = tapes.get(quote.symbol)?.entries;
      const timeMs = quote.feedTimeMs + WRITTEN_AFTER_MS;
      entries?.push({ ...quote, last: quote.last ?? quote.bid, timeMs, seq: BigInt(entries.length + 1) });
    }
  }
  return tapes;
}

/**
 * A market from outside: one factor that jumps every half minute moves all coins at once, but each is quoted by itself about
 * twice a second, so that some show a jump before others.
 */
export function laggingTapes(seed: string, hours: number): Tapes {
  const random = createRandom(seed);
  const factor = { price: 0 };
  const tapes = new Map(
    Array.from({ length: 10 }, (_, at) => [
      `C${at}/USDT`,
      { entries: [] as TapeEntry[], beta: 0.6 + at * 0.05 },
    ]),
  );
  for (let atMs = 0; atMs < hours * 3_600_000; atMs += STEP_MS) {
    factor.price += random.normal() * 0.00003;
    if (random.next() < STEP_MS / 30_000) factor.price += random.normal() * 0.004;
    for (const [symbol, { entries, beta }] of tapes) {
      if (random.next() > 0.5) continue;
      const bid = onStep(100 * Math.exp(factor.price * beta), 100_000n);
      const feedTimeMs = STARTS_MS + atMs + Math.floor(random.next() * STEP_MS);
      const timeMs = feedTimeMs + WRITTEN_AFTER_MS;
      const seq = BigInt(entries.length + 1);
      entries.push({ symbol, seq, timeMs, feedTimeMs, bid, ask: bid + 1_000_000n, last: bid, volume: 0n });
    }
  }
  return tapes;
}
