/**
 * A bot tries to turn experience credit into money without risk, for simulated days on unknown markets. It opens and closes
 * immediately, holds both sides, uses the highest or the lowest leverage, or buys options both ways. The amount that it
 * converts, less its loss of its own money, is zero or less.
 */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import { closePosition } from '@candor/domain/trading/closing.ts';
import { openingCost } from '@candor/domain/trading/contract.ts';
import { creditTurnover } from '@candor/domain/trading/testing/credit-turnover.ts';
import { instruments } from '../src/quotes/catalogue.ts';
import { createRandom } from '../src/quotes/feeds/random.ts';
import type { Random } from '../src/quotes/feeds/random.ts';
import { EXPERIENCE_TURNOVER } from '../src/identity/experience-credit.ts';

const GRANT = amount('100');
const BTC = instruments.get('BTC/USDT')!;
/** `CANDOR_SEED` repeats the days. */
const SEED = process.env['CANDOR_SEED'] ?? randomBytes(16).toString('hex');
const DAYS = 40;
/** The standard deviation over a minute, in units of 10^-4, of bitcoin moving by half its price in a year. */
const MINUTE_MOVE = 6.9;
const PRICE = amount('64000');
const STEP = PRICE / 10_000n;

/** A bot's strategy: the leverage, and the minutes for which it holds a position. */
type Strategy = { readonly leverage: number; readonly holdMinutes: number };
const STRATEGIES: Readonly<Record<string, Strategy>> = {
  'opens and closes at once': { leverage: 100, holdMinutes: 0 },
  'holds for a minute': { leverage: 100, holdMinutes: 1 },
  'largest leverage, then idle': { leverage: 100, holdMinutes: 1440 },
  'smallest leverage, then idle': { leverage: 1, holdMinutes: 1440 },
  'ten hours each': { leverage: 20, holdMinutes: 600 },
};

/** Returns the amount that the bot converted in a day. */
function dayOf({ leverage, holdMinutes }: Strategy, random: Random): Amount {
  let [credit, turnover, price, minute] = [GRANT, 0n, PRICE, 0];
  const half = amount('0.05');
  // A thousand rounds a day are more than any rate limit allows a bot that closes immediately.
  for (let round = 0; round < 1000 && minute < 1440; round += 1) {
    const margin = (credit * 8n) / 10n;
    const quantity =
      ((margin * BigInt(leverage) * 100_000_000n) / price / BTC.contractStep) * BTC.contractStep;
    if (quantity < BTC.contractMin) break;
    const side = random.next() < 0.5 ? 'long' : 'short';
    const entryPrice = side === 'long' ? price + half : price - half;
    const cost = openingCost(BTC, { quantity, price: entryPrice, rate: amount('1'), leverage });
    if (cost.total > credit) break;
    const opened = minute;
    const exposure = {
      side,
      quantity,
      entryPrice,
      rate: amount('1'),
      margin: cost.margin,
      financing: 0n,
    } as const;
    let closing = closePosition(BTC, { ...exposure, initialMargin: cost.margin }, { quantity, price });
    for (let held = 0; held < Math.min(holdMinutes, 1440 - opened); held += 1) {
      price += (STEP * BigInt(Math.round(MINUTE_MOVE * random.normal() * 1000))) / 1000n;
      minute += 1;
      const at = side === 'long' ? price - half : price + half;
      closing = closePosition(BTC, { ...exposure, initialMargin: cost.margin }, { quantity, price: at });
      if (cost.margin + closing.pnl <= cost.margin / 2n) break;
    }
    credit += closing.settlement.returned - cost.total;
    turnover += creditTurnover({
      product: 'contract',
      margin: cost.margin,
      leverage,
      heldMs: (minute - opened) * MINUTE_MS,
    });
    if (turnover >= EXPERIENCE_TURNOVER * GRANT) return credit;
    minute += holdMinutes === 0 && round % 2 === 1 ? 1 : 0;
  }
  return 0n;
}

test.each(Object.entries(STRATEGIES))(
  `lets a bot convert no credit in a day: %s (CANDOR_SEED=${SEED})`,
  (name, strategy) => {
    const random = createRandom(`${SEED} ${name}`);
    const converted = Array.from({ length: DAYS }, () => dayOf(strategy, random));
    // The amount is zero on every day, so the interval of the bot's profit is the point zero.
    expect(converted.map(formatAmount).filter((value) => value !== '0')).toEqual([]);
  },
);
