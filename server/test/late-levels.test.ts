/**
 * A trader who sees a market before its feed reports it earns nothing with levels and options either, because the quote that
 * fires a level or strikes a ticket was made after the request.
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

/** The seed of an unknown market; `CANDOR_SEED` repeats a run. */
const SEED = process.env['CANDOR_SEED'] ?? randomBytes(8).toString('hex');
/** The seed of a market in which moving a stop immediately earns often enough to measure. */
const CONTROL_SEED = 'old prices';
const CONTROL_HOURS = 3;
const HOURS = 1;
const TICKETS = 10_000;
/** The rounding error of the model's numbers. */
const NOTHING = 1e-9;

describe.each([300, 800, 1500])(
  `a trader ahead of a feed that is %d ms late (CANDOR_SEED=${SEED})`,
  (lateMs) => {
    let market: BotMarket;
    let path: Path;
    beforeAll(() => {
      market = laggingMarket(SEED, HOURS, undefined, lateMs);
      path = driftlessPath(createRandom(`${SEED} ${lateMs}`), TICKETS);
    });
    const gains = (name: LevelName, fillsOld: boolean): number[] =>
      market.tapes.flatMap((tape) => levelGains(tape, name, { fillsOld }));

    test.each(Object.keys(LEVELS) as LevelName[])('gains nothing from a closing by %s', (name) => {
      // No level gains anything, and therefore the average doesn't either. The quote that fires a level was made after the
      // request, and nobody knew it at that time.
      const found = gains(name, false);
      expect(found.filter((gain) => gain > NOTHING)).toEqual([]);
      // Control: quotes made before the request would yield a gain, which grows with the feed's delay.
      if (lateMs > 300) expect(intervalOf(gains(name, true)).mean).toBeGreaterThan(0);
    });

    test('gains nothing by moving a stop out of the way of a quote in flight', () => {
      const found = intervalOf(market.tapes.flatMap((tape) => moverGains(tape, { countsAtOnce: false })));
      expect(found.least, `${found.mean} of ${found.count}`).toBeLessThanOrEqual(0);
      // After fees, the result is a loss that chance doesn't explain.
      expect(found.most, `${found.mean} of ${found.count}`).toBeLessThan(MOVER_FEES);
    });

    test('would gain more than both fees if a stop moved immediately', () => {
      const { tapes } = laggingMarket(CONTROL_SEED, CONTROL_HOURS, undefined, lateMs);
      const found = intervalOf(tapes.flatMap((tape) => moverGains(tape, { countsAtOnce: true })));
      expect(found.least, `${found.mean} of ${found.count}`).toBeGreaterThan(MOVER_FEES);
    });

    test.each([250, 500, 1500])('loses the usual cost of options, with an entry every %d ms', (tickMs) => {
      const found = intervalOf(
        optionGains(path, { tickMs, lateMs, ticketsMax: TICKETS }, { fillsOld: false }),
      );
      expect(found.most, `${found.mean} of ${found.count}`).toBeLessThanOrEqual(0);
    });

    test('would lose less than the usual cost of options if a quote made before the request struck its tickets', () => {
      const terms = { tickMs: 250, lateMs, ticketsMax: TICKETS };
      expect(intervalOf(optionGains(path, terms, { fillsOld: true })).mean).toBeGreaterThan(-7.5);
    });
  },
);
