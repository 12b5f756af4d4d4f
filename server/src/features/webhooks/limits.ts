/** Limits of webhooks; they are the same for every customer. */
export const limits = {
  /** Maximum number of webhooks per customer. The database enforces it too. */
  webhooksMax: 10,
  /** The timeout of an attempt, and the lease during which other processes don't take the delivery. */
  timeoutMs: 5_000,
  leaseMs: 15_000,
  /** Maximum number of concurrent attempts, to one webhook and by this process. Further deliveries that are due wait. */
  atOnceMax: 2,
  inFlightMax: 50,
  /**
   * An attempt that takes this long marks its webhook as slow for a while. All slow webhooks together may have this many
   * concurrent attempts.
   */
  slowMs: 1_000,
  slowForMs: 10 * 60_000,
  slowAtOnceMax: 20,
  /** Due deliveries examined per query. */
  dueLookedAt: 200,
  /** Maximum number of pending deliveries per webhook. If there are more, the webhook is turned off. */
  waitingMax: 10_000,
  /** Attempts stored per delivery: those of the current round, and a few from before it was resent. */
  attemptsKept: 20,
  /** Deliveries per page, and how long a delivery is kept after it ended. */
  page: 50,
  keptMs: 30 * 24 * 60 * 60_000,
  /** Deliveries that one statement deletes, and statements per minute. */
  forgottenAtOnce: 1_000,
  forgettingsMax: 20,
  /** How long after a webhook's deletion the server still looks for deliveries to delete. */
  deletedMs: 24 * 60 * 60_000,
  /** How long the previous secret still signs deliveries after a rotation. */
  bothSignMs: 24 * 60 * 60_000,
} as const;
