/**
 * The platform's time: the device's clock, and in a demo whose clock was set forward, as far ahead as the platform says. What the
 * platform dates is compared with it, never with the device's clock.
 */
let aheadMs = 0;

export function learnHouseTime(platformAheadMs: number): void {
  aheadMs = platformAheadMs;
}

export function houseNow(): number {
  return Date.now() + aheadMs;
}
