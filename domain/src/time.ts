/** Durations in milliseconds. A day always has 24 hours, because market and ledger use UTC days. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
