/** Limits of webhooks, the same for everybody. */
export const limits = {
  /** Webhooks of a customer, which the database limits too. */
  webhooksMax: 10,
  /** The time after which an attempt without an answer has failed, and for which other processes leave it alone. */
  timeoutMs: 5_000,
  leaseMs: 15_000,
  /** Concurrent attempts: to one webhook, and by this process. Further due deliveries wait. */
  atOnceMax: 2,
  inFlightMax: 50,
  /**
   * An attempt that takes this long makes its webhook a slow one for a while. All slow ones together may have this many
   * concurrent attempts.
   */
  slowMs: 1_000,
  slowForMs: 10 * 60_000,
  slowAtOnceMax: 20,
  /** Due deliveries examined per query. */
  dueLookedAt: 200,
  /** The most pending deliveries per webhook. Beyond it, the webhook is turned off. */
  waitingMax: 10_000,
  /** Attempts stored per delivery: those of the current round, and a few from before it was resent. */
  attemptsKept: 20,
  /** A page of deliveries, and how long one that ended is kept. */
  page: 50,
  keptMs: 30 * 24 * 60 * 60_000,
  /** Deliveries that one statement deletes, and statements in a minute. */
  forgottenAtOnce: 1_000,
  forgettingsMax: 20,
  /** For how long the deliveries of a webhook that was deleted are looked for. */
  deletedMs: 24 * 60 * 60_000,
  /** How long the previous secret still signs after a rotation. */
  bothSignMs: 24 * 60 * 60_000,
} as const;
