/** How long a closed market stays closed, by the market's own clock, which in a demo need not be the wall's. */
import type { Quotation } from './quotes.ts';

export type Wait = { readonly days: number; readonly hours: number; readonly minutes: number };

/** The market's time now: the newest entry of any tape, and what passed on the wall since it was answered. */
export function marketSeconds(rows: readonly Quotation[], sinceAnswerMs: number): number {
  const newest = rows.reduce((latest, row) => Math.max(latest, row.time), 0);
  return newest + Math.floor(Math.max(0, sinceAnswerMs) / 1000);
}

/** The wait until a time, in whole minutes rounded up: the last minute reads one, never none. */
export function waitUntil(reopensAt: number, nowSeconds: number): Wait {
  const left = Math.max(1, Math.ceil((reopensAt - nowSeconds) / 60));
  return { days: Math.floor(left / 1440), hours: Math.floor((left % 1440) / 60), minutes: left % 60 };
}

/** Which of the three texts says it: with days, minutes do not matter. */
export function waitForm({ days, hours }: Wait): 'days' | 'hours' | 'minutes' {
  if (days > 0) return 'days';
  return hours > 0 ? 'hours' : 'minutes';
}
