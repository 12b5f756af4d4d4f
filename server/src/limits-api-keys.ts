/** The limits of API keys, the same for all customers. Part of `LIMITS`. */
export const API_KEY_LIMITS = {
  /** Valid keys of a customer, which the database limits too, and how long one is valid. */
  keysMax: 20,
  daysMax: 365,
  /** How long an order above the size from which its key asks waits for the customer, and how many wait at once. */
  waitMs: 5 * 60_000,
  waitingMax: 10,
  /** How far a request's time may be behind ours: by default, and if the request says so. It may be ahead by a second. */
  windowMs: 5_000,
  windowMsMax: 60_000,
  aheadMs: 1_000,
  /** How long a process trusts its copy of a key. The database checks every order's key again. */
  believedMs: 3_000,
  cachedMax: 10_000,
  /** A key's last use is written at most this often. */
  usedEveryMs: 60_000,
} as const;
