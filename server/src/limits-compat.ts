/** The limits of the compatible interfaces; they are the same for every caller. Part of `LIMITS`. */
export const COMPAT_LIMITS = {
  /** A larger body is refused with 413, and a longer query or more parameters with -1101. */
  bodyBytesMax: 8 * 1024,
  queryCharsMax: 8 * 1024,
  partsMax: 64,
  /**
   * The weight that an address's requests may have per minute. Above it, the answer is 429 until the minute ends. An address
   * whose weight exceeds it by the factor has ignored the 429s, and gets 418 until its ban ends.
   */
  weightPerMinute: 6000,
  ignoredFactor: 1.5,
  banMs: 2 * 60_000,
  /** The weight of opening a WebSocket for calls. */
  connectionWeight: 2,
  /** Accepted orders per customer. Above either limit, the answer is 429. */
  ordersTenSeconds: 100,
  ordersDay: 200_000,
  /** Rows per answer by default and at most. A request for more gets the maximum. */
  rowsUsual: 500,
  rowsMax: 1000,
  /** Pages of orders, of a hundred each, that one answer reads. */
  orderPagesMax: 10,
  /** Pages of a thousand entries of the record each that one answer reads for seconds or trades. */
  entryPagesMax: 4,
  /** How long an answer waits for the price that decides an order, and how often it checks. */
  settleMs: 2000,
  settleEveryMs: 200,
  sockets: {
    /** A longer message closes the connection. */
    messageBytesMax: 32 * 1024,
    streamsMax: 1024,
    /** A connection that sends more messages per second is closed. The messages of several seconds may arrive together. */
    messagesPerSecond: 5,
    burstSeconds: 10,
    /** A reader with more unread bytes is disconnected. It gets the current state when it connects again. */
    unreadBytesMax: 512 * 1024,
    pingEveryMs: 20_000,
    /** A connection is closed after a day, as on the exchange, so that no subscription outlives its key for long. */
    connectionMs: 24 * 60 * 60_000,
    connectionsMax: 2000,
    connectionsAddressMax: 50,
    /** Concurrent calls of a connection, and the number of accounts whose events it can subscribe to. */
    inFlightMax: 16,
    subscriptionsMax: 5,
    /** How long nothing must have happened before balances are compared with the amounts that orders moved. */
    quietMs: 500,
    /** How often a stream's changes are sent, and how many entries of the record may be queued until then. */
    lookEveryMs: 100,
    entriesMax: 1000,
  },
} as const;
