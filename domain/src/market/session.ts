/**
 * The times at which an instrument can be traded. The week of forex and metals follows New York time: a trading day runs from
 * 17:00 to 17:00 and is named after the date on which it ends, so the week opens on Sunday evening and closes on Friday. New
 * York's UTC offset is computed here, so that the result does not depend on the machine's time zone database.
 */
import { DAY_MS, HOUR_MS } from '../time.ts';

export type Calendar = 'always' | 'forex' | 'metal';

export type Session = {
  readonly open: boolean;
  /** When the market reopens; null while it is open. */
  readonly reopensAtMs: number | null;
};

/** 17:00 plus seven hours is midnight, so that a trading day is a calendar day of the shifted clock. */
const TRADING_DAY_SHIFT_MS = 7 * HOUR_MS;
const METAL_PAUSE_MS = HOUR_MS;
/** The maximum length of a closure, in days. A longer one indicates an invalid calendar. */
const CLOSURE_DAYS_MAX = 14;

/** Returns whether the market of a calendar is open at an instant and, if not, when it reopens (milliseconds). */
export function sessionAt(calendar: Calendar, timeMs: number): Session {
  if (calendar === 'always') return { open: true, reopensAtMs: null };
  const day = tradingDay(timeMs);
  const start = tradingDayStart(day);
  if (isTradingDay(calendar, day) && timeMs >= start + pauseOf(calendar)) {
    return { open: true, reopensAtMs: null };
  }
  return { open: false, reopensAtMs: nextOpening(calendar, timeMs, day) };
}

function nextOpening(calendar: 'forex' | 'metal', timeMs: number, day: number): number {
  for (let later = day; later <= day + CLOSURE_DAYS_MAX; later += 1) {
    const opens = tradingDayStart(later) + pauseOf(calendar);
    if (isTradingDay(calendar, later) && opens > timeMs) return opens;
  }
  throw new Error(
    `expected an opening of the ${calendar} calendar within ${CLOSURE_DAYS_MAX} days, found none`,
  );
}

/** Metals pause for the first hour of each trading day, 17:00 to 18:00. */
function pauseOf(calendar: 'forex' | 'metal'): number {
  return calendar === 'metal' ? METAL_PAUSE_MS : 0;
}

/** Returns the trading day of an instant, in days since 1970. */
function tradingDay(timeMs: number): number {
  return Math.floor((timeMs + newYorkOffsetMs(timeMs) + TRADING_DAY_SHIFT_MS) / DAY_MS);
}

/**
 * Returns when a trading day starts: 17:00 in New York on the day before. New York's clocks change at 2:00 on Sundays, so
 * there is exactly one 17:00 each day.
 */
function tradingDayStart(day: number): number {
  const local = day * DAY_MS - TRADING_DAY_SHIFT_MS;
  return local - newYorkOffsetMs(local + 5 * HOUR_MS);
}

function isTradingDay(calendar: 'forex' | 'metal', day: number): boolean {
  const weekday = weekdayOf(day);
  return weekday !== SATURDAY && weekday !== SUNDAY && !isHoliday(calendar, day);
}

/** The trading days that are skipped: Christmas Day and New Year's Day for both calendars, Good Friday for metals. */
function isHoliday(calendar: 'forex' | 'metal', day: number): boolean {
  const date = new Date(day * DAY_MS);
  const month = date.getUTCMonth();
  const dayOfMonth = date.getUTCDate();
  if (month === 11 && dayOfMonth === 25) return true;
  if (month === 0 && dayOfMonth === 1) return true;
  return calendar === 'metal' && day === easterSunday(date.getUTCFullYear()) - 2;
}

const SUNDAY = 0;
const SATURDAY = 6;

/** 1 January 1970 was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/**
 * Returns New York's UTC offset in hours: −4 from 2:00 on the second Sunday of March to the first Sunday of November,
 * otherwise −5.
 */
export function newYorkOffsetMs(timeMs: number): number {
  const year = new Date(timeMs - 5 * HOUR_MS).getUTCFullYear();
  const summerStart = nthSunday(year, 2, 2) + 7 * HOUR_MS;
  const summerEnd = nthSunday(year, 10, 1) + 6 * HOUR_MS;
  return timeMs >= summerStart && timeMs < summerEnd ? -4 * HOUR_MS : -5 * HOUR_MS;
}

/** Returns midnight UTC of the nth Sunday of a month; month 0 is January. */
function nthSunday(year: number, month: number, nth: number): number {
  const first = Date.UTC(year, month, 1) / DAY_MS;
  const toSunday = (7 - weekdayOf(first)) % 7;
  return (first + toSunday + (nth - 1) * 7) * DAY_MS;
}

/** Returns Easter Sunday of the Gregorian calendar (Meeus/Jones/Butcher algorithm, 1876), in days since 1970. */
function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const skippedLeap =
    century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const moon = (19 * golden + skippedLeap + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - moon - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * toSunday) / 451);
  const monthAndDay = moon + toSunday - 7 * late + 114;
  return Date.UTC(year, Math.floor(monthAndDay / 31) - 1, (monthAndDay % 31) + 1) / DAY_MS;
}
