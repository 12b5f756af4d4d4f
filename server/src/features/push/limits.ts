/** Limits of pushes to browsers. */
export const limits = {
  /** Browsers of a customer that receive pushes. An additional one replaces the oldest. */
  pushDevicesMax: 20,
  /** Messages or pushes that one statement takes, and pushes in flight. */
  pushBatch: 50,
  pushesInFlightMax: 500,
  /** Pushes in flight to one service, so that a service that does not answer leaves capacity for the others. */
  pushesServiceMax: 150,
  /** Browsers whose session is checked in one run. */
  pushLookedAt: 1000,
  /** The timeout of a push, and the delay before it is first retried. */
  pushTimeoutMs: 10_000,
  pushRetryMs: 15_000,
  /** How long a push waits for its browser, here and at the service, before it expires. */
  pushKeptMs: 24 * 60 * 60_000,
} as const;
