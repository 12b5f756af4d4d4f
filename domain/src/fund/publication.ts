/**
 * Computes the daily rates. A rate is based on the strategy's actual result of the day, is the same for everyone in a tier,
 * and never exceeds the tier's maximum; the income is reserved immediately. Principal counts in proportion to the time for
 * which it was in the fund, so that an order that starts late takes nothing from orders that were in the fund all day. The
 * surplus of a good day stays in the strategy's account and covers later losses; it is not paid as income of another day.
 */
import type { Amount } from '../money/amount.ts';
import { ONE } from '../money/amount.ts';
import { mulDivDown, mulDivUp } from '../money/rounding.ts';
import { DAY_MS } from '../time.ts';

/** The scale of a product of a rate, which is for a full day, and principal weighted by milliseconds. */
const ONE_DAY = ONE * BigInt(DAY_MS);

/** All principal in progress in a tier under one version of the terms. Rates are fractions per day. */
export type FundHolding = {
  readonly project: number;
  readonly termsVersion: number;
  readonly rateMin: Amount;
  readonly rateMax: Amount;
  /** The sum over all orders of the principal times the milliseconds of the day for which it was in the fund. */
  readonly principalMs: bigint;
};

export type FundDay = {
  /** The day's booked result; negative for a loss. */
  readonly result: Amount;
  /** The balance of the strategy's account before the reserve of this day, including amounts released from earlier reserves. */
  readonly balance: Amount;
  /** Candor's own money with which the strategy trades; zero if not stated. */
  readonly capital: Amount;
  /** Each offered tier, with or without principal, and each version that had principal in the fund on that day. */
  readonly holdings: readonly FundHolding[];
};

export type PublishedRate = FundHolding & {
  readonly rate: Amount;
  /** The maximum total income of the day. The payment of each order is rounded down. */
  readonly reserved: Amount;
};

export type FundPublication = {
  readonly rates: readonly PublishedRate[];
  /** The total income at the maximum rates. */
  readonly wanted: Amount;
  readonly reserved: Amount;
  /** Whether the account covers the total income at the minimum rates. If not, no new order may start. */
  readonly covered: boolean;
};

/**
 * Computes the rates of a day. The pool to pay from is the day's result, limited by the account's balance. The pool is divided
 * by the total income at the maximum rates or, if that is greater, by the income that the capital would earn at the maximum
 * rate of the lowest tier. A day with a small result therefore pays little, however few orders have joined. Every tier gets
 * the same fraction of its maximum rate, rounded down. Without principal and capital, the rates are zero.
 */
export function publishDay({ result, balance, capital, holdings }: FundDay): FundPublication {
  if (balance < 0n) throw new Error(`expected the strategy's balance to be at least 0, found ${balance}`);
  const pool = max(0n, result < balance ? result : balance);
  const wanted = sumUp(holdings, ({ rateMax }) => rateMax);
  const base = max(wanted, mulDivUp(capital, lowestRateMax(holdings), ONE));
  const rates = holdings.map((holding) => {
    const rate = base === 0n ? 0n : pool >= base ? holding.rateMax : mulDivDown(holding.rateMax, pool, base);
    return { ...holding, rate, reserved: mulDivDown(holding.principalMs, rate, ONE_DAY) };
  });
  return {
    rates,
    wanted,
    reserved: rates.reduce((sum, { reserved }) => sum + reserved, 0n),
    covered: balance >= sumUp(holdings, ({ rateMin }) => rateMin),
  };
}

/** The maximum rate of the lowest-numbered tier under its newest version. */
function lowestRateMax(holdings: readonly FundHolding[]): Amount {
  const [lowest] = holdings.toSorted((a, b) => a.project - b.project || b.termsVersion - a.termsVersion);
  return lowest?.rateMax ?? 0n;
}

/** The total income at a given rate for each holding, summed exactly and then rounded up. */
function sumUp(holdings: readonly FundHolding[], rateOf: (holding: FundHolding) => Amount): Amount {
  const sum = holdings.reduce((total, holding) => total + holding.principalMs * rateOf(holding), 0n);
  return mulDivUp(sum, 1n, ONE_DAY);
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
