/**
 * An attacker who can stop the whole platform, or kill and restart it, at chosen moments gains nothing, because the price at an
 * expiry is the one that the market would have had anyway. The test runs the feed's program on unknown keys; `CANDOR_SEED`
 * repeats them.
 */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRandom } from '../src/quotes/feeds/random.ts';
import { broughtWhileHeldUp } from './testing/held-up-day.ts';
import type { HoldUp } from './testing/held-up-day.ts';
import { intervalOf } from './testing/statistics.ts';

const SEED = process.env['CANDOR_SEED'] ?? randomBytes(8).toString('hex');
const MARKETS = 40;

test.each<[string, HoldUp]>([
  ['ten seconds when it loses', { when: 'losing', beforeMs: 300, forMs: 10_000, ends: false }],
  ['ten seconds when it wins', { when: 'winning', beforeMs: 300, forMs: 10_000, ends: false }],
  [
    'the rest of the ticket’s time when it wins',
    { when: 'winning', beforeMs: 20_000, forMs: 21_000, ends: false },
  ],
  ['a minute when it loses', { when: 'losing', beforeMs: 300, forMs: 60_000, ends: false }],
  ['ten minutes when it loses', { when: 'losing', beforeMs: 300, forMs: 600_000, ends: false }],
  ['ten seconds by killing it when it loses', { when: 'losing', beforeMs: 300, forMs: 10_000, ends: true }],
  ['ten seconds by killing it when it wins', { when: 'winning', beforeMs: 300, forMs: 10_000, ends: true }],
  [
    'the rest of the ticket’s time by killing it when it wins',
    { when: 'winning', beforeMs: 20_000, forMs: 21_000, ends: true },
  ],
  ['ten minutes by killing it when it loses', { when: 'losing', beforeMs: 300, forMs: 600_000, ends: true }],
])(
  `yields no profit to a bot that suspends the whole platform for %s (CANDOR_SEED=${SEED})`,
  async (name, holdUp) => {
    const market = { seed: `${SEED} ${name}`, markets: MARKETS };
    const interval = intervalOf(await broughtWhileHeldUp(market, createRandom(`${SEED} ${name}`), holdUp));
    process.stdout.write(`${SEED} ${name}: ${JSON.stringify(interval)}\n`);
    expect(interval.most).toBeLessThanOrEqual(0);
  },
);
