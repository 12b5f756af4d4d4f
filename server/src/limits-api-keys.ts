/** The limits of API keys; they are the same for all customers. Part of `LIMITS`. */
export const API_KEY_LIMITS = {
  /** Maximum number of valid keys per customer, which the database enforces too, and how long a key is valid at most. */
  keysMax: 20,
  daysMax: 365,
  /**
   * How long an order waits for its customer's confirmation, if it exceeds the size above which its key must ask; and how many
   * orders may wait at the same time.
   */
  waitMs: 5 * 60_000,
  waitingMax: 10,
  /**
   * How far a request's time may be behind ours, by default and at most if the request specifies its window. It may be ahead by a
   * second.
   */
  windowMs: 5_000,
  windowMsMax: 60_000,
  aheadMs: 1_000,
  /** How long a process trusts its copy of a key. The database checks the key again for every order. */
  believedMs: 3_000,
  cachedMax: 10_000,
  /** A key's last use is recorded at most this often. */
  usedEveryMs: 60_000,
} as const;
