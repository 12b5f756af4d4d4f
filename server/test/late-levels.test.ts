/**
 * Knowing a market before its feed tells it earns nothing by levels and by options either: what fires a level, or strikes a ticket, was
 * made after it was asked for.
 */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../src/quotes/feeds/random.ts';
import { laggingMarket } from './testing/bot-markets.ts';
import type { BotMarket } from './testing/bot-markets.ts';
import { MOVER_FEES, levelGains, LEVELS, moverGains, optionGains } from './testing/late-tape-bot.ts';
import type { LevelName } from './testing/late-tape-bot.ts';
import { driftlessPath } from './testing/latency-bot.ts';
import type { Path } from './testing/latency-bot.ts';
import { intervalOf } from './testing/statistics.ts';

/** A market that nobody has seen; `CANDOR_SEED` runs one again. */
const SEED = process.env['CANDOR_SEED'] ?? randomBytes(8).toString('hex');
/** A market in which moving a stop at once earns often enough to tell. */
const CONTROL_SEED = 'old prices';
const CONTROL_HOURS = 3;
const HOURS = 1;
const TICKETS = 10_000;
/** What numbers of the model are off by. */
const NOTHING = 1e-9;

describe.each([300, 800, 1500])(`CANDOR_SEED=${SEED}, a feed that is %d ms late`, (lateMs) => {
  let market: BotMarket;
  let path: Path;
  beforeAll(() => {
    market = laggingMarket(SEED, HOURS, undefined, lateMs);
    path = driftlessPath(createRandom(`${SEED} ${lateMs}`), TICKETS);
  });
  const gains = (name: LevelName, fillsOld: boolean): number[] =>
    market.tapes.flatMap((tape) => levelGains(tape, name, { fillsOld }));

  test.each(Object.keys(LEVELS) as LevelName[])('%s brings no more than the position was worth', (name) => {
    // Of each one, and so of their mean: what fires it was made since, and nobody knew it.
    const found = gains(name, false);
    expect(found.filter((gain) => gain > NOTHING)).toEqual([]);
    // This finds what it would bring where what was made before fires it, the more the later the feed is.
    if (lateMs > 300) expect(intervalOf(gains(name, true)).mean).toBeGreaterThan(0);
  });

  test('moving a stop out of the way of what is under way brings no more than the position was worth', () => {
    const found = intervalOf(market.tapes.flatMap((tape) => moverGains(tape, { countsAtOnce: false })));
    expect(found.least, `${found.mean} of ${found.count}`).toBeLessThanOrEqual(0);
    // Less the fees it is a loss, whatever chance explains.
    expect(found.most, `${found.mean} of ${found.count}`).toBeLessThan(MOVER_FEES);
  });

  test('this finds a stop that moves at once: what it closes at is worth more than both fees', () => {
    const { tapes } = laggingMarket(CONTROL_SEED, CONTROL_HOURS, undefined, lateMs);
    const found = intervalOf(tapes.flatMap((tape) => moverGains(tape, { countsAtOnce: true })));
    expect(found.least, `${found.mean} of ${found.count}`).toBeGreaterThan(MOVER_FEES);
  });

  test.each([250, 500, 1500])('an option costs what it costs, with an entry every %d ms', (tickMs) => {
    const found = intervalOf(optionGains(path, { tickMs, lateMs, ticketsMax: TICKETS }, { fillsOld: false }));
    expect(found.most, `${found.mean} of ${found.count}`).toBeLessThanOrEqual(0);
  });

  test('this finds an option that is struck by what was made before: knowing that is worth something', () => {
    const terms = { tickMs: 250, lateMs, ticketsMax: TICKETS };
    expect(intervalOf(optionGains(path, terms, { fillsOld: true })).mean).toBeGreaterThan(-7.5);
  });
});
