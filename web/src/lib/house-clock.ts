/**
 * The platform's time: the device's clock or, in a demo whose clock was set forward, the device's clock plus the lead that the
 * platform states. The platform's dates are compared with this time, never with the device's clock.
 */
let aheadMs = 0;

export function learnHouseTime(platformAheadMs: number): void {
  aheadMs = platformAheadMs;
}

export function houseNow(): number {
  return Date.now() + aheadMs;
}
