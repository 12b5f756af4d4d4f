/** The portfolio's data about coins, income and fees, computed from the answers of calls that other screens use too. Pure. */
import type { Worth } from '@candor/domain/ledger/valuation.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { valueReceived } from '@candor/domain/money/rounding.ts';
import { unrealisedOf } from '@candor/domain/statement/cost-basis.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Holding } from '../../lib/holdings.ts';
import type { Priced } from '../../lib/wallet-value.ts';

type Coins = CallOutput<'GET statement/holdings'>;
type Costs = CallOutput<'GET statement/costs'>;
type Income = CallOutput<'GET wallet/accumulated'>;

export type CoinHeld = {
  readonly currency: string;
  readonly quantity: string;
  readonly averageCost: string | null;
  /** The price at which the coin can be sold; undefined while unknown. */
  readonly price: string | undefined;
  readonly value: string | undefined;
  readonly profit: string | undefined;
  /** In per cent of the cost; undefined without a cost or price. */
  readonly percent: string | undefined;
};

/** The coins that are held, most valuable first. */
export function coinsHeld(coins: Coins, rows: readonly Priced[]): readonly CoinHeld[] {
  return coins
    .filter(({ quantity }) => amount(quantity) > 0n)
    .map(({ currency, quantity, cost, average_cost: averageCost }) => {
      const price = rows.find(({ symbol }) => symbol === `${currency}/USDT`)?.bid;
      const coin = { currency, quantity, averageCost, price };
      if (price === undefined) return { ...coin, value: undefined, profit: undefined, percent: undefined };
      const value = valueReceived(amount(quantity), amount(price));
      const { profit, percent } = unrealisedOf({ cost: amount(cost) }, value);
      return {
        ...{ ...coin, value: formatAmount(value), profit: formatAmount(profit) },
        percent: percent === null ? undefined : formatAmount(percent),
      };
    })
    .toSorted((one, other) => compared(amount(other.value ?? '0'), amount(one.value ?? '0')));
}

function compared(one: Amount, other: Amount): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The coin with the largest profit and the one with the largest loss, in money, if there are any. */
export function bestAndWorstCoin(coins: readonly CoinHeld[]): {
  readonly best: CoinHeld | undefined;
  readonly worst: CoinHeld | undefined;
} {
  const sorted = coins
    .filter(({ profit }) => profit !== undefined)
    .toSorted((one, other) => compared(amount(one.profit ?? '0'), amount(other.profit ?? '0')));
  const [worst, best] = [sorted[0], sorted.at(-1)];
  return {
    best: best !== undefined && amount(best.profit ?? '0') > 0n ? best : undefined,
    worst: worst !== undefined && amount(worst.profit ?? '0') < 0n ? worst : undefined,
  };
}

export type Share = {
  /** A currency, or the fund. */
  readonly name: string;
  readonly value: string;
  /** The share in thousandths of the total. */
  readonly permille: number;
};

/**
 * How the customer's own money is divided among currencies and the fund, largest first. Debts and open profits are left out,
 * because they belong to no currency.
 */
export function allocationOf(list: readonly Holding[], { parts }: Pick<Worth, 'parts'>): readonly Share[] {
  const shares = list
    .map(({ wallet: { currency }, value }) => ({
      name: currency,
      value: currency === 'USDT' ? value - parts.fund : value,
    }))
    .concat([{ name: 'fund', value: parts.fund }])
    .filter(({ value }) => value > 0n)
    .toSorted((one, other) => compared(other.value, one.value));
  const all = shares.reduce((sum, { value }) => sum + value, 0n);
  return shares.map(({ name, value }) => ({
    ...{ name, value: formatAmount(value) },
    permille: globalThis.Number((value * 1000n) / all),
  }));
}

const CREDIT_COSTS: ReadonlySet<string> = new Set(['loan_fee', 'loan_interest']);

export type IncomeLine = {
  readonly source: Income['sources'][number]['source'] | 'spot' | 'interest';
  readonly total: string;
};

/** Every source with a result, in a fixed order: coins sold, each product, and the cost of borrowing, which is negative. */
export function incomeOf(income: Income, coins: Coins, costs: Costs): readonly IncomeLine[] {
  const sold = coins.reduce((sum, { realised }) => sum + amount(realised), 0n);
  const paid = costs
    .filter(({ kind }) => CREDIT_COSTS.has(kind))
    .reduce((sum, cost) => sum + amount(cost.amount), 0n);
  const lines: readonly IncomeLine[] = [
    { source: 'spot', total: formatAmount(sold) },
    ...income.sources.map(({ source, total }) => ({ source, total })),
    { source: 'interest', total: formatAmount(-paid) },
  ];
  return lines.filter(({ total }) => amount(total) !== 0n);
}

/** The sum of all costs in USDT. Costs in another currency, such as the fee of a withdrawal in BTC, are listed only. */
export function costInUsdt(costs: Costs): string {
  return formatAmount(
    costs.filter(({ currency }) => currency === 'USDT').reduce((sum, cost) => sum + amount(cost.amount), 0n),
  );
}
