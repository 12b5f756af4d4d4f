/**
 * Durations in milliseconds. A day has 24 hours, because the days of the market and of the ledger are UTC days, without
 * daylight saving time.
 */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
