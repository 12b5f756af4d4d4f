/**
 * How the rate of a day comes about: from what the strategy really made that day, alike for everybody of a tier, never above
 * the band, and its cost set aside at once. What was in the fund counts for as long as it was there, so that nobody who comes
 * late takes a day from those who were in all of it. What is left of a good day stays in the strategy's account, where it
 * bears the losses of bad ones; it pays no income on another day.
 */
import type { Amount } from '../money/amount.ts';
import { ONE } from '../money/amount.ts';
import { mulDivDown, mulDivUp } from '../money/rounding.ts';
import { DAY_MS } from '../time.ts';

/** A rate is of one and of a whole day, principal of milliseconds: the product of the two comes in such parts of a unit. */
const ONE_DAY = ONE * BigInt(DAY_MS);

/** A tier under one version of its terms, with everything that was in progress there. Rates are of one a day. */
export type FundHolding = {
  readonly project: number;
  readonly termsVersion: number;
  readonly rateMin: Amount;
  readonly rateMax: Amount;
  /** The sum over its orders of the principal times the milliseconds of the day that it was in the fund. */
  readonly principalMs: bigint;
};

export type FundDay = {
  /** What was booked that day; negative when the strategy lost. */
  readonly result: Amount;
  /** What the strategy's account holds, with what was left of earlier days' income and before this day's is set aside. */
  readonly balance: Amount;
  /** The house's own money that the strategy trades with; zero where nobody says how much that is. */
  readonly capital: Amount;
  /** Each tier that is offered, principal or none, and each version under which something was in the fund that day. */
  readonly holdings: readonly FundHolding[];
};

export type PublishedRate = FundHolding & {
  readonly rate: Amount;
  /** What the day's income of all of them comes to at most: no order of it is paid more than its own part, each rounded down. */
  readonly reserved: Amount;
};

export type FundPublication = {
  readonly rates: readonly PublishedRate[];
  /** What the upper ends of the bands would take. */
  readonly wanted: Amount;
  readonly reserved: Amount;
  /** Whether the account holds what the lower ends take; where it does not, nothing new begins. */
  readonly covered: boolean;
};

/**
 * The rates of a day. What there is to be paid out of, the pool, is the day's result and no more than the account holds. Set
 * against it is what the upper ends would take, and at least what the capital itself would earn at the lowest tier's upper
 * end, so that a day on which the strategy earned little pays little however few have joined. Every tier gets the same part
 * of its upper end, rounded down. Where there is nothing to set it against, neither principal nor capital, there is no rate.
 */
export function publishDay({ result, balance, capital, holdings }: FundDay): FundPublication {
  if (balance < 0n) throw new Error(`the strategy's account holds ${balance}`);
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

/** The upper end of the tier with the smallest number, under its newest version. */
function lowestRateMax(holdings: readonly FundHolding[]): Amount {
  const [lowest] = holdings.toSorted((a, b) => a.project - b.project || b.termsVersion - a.termsVersion);
  return lowest?.rateMax ?? 0n;
}

/** What all principal earns at the rates that are chosen of each, summed exactly and then rounded up. */
function sumUp(holdings: readonly FundHolding[], rateOf: (holding: FundHolding) => Amount): Amount {
  const sum = holdings.reduce((total, holding) => total + holding.principalMs * rateOf(holding), 0n);
  return mulDivUp(sum, 1n, ONE_DAY);
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
