/** A plan's draft, and the facts derived from it: its problems, its first due date, and the approximate quantity that it buys. */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { firstDueMs, nextDueMs } from '@candor/domain/recurring/schedule.ts';
import type { Every, Schedule } from '@candor/domain/recurring/schedule.ts';
import { quantityForBudget, spotLeg } from '@candor/domain/trading/spot.ts';
import { finishedDecimal } from '../../ui/keypad-typing.ts';

export const everies = ['day', 'week', 'month'] as const satisfies readonly Every[];
export const quickAmounts = ['20', '50', '100', '250'] as const;
const HOUR_USUAL = '9';
const TIMES_AHEAD = 10;

/** The input, as strings so that it can be stored. */
export type PlanDraft = {
  readonly symbol: string;
  readonly amount: string;
  readonly every: string;
  readonly weekday: string;
  readonly monthDay: string;
  readonly hour: string;
  /** The first date, such as "2026-11-30", or empty for the schedule's next date. */
  readonly firstDay: string;
};

export const emptyDraft: PlanDraft = {
  symbol: '',
  amount: '',
  every: 'week',
  weekday: '1',
  monthDay: '1',
  hour: HOUR_USUAL,
  firstDay: '',
};

/** Returns the draft for changing an existing plan. */
export function draftOf(plan: {
  readonly symbol: string;
  readonly amount: string;
  readonly every: Every;
  readonly on_day: number;
  readonly hour: number;
}): PlanDraft {
  const { symbol, amount: spent, every, on_day, hour } = plan;
  const day = on_day.toString();
  return {
    ...emptyDraft,
    symbol,
    amount: spent,
    every,
    ...(every === 'week' ? { weekday: day } : every === 'month' ? { monthDay: day } : {}),
    hour: hour.toString(),
  };
}

export function scheduleOf({ every, weekday, monthDay, hour }: PlanDraft): Schedule {
  const at = { hour: Number(hour) };
  if (every === 'week') return { every, onDay: Number(weekday), ...at };
  return every === 'month' ? { every, onDay: Number(monthDay), ...at } : { every: 'day', onDay: 0, ...at };
}

/** Returns the first due date in milliseconds of the market clock. */
export function firstOf(draft: PlanDraft, nowMs: number): number {
  const schedule = scheduleOf(draft);
  if (draft.firstDay === '') return nextDueMs(schedule, nowMs);
  return firstDueMs(schedule, { dayMs: Date.parse(`${draft.firstDay}T00:00:00Z`), nowMs });
}

/** Returns the next dates of the schedule, from which the first due date can be chosen. */
export function timesAhead(draft: PlanDraft, nowMs: number): readonly number[] {
  const schedule = scheduleOf(draft);
  const times: number[] = [];
  for (let at = nowMs; times.length < TIMES_AHEAD; at = times.at(-1) ?? at)
    times.push(nextDueMs(schedule, at));
  return times;
}

/** Formats the date in UTC, such as "2026-11-30". */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export type AmountProblem =
  | { readonly code: 'missing' }
  | { readonly code: 'small'; readonly min: string }
  | { readonly code: 'large' };

/**
 * Returns the quantity that the amount buys at a price, or the problem with the amount. The server checks a new plan against the
 * same limits.
 */
export function boughtFor(
  typed: string,
  { instrument, ask }: { readonly instrument: Instrument; readonly ask: string },
): { readonly quantity: string } | AmountProblem {
  const text = finishedDecimal(typed);
  if (text === '' || amount(text) === 0n) return { code: 'missing' };
  const price = amount(ask);
  const quantity = quantityForBudget(instrument, { amount: amount(text), price });
  if (quantity < instrument.quantityMin) {
    const least = spotLeg(instrument, { side: 'buy', quantity: instrument.quantityMin, price });
    return { code: 'small', min: formatAmount(least.total) };
  }
  return quantity > instrument.quantityMax ? { code: 'large' } : { quantity: formatAmount(quantity) };
}
