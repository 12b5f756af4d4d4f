/** Lengths of time in milliseconds, in UTC, which has no daylight saving. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
