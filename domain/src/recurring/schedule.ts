/**
 * The due times of a recurring purchase: daily, weekly on a given day, or monthly on a given day, at a full hour. All times
 * are in UTC, as in the fund and in self-imposed limits, so that no hour is missing or repeated. The SQL function
 * `recurring_next` computes the same.
 */
import { DAY_MS, HOUR_MS } from '../time.ts';

export type Every = 'day' | 'week' | 'month';

export type Schedule = {
  readonly every: Every;
  /**
   * 1 (Monday) to 7 for a weekly schedule; 1 to 31 for a monthly one, where shorter months use their last day; 0 for a daily
   * one.
   */
  readonly onDay: number;
  /** The hour, 0 to 23. */
  readonly hour: number;
};

export function isSchedule({ every, onDay, hour }: Schedule): boolean {
  const [least, most] = every === 'day' ? [0, 0] : every === 'week' ? [1, 7] : [1, 31];
  const isWhole = Number.isInteger(onDay) && Number.isInteger(hour);
  return isWhole && onDay >= least && onDay <= most && hour >= 0 && hour <= 23;
}

/** Returns the first due time after an instant. */
export function nextDueMs(schedule: Schedule, afterMs: number): number {
  const { every, onDay, hour } = schedule;
  if (every === 'month') return nextInMonth(schedule, afterMs);
  const today = Math.floor(afterMs / DAY_MS);
  const weekday = ((today + 3) % 7) + 1;
  const ahead = every === 'day' ? 0 : (onDay - weekday + 7) % 7;
  const dueMs = (today + ahead) * DAY_MS + hour * HOUR_MS;
  return dueMs > afterMs ? dueMs : dueMs + (every === 'day' ? 1 : 7) * DAY_MS;
}

function nextInMonth({ onDay, hour }: Schedule, afterMs: number): number {
  const after = new Date(afterMs);
  const dueIn = (ahead: number): number => {
    const [year, month] = [after.getUTCFullYear(), after.getUTCMonth() + ahead];
    const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    return Date.UTC(year, month, Math.min(onDay, lastDay), hour);
  };
  const thisMonthMs = dueIn(0);
  return thisMonthMs > afterMs ? thisMonthMs : dueIn(1);
}

/** Returns the first due time on or after a day and after now. */
export function firstDueMs(
  schedule: Schedule,
  from: { readonly dayMs: number; readonly nowMs: number },
): number {
  return nextDueMs(schedule, Math.max(from.dayMs - 1, from.nowMs));
}
