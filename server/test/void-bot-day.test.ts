/**
 * A bot that would have its losing options void, for a simulated day that nobody has seen: the feed's own silences bring it nothing, nor
 * does what load can do to the platform. `CANDOR_SEED` runs a day again.
 */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { OptionEntry } from '@candor/domain/trading/option.ts';
import { createRandom } from '../src/quotes/feeds/random.ts';
import { intervalOf } from './testing/statistics.ts';
import { broughtBy, dayOfEntries } from './testing/void-day.ts';
import type { VoidBot } from './testing/void-day.ts';

const SEED = process.env['CANDOR_SEED'] ?? randomBytes(8).toString('hex');
let entries: OptionEntry[];
beforeAll(() => {
  entries = dayOfEntries(createRandom(`${SEED} market`));
});

const found = (name: string, bot: VoidBot) => {
  const brought = broughtBy(bot, entries, createRandom(`${SEED} ${name}`));
  const interval = intervalOf(brought);
  const voids = brought.filter((one) => one === 0).length;
  process.stdout.write(`${SEED} ${name}: ${JSON.stringify(interval)}, ${voids} void or tied\n`);
  return interval;
};

test.each<[string, VoidBot]>([
  ['buys always', { afterSilenceMs: 0 }],
  ['buys into a silence', { afterSilenceMs: 1_000 }],
  [
    'holds up when it loses, as long as load can',
    { afterSilenceMs: 0, holdsUp: { beforeMs: 300, forMs: 2_400 } },
  ],
])(`%s (CANDOR_SEED=${SEED})`, (name, bot) => {
  expect(found(name, bot).most).toBeLessThanOrEqual(0);
});

// Known and open: the exit is then the first price after it, which is a second throw for whoever lost the first.
test(`this finds a bot that can hold the whole platform up for ten seconds (CANDOR_SEED=${SEED})`, () => {
  const bot = { afterSilenceMs: 0, holdsUp: { beforeMs: 300, forMs: 10_000 } };
  const honest = found('buys always', { afterSilenceMs: 0 });
  expect(found('holds up for ten seconds when it loses', bot).mean).toBeGreaterThan(honest.mean);
});
