/**
 * A bot that would have its losing options void, or the exit thrown again, for a simulated day that nobody has seen: the feed's own
 * silences bring it nothing, nor does what load can do to the platform, nor stopping and ending the whole of it. `CANDOR_SEED` runs a
 * day again.
 */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { OptionEntry } from '@candor/domain/trading/option.ts';
import { createRandom } from '../src/quotes/feeds/random.ts';
import { intervalOf } from './testing/statistics.ts';
import { broughtWhileHeldUp } from './testing/held-up-day.ts';
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

// What a stall was worth while the steps that it missed were lost: the exit is then the first price after it, a second throw.
test(`this finds a bot that can hold the whole platform up where nothing is made up (CANDOR_SEED=${SEED})`, () => {
  const bot = { afterSilenceMs: 0, holdsUp: { beforeMs: 300, forMs: 10_000 } };
  const honest = found('buys always', { afterSilenceMs: 0 });
  expect(found('holds up for ten seconds when it loses', bot).mean).toBeGreaterThan(honest.mean);
});

// `held-up-day.test.ts` has the others, for longer.
test(`a bot that holds the whole platform up has nothing of it where it is made up (CANDOR_SEED=${SEED})`, async () => {
  const holdUp = { when: 'losing', beforeMs: 300, forMs: 10_000, ends: false } as const;
  const market = { seed: `${SEED} held up`, markets: 36 };
  const interval = intervalOf(await broughtWhileHeldUp(market, createRandom(`${SEED} sides`), holdUp));
  process.stdout.write(`${SEED} holds up for ten seconds when it loses: ${JSON.stringify(interval)}\n`);
  expect(interval.most).toBeLessThanOrEqual(0);
});
