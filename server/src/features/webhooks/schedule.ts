/** When a delivery is retried: the schedule recommended by the Standard Webhooks specification. Pure. */
import { HOUR_MS } from '@candor/domain/time.ts';

const MINUTE_MS = 60_000;
/** The pause after each failed attempt. The attempt after the last pause is the last one. */
export const PAUSES_MS: readonly number[] = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
/** Up to a tenth is added to each pause, so that deliveries that failed together aren't retried together. */
const JITTER_SHARE = 0.1;

/**
 * Returns the pause before the next attempt, or undefined after the last one. `tries` is the number of attempts so far, and
 * `random` is from 0 to 1.
 */
export function pauseMs(tries: number, random: number): number | undefined {
  const pause = PAUSES_MS[tries - 1];
  return pause === undefined ? undefined : Math.round(pause * (1 + JITTER_SHARE * random));
}
