/** The time until a closed market reopens, by the market's own clock, which in a demo may differ from the wall clock. */
import type { Quotation } from './quotes.ts';

export type Wait = { readonly days: number; readonly hours: number; readonly minutes: number };

/** Returns the market's time now: the newest entry of any tape, plus the wall time since the answer. */
export function marketSeconds(rows: readonly Quotation[], sinceAnswerMs: number): number {
  const newest = rows.reduce((latest, row) => Math.max(latest, row.time), 0);
  return newest + Math.floor(Math.max(0, sinceAnswerMs) / 1000);
}

/** Returns the wait until a time in whole minutes, rounded up so that it is at least one. */
export function waitUntil(reopensAt: number, nowSeconds: number): Wait {
  const left = Math.max(1, Math.ceil((reopensAt - nowSeconds) / 60));
  return { days: Math.floor(left / 1440), hours: Math.floor((left % 1440) / 60), minutes: left % 60 };
}

/** Returns the form of the text by the largest unit of the wait. A wait of days has no minutes. */
export function waitForm({ days, hours }: Wait): 'days' | 'hours' | 'minutes' {
  if (days > 0) return 'days';
  return hours > 0 ? 'hours' : 'minutes';
}
