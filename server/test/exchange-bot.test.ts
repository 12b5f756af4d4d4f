/**
 * Firm prices of the flash exchange are not free options. A customer who requests many of them and executes only those that the
 * market has improved or is about to improve earns nothing, whatever the timing. `CANDOR_SEED` repeats a day.
 */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { usualTerms } from '../src/terms/usual-terms.ts';
import { laggingMarket, simulatedMarket } from './testing/bot-markets.ts';
import type { BotMarket } from './testing/bot-markets.ts';
import { carriedOut } from './testing/exchange-bot.ts';
import type { ExchangeBot } from './testing/exchange-bot.ts';
import { intervalOf } from './testing/statistics.ts';

const SEED = process.env['CANDOR_SEED'] ?? randomBytes(8).toString('hex');
const HOURS = process.env['CANDOR_LONG'] === '1' ? 24 : 2;
/** With fewer trades than this, the interval is too wide for a conclusion. */
const ENOUGH = 20;
const feeRate = String(usualTerms({ instruments: [], coolOffSeconds: 0 }).get('exchange')?.['fee_rate']);
const BOTS: readonly ExchangeBot[] = [0, 0.0005, 0.0009, 0.002].flatMap((better) =>
  (['entries', 'truth'] as const).flatMap((sees) =>
    [0, 250].map((lateMs): ExchangeBot => ({ better, sees, lateMs })),
  ),
);

describe(`a bot that executes only favourable firm prices (CANDOR_SEED=${SEED})`, () => {
  let markets: Record<'simulated' | 'lagging', { readonly market: BotMarket; readonly fillAgeMs: number }>;
  beforeAll(() => {
    markets = {
      simulated: { market: simulatedMarket(SEED, HOURS), fillAgeMs: 1000 },
      lagging: { market: laggingMarket(SEED, HOURS / 2), fillAgeMs: 0 },
    };
  }, 300_000);

  const brought = (of: 'simulated' | 'lagging', bot: ExchangeBot, isHeldAgainst: boolean) => {
    const { market, fillAgeMs } = markets[of];
    return carriedOut(bot, market, { fillAgeMs, feeRate, isHeldAgainst });
  };

  test.each(['simulated', 'lagging'] as const)(
    'makes no profit in the %s market',
    { timeout: 600_000 },
    (of) => {
      let carried = 0;
      for (const bot of BOTS) {
        const found = brought(of, bot, true);
        const name = `${of} ${JSON.stringify(bot)}: ${found.brought.length} of ${found.asked}`;
        if (found.brought.length < 2) continue;
        carried += found.brought.length;
        const { mean, most } = intervalOf(found.brought);
        process.stdout.write(`${name}, ${mean.toFixed(2)}, at most ${most.toFixed(2)}\n`);
        expect(found.brought.length < ENOUGH ? mean : most, name).toBeLessThanOrEqual(0);
      }
      expect(carried).toBeGreaterThan(100);
    },
  );

  test('would make a profit if prices were executed regardless of the market', () => {
    const found = brought('lagging', { better: 0.004, sees: 'truth', lateMs: 0 }, false);
    expect(intervalOf(found.brought).mean).toBeGreaterThan(0);
  });
});
