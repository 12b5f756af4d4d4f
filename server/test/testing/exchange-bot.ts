/**
 * A program that requests firm prices and executes only those that the market has improved since, or is about to improve. Each
 * gain is computed with the domain's functions. The bot immediately sells the currency it received, at market and with the spot
 * fee.
 */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { valueReceived } from '@candor/domain/money/rounding.ts';
import { planExchange, stillHolds } from '@candor/domain/trading/exchange.ts';
import type { Exchange } from '@candor/domain/trading/exchange.ts';
import { limits as exchangeLimits } from '../../src/features/exchange/limits.ts';
import { modelNumber } from '../../src/quotes/feeds/simulated-quote.ts';
import { truthAt } from './bot-markets.ts';
import type { BotMarket, BotTape } from './bot-markets.ts';
import { filledAt, newestAt } from './fill-bot.ts';

export type ExchangeBot = {
  /** The fraction by which the market must be better than a firm price for the bot to execute it. */
  readonly better: number;
  /** The price on which the bot bases its decision: the newest entry, or a coin's current true value. */
  readonly sees: 'entries' | 'truth';
  /** The delay of the bot's calls, in milliseconds. */
  readonly lateMs: number;
};

export type ExchangeRules = {
  readonly fillAgeMs: number;
  readonly feeRate: string;
  /** Whether a firm price is compared with the market before it is executed, as the platform does. */
  readonly isHeldAgainst: boolean;
};

export type Carried = { readonly asked: number; readonly brought: readonly number[] };

const STAKED = amount('50000');
const SPOT_FEE_RATE = 0.001;
const LOOKS_EVERY_MS = 250;

/** Returns the gain of each executed price, excluding luck, over all coins of a market. */
export function carriedOut(bot: ExchangeBot, market: BotMarket, rules: ExchangeRules): Carried {
  const all = market.tapes
    .filter(({ group }) => group === 'coins')
    .map((tape) => carriedOutOf(tape, bot, rules));
  return {
    asked: all.reduce((sum, { asked }) => sum + asked, 0),
    brought: all.flatMap(({ brought }) => brought),
  };
}

function carriedOutOf(tape: BotTape, bot: ExchangeBot, rules: ExchangeRules): Carried {
  const { entries } = tape;
  const lastMs = entries.at(-1)?.timeMs ?? 0;
  const brought: number[] = [];
  let asked = 0;
  for (let nowMs = (entries[0]?.timeMs ?? 0) + 1; nowMs < lastMs - 30_000; nowMs += LOOKS_EVERY_MS) {
    const head = entries[newestAt(entries, nowMs)]!;
    const order = { from: 'USDT', to: tape.instrument.base, amount: STAKED, feeRate: amount(rules.feeRate) };
    const quote = planExchange({ ...order, prices: head });
    if (quote === undefined) throw new Error('expected the amount to allow an exchange, found it too small');
    asked += 1;
    const overMs = nowMs + exchangeLimits.quoteMs - bot.lateMs;
    for (; nowMs < overMs; nowMs += LOOKS_EVERY_MS) {
      if (worthNow(tape, bot.sees, nowMs) / modelNumber(head.ask) - 1 < bot.better) continue;
      const one = carryOut({ tape, quote }, nowMs + bot.lateMs, rules);
      if (one !== undefined) brought.push(one);
      break;
    }
  }
  return { asked, brought };
}

function worthNow(tape: BotTape, sees: ExchangeBot['sees'], nowMs: number): number {
  const truth = sees === 'truth' ? truthAt(tape, nowMs) : undefined;
  return truth ?? modelNumber(tape.entries[newestAt(tape.entries, nowMs)]!.bid);
}

/** The gain in USDT from executing a firm price and selling the coins received; undefined if the price is no longer valid. */
function carryOut(
  { tape, quote }: { readonly tape: BotTape; readonly quote: Exchange },
  askedMs: number,
  { fillAgeMs, isHeldAgainst }: ExchangeRules,
): number | undefined {
  const seen = filledAt(tape.entries, askedMs, { fillAgeMs });
  if (seen === undefined || (isHeldAgainst && !stillHolds(quote, seen))) return undefined;
  const carriedMs = Math.max(askedMs, seen.timeMs);
  const sold = filledAt(tape.entries, carriedMs, { fillAgeMs });
  if (sold === undefined) return undefined;
  const got = Number(formatAmount(valueReceived(quote.toAmount, sold.bid)));
  const [then, now] = [truthAt(tape, carriedMs), truthAt(tape, Math.max(carriedMs, sold.timeMs))];
  const luck = then === undefined || now === undefined ? 0 : got * (1 - then / now);
  return got * (1 - SPOT_FEE_RATE) - luck - Number(formatAmount(STAKED));
}
