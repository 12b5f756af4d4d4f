/** Limits of pushes to browsers. */
export const limits = {
  /** Maximum number of browsers per customer that receive pushes. */
  pushDevicesMax: 20,
  /** Messages or pushes taken per statement, and maximum number of pushes in flight. */
  pushBatch: 50,
  pushesInFlightMax: 500,
  /** Maximum number of pushes in flight to one service, so that a service that does not answer leaves capacity for the others. */
  pushesServiceMax: 150,
  /** Number of browsers whose sessions are checked per run. */
  pushLookedAt: 1000,
  /** The timeout of a push, and the delay before it is first retried. */
  pushTimeoutMs: 10_000,
  pushRetryMs: 15_000,
  /** How long a push is kept for its browser, in the outbox and at the service together, before it expires. */
  pushKeptMs: 24 * 60 * 60_000,
} as const;
