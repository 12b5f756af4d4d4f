/** The intervals of candles. A calendar month is not a fixed number of days, and there are no candles of seconds. */
import { DAY_MS, MINUTE_MS } from '@candor/domain/time.ts';

const HOUR_MS = 60 * MINUTE_MS;

export const intervalsMs: ReadonlyMap<string, number> = new Map([
  ['1m', MINUTE_MS],
  ['3m', 3 * MINUTE_MS],
  ['5m', 5 * MINUTE_MS],
  ['15m', 15 * MINUTE_MS],
  ['30m', 30 * MINUTE_MS],
  ['1h', HOUR_MS],
  ['2h', 2 * HOUR_MS],
  ['4h', 4 * HOUR_MS],
  ['6h', 6 * HOUR_MS],
  ['8h', 8 * HOUR_MS],
  ['12h', 12 * HOUR_MS],
  ['1d', DAY_MS],
  ['3d', 3 * DAY_MS],
  ['1w', 7 * DAY_MS],
]);
