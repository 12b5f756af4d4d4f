/** The value of a customer's holdings now and over the last day, computed exactly from wallets and quotations. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import { valueReceived } from '@candor/domain/money/rounding.ts';
import type { Wallet } from '../../lib/wallet-value.ts';
import { heldOf, pricedBy, worthOf } from '../../lib/wallet-value.ts';
import { liveFigures } from '../../live/figures.ts';
import type { LiveQuote } from '../../live/quote-store.ts';
import type { Quotation } from '../../live/quotes.ts';

export type Portfolio = {
  /** The total in USDT, with every part of it (`domain/src/ledger/valuation.ts`). */
  readonly total: string;
  /** The change in value of the same holdings over the last day, in USDT and per cent; absent without coins. */
  readonly day: { readonly change: string; readonly percent: string } | undefined;
  /** The value of the same holdings over the last day, oldest first; empty without coins. */
  readonly line: readonly string[];
};

/** Running products of a customer without coins. */
export type Running = {
  readonly profit: string | undefined;
  /** The value of each account that is not empty, in USDT. */
  readonly parts: readonly { readonly account: 'fund' | 'option'; readonly value: string }[];
};

const hundred = 100n * ONE;
const hundredth = ONE / 100n;

export function heldRows(wallets: readonly Wallet[], rows: readonly Quotation[]): readonly Quotation[] {
  const symbols = wallets.filter((wallet) => heldOf(wallet) > 0n).map(({ currency }) => `${currency}/USDT`);
  return rows.filter(({ symbol }) => symbols.includes(symbol));
}

/** Returns the quotations updated with their ticks. Both lists must have the same order. */
export function rowsNow(
  rows: readonly Quotation[],
  ticks: readonly (LiveQuote | undefined)[],
): readonly Quotation[] {
  return rows.map((row, at) => {
    const { bid, last, change } = liveFigures(row, ticks[at]);
    return { ...row, bid, last, change_24h: change };
  });
}

type Holding = { readonly held: Amount; readonly row: Quotation | undefined; readonly wallet: Wallet };

/** Computes the price of a day ago from the last price and its change in per cent. */
function dayAgo(row: Quotation): Amount {
  const factor = hundred + amount(row.change_24h);
  return factor <= 0n ? 0n : (amount(row.last) * hundred) / factor;
}

function dayOf(coins: readonly Holding[]): Portfolio['day'] {
  let before = 0n;
  let after = 0n;
  for (const { held, row } of coins) {
    if (row === undefined) continue;
    before += valueReceived(held, dayAgo(row));
    after += valueReceived(held, amount(row.last));
  }
  if (before === 0n) return undefined;
  const percent = ((after - before) * hundred) / before;
  return { change: formatAmount(after - before), percent: formatAmount(percent - (percent % hundredth)) };
}

/** The value of the coins at each point in time that all their lines cover, plus the cash, which is constant. */
function lineOf(coins: readonly Holding[], cash: Amount): readonly string[] {
  const priced = coins.flatMap(({ held, row }) => (row === undefined ? [] : [{ held, spark: row.spark }]));
  const length = Math.min(...priced.map(({ spark }) => spark.length));
  if (priced.length === 0 || length < 2) return [];
  return Array.from({ length }, (_, at) => {
    const value = priced.reduce((sum, { held, spark }) => {
      const price = spark[spark.length - length + at] ?? '0';
      return sum + valueReceived(held, amount(price));
    }, cash);
    return formatAmount(value);
  });
}

export function portfolioOf(
  wallets: readonly Wallet[],
  { rows, openProfit }: { readonly rows: readonly Quotation[]; readonly openProfit: string },
): Portfolio {
  const holdings = wallets.map((wallet) => ({
    wallet,
    held: heldOf(wallet),
    row: pricedBy(wallet, rows),
  }));
  const coins = holdings.filter(({ wallet, held }) => wallet.currency !== 'USDT' && held > 0n);
  const cash = holdings.find(({ wallet }) => wallet.currency === 'USDT')?.held ?? 0n;
  return {
    total: formatAmount(worthOf(wallets, { rows, openProfit }).total),
    day: dayOf(coins),
    line: lineOf(coins, cash),
  };
}

export function runningOf(
  wallets: readonly Wallet[],
  { openProfit, positions }: { readonly openProfit: string; readonly positions: number },
): Running | undefined {
  const usdt = wallets.find(({ currency }) => currency === 'USDT');
  const invested = usdt?.fund === undefined ? 0n : amount(usdt.fund.available) + amount(usdt.fund.frozen);
  const found = [
    { account: 'fund', value: invested },
    { account: 'option', value: amount(usdt?.option.frozen ?? '0') },
  ] as const;
  const parts = found.flatMap(({ account, value }) =>
    value === 0n ? [] : [{ account, value: formatAmount(value) }],
  );
  if (positions === 0 && parts.length === 0) return undefined;
  return { profit: positions === 0 ? undefined : openProfit, parts };
}
