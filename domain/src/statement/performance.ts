/**
 * The performance of an account without the effect of money that its owner moved in and out: the time-weighted rate of return.
 *
 * The account is valued at the end of every day. The return of a day is (E + W) ÷ (S + D) − 1, with its value S at the start and E at
 * the end, the deposits D and the withdrawals W of the day; days are linked by multiplication. A deposit counts from the start of its
 * day and a withdrawal until the end of its day, so a day's return is defined even if everything is withdrawn on it.
 *
 * Source: Global Investment Performance Standards (GIPS) 2020, CFA Institute, provisions 2.A.17 to 2.A.21 on time-weighted returns,
 * and Carl Bacon, "Practical Portfolio Performance Measurement and Attribution", chapter 2, on daily valuation and on the timing of
 * flows.
 */
import type { Amount } from '../money/amount.ts';

export type ValueAt = { readonly timeMs: number; readonly value: Amount };

/** Money that the owner moved: positive if it came in, negative if it went out, in USDT at its value then. */
export type Flow = { readonly timeMs: number; readonly value: Amount };

/** A day or, at the beginning and the end, a part of one. */
export type DayOfValue = {
  /** Inclusive. */ readonly fromMs: number;
  /** Exclusive. */ readonly toMs: number;
  readonly start: Amount;
  readonly end: Amount;
  readonly deposited: Amount;
  readonly withdrawn: Amount;
};

/**
 * Splits a history into days. `values` are the account's values at the end of each day and now, oldest first. `beganMs`
 * is when the account was opened or started over; it held nothing before. If that is before the first value's day, the
 * days begin at the first value.
 */
export function daysOf(
  values: readonly ValueAt[],
  {
    flows,
    beganMs,
    dayMs,
  }: { readonly flows: readonly Flow[]; readonly beganMs: number; readonly dayMs: number },
): DayOfValue[] {
  return values.flatMap(({ timeMs: toMs, value: end }, index) => {
    const before = values[index - 1];
    const openedMs = before?.timeMs ?? Math.floor((toMs - 1) / dayMs) * dayMs;
    const isFirst = beganMs >= openedMs;
    if (beganMs >= toMs || (before === undefined && !isFirst)) return [];
    const fromMs = Math.max(openedMs, beganMs);
    const isLast = index === values.length - 1;
    const own = flows.filter(({ timeMs }) => timeMs >= fromMs && (isLast || timeMs < toMs));
    const sum = (of: (value: Amount) => Amount): Amount =>
      own.reduce((total, { value }) => total + of(value), 0n);
    return [
      {
        ...{ fromMs, toMs, end, start: isFirst || before === undefined ? 0n : before.value },
        deposited: sum((value) => (value > 0n ? value : 0n)),
        withdrawn: sum((value) => (value < 0n ? -value : 0n)),
      },
    ];
  });
}

/** Returns the profit or loss of a day, excluding deposits and withdrawals. */
export function profitOf({ start, end, deposited, withdrawn }: DayOfValue): Amount {
  return end - start - deposited + withdrawn;
}

/**
 * Returns the time-weighted return of consecutive days in per cent, rounded once, to the hundredth, half away from zero; null if
 * nothing was invested on any of them. A day without money has no return and is left out. A day that ends with a negative value
 * returns −100%, and no later day can make up for it.
 */
export function returnPercent(days: readonly DayOfValue[]): Amount | null {
  let [numerator, denominator] = [1n, 1n];
  let isInvested = false;
  for (const { start, end, deposited, withdrawn } of days) {
    const invested = start + deposited;
    if (invested <= 0n) continue;
    isInvested = true;
    const left = end + withdrawn;
    numerator *= left > 0n ? left : 0n;
    denominator *= invested;
  }
  return isInvested ? roundedPercent(numerator - denominator, denominator) : null;
}

const UNITS_PER_HUNDREDTH = 1_000_000n;

/** part ÷ whole in per cent; the whole is above zero. */
function roundedPercent(part: Amount, whole: Amount): Amount {
  const size = part < 0n ? -part : part;
  const hundredths = (size * 20_000n + whole) / (2n * whole);
  return (part < 0n ? -hundredths : hundredths) * UNITS_PER_HUNDREDTH;
}

export type Performance = {
  readonly fromMs: number;
  readonly percent: Amount | null;
  readonly profit: Amount;
  readonly deposited: Amount;
  readonly withdrawn: Amount;
};

/** Returns the performance of the days that end after a time; undefined if there are none. */
export function performanceSince(days: readonly DayOfValue[], sinceMs: number): Performance | undefined {
  const own = days.filter(({ toMs }) => toMs > sinceMs);
  const [first] = own;
  if (first === undefined) return undefined;
  const sum = (of: (day: DayOfValue) => Amount): Amount => own.reduce((total, day) => total + of(day), 0n);
  return {
    fromMs: first.fromMs,
    percent: returnPercent(own),
    profit: sum(profitOf),
    deposited: sum((day) => day.deposited),
    withdrawn: sum((day) => day.withdrawn),
  };
}

/**
 * Returns the day with the largest gain and the one with the largest loss, if there are any; if several are equal, the earliest.
 */
export function bestAndWorst(days: readonly DayOfValue[]): {
  readonly best: DayOfValue | undefined;
  readonly worst: DayOfValue | undefined;
} {
  let best: DayOfValue | undefined;
  let worst: DayOfValue | undefined;
  for (const day of days) {
    const profit = profitOf(day);
    if (profit > (best === undefined ? 0n : profitOf(best))) best = day;
    if (profit < (worst === undefined ? 0n : profitOf(worst))) worst = day;
  }
  return { best, worst };
}
