/**
 * A bot tries to have its losing options voided, or the exit price redrawn, for a simulated day of an unknown market. It gains
 * nothing from the feed's own silences, from delays that load can cause, or from stopping and killing the whole platform.
 * `CANDOR_SEED` repeats a day.
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
    'delays the platform when its ticket is losing, for as long as load can',
    { afterSilenceMs: 0, holdsUp: { beforeMs: 300, forMs: 2_400 } },
  ],
])(`yields no profit to a bot that %s (CANDOR_SEED=${SEED})`, (name, bot) => {
  expect(found(name, bot).most).toBeLessThanOrEqual(0);
});

// Control: the value of a stall if the feed continues and the quotes that it sends meanwhile are lost. The exit price is then
// the first price after the stall, which is a second draw.
test(`would favour a bot that suspends the whole platform if quotes sent meanwhile were lost (CANDOR_SEED=${SEED})`, () => {
  const bot = { afterSilenceMs: 0, holdsUp: { beforeMs: 300, forMs: 10_000 } };
  const honest = found('buys always', { afterSilenceMs: 0 });
  expect(found('holds up for ten seconds when it loses', bot).mean).toBeGreaterThan(honest.mean);
});

// `held-up-day.test.ts` runs the other strategies, for longer.
test(`decides every ticket as before if a platform whose feed keeps its quotes is suspended (CANDOR_SEED=${SEED})`, () => {
  const bot = { afterSilenceMs: 0, holdsUp: { beforeMs: 300, forMs: 10_000, isKept: true } };
  const [held, honest] = [bot, { afterSilenceMs: 0 }].map((one) =>
    broughtBy(one, entries, createRandom(`${SEED} sides`)),
  );
  expect(held).toEqual(honest);
});

// If the simulated market stopped with its process, an attacker who stopped it while the ticket was winning would keep the win.
test(`yields no profit to a bot that stops the simulated market while its ticket is winning (CANDOR_SEED=${SEED})`, async () => {
  const holdUp = { when: 'winning', beforeMs: 20_000, forMs: 21_000, ends: false } as const;
  const market = { seed: `${SEED} held up`, markets: 36 };
  const interval = intervalOf(await broughtWhileHeldUp(market, createRandom(`${SEED} sides`), holdUp));
  process.stdout.write(`${SEED} stops the market when it wins: ${JSON.stringify(interval)}\n`);
  expect(interval.most).toBeLessThanOrEqual(0);
});
