/** The remaining time of a closed market, by the market's own clock, which in a demo may differ from the wall clock. */
import type { Quotation } from './quotes.ts';

export type Wait = { readonly days: number; readonly hours: number; readonly minutes: number };

/** The market's time now: the newest entry of any tape, plus the wall time since the answer. */
export function marketSeconds(rows: readonly Quotation[], sinceAnswerMs: number): number {
  const newest = rows.reduce((latest, row) => Math.max(latest, row.time), 0);
  return newest + Math.floor(Math.max(0, sinceAnswerMs) / 1000);
}

/** The wait until a time, in whole minutes rounded up, so that the last minute is one and never zero. */
export function waitUntil(reopensAt: number, nowSeconds: number): Wait {
  const left = Math.max(1, Math.ceil((reopensAt - nowSeconds) / 60));
  return { days: Math.floor(left / 1440), hours: Math.floor((left % 1440) / 60), minutes: left % 60 };
}

/** Which of the three texts to use; minutes are left out when the wait is days. */
export function waitForm({ days, hours }: Wait): 'days' | 'hours' | 'minutes' {
  if (days > 0) return 'days';
  return hours > 0 ? 'hours' : 'minutes';
}
