/** The limits of the servers on requests and their cost, on connections, and on readiness checks. Part of `LIMITS`. */
export const DOOR_LIMITS = {
  /** A larger request is rejected unread. */
  http: {
    bodyBytesMax: 64 * 1024,
    headerBytesMax: 16 * 1024,
    idempotencyKeyCharsMax: 100,
    /** Long enough for a photo over a slow connection. `connections` sets the minimum rate. */
    requestTimeoutMs: 60_000,
    keepAliveTimeoutMs: 65_000,
    /** A trading customer with an open chart makes about sixty requests a minute. */
    addressRequestsPerMinute: 6000,
    /** Counts requests from all addresses together. Customers may trade by program. */
    customerRequestsPerMinute: 60_000,
    /**
     * Limits the cost of one caller's answers in addition to the number of calls. Each block of `bytesCostingOne` bytes costs as
     * much as one more call.
     */
    costPerMinute: 12_000,
    bytesCostingOne: 16 * 1024,
    /**
     * Counts every request, whatever it is for. A line above the limit is cut off, because refusing its requests one by one costs
     * work too.
     */
    lineRequestsPerMinute: 180_000,
    /**
     * Each block of this many bytes in a request counts as one more request, because it is read before its sender is
     * authenticated.
     */
    sentBytesCountingOne: 8 * 1024,
    /**
     * Smaller blocks for bodies of fields, which must be parsed, and for messages of a polling socket, which may be two bytes
     * each.
     */
    fieldBytesCountingOne: 1024,
    messageBytesCountingOne: 64,
    /** The cost of a body without a stated length. It is refused, but the data that arrived with its headers was read. */
    unmeasuredCounting: 1000,
    /**
     * Costly calls that run concurrently (visitors' and customers' are counted separately), that may wait, and that may wait for
     * one caller or for one /48.
     */
    costlyAtOnceMax: 3,
    costlyWaitingMax: 128,
    costlyCallerMax: 16,
    costlySharedMax: 32,
    /** The nesting depth of JSON; the platform's own bodies are flat. */
    bodyDepthMax: 8,
    /**
     * The names, objects and lists in a body or a query. The platform's largest body, an article's texts, has a tenth of this
     * number.
     */
    bodyPartsMax: 1000,
    /** Rows of a list, at most and by default. */
    pageRowsMax: 100,
    pageRowsUsual: 20,
    /** How long a server that shuts down waits for open requests. After that, they are cut off. */
    drainMs: 10_000,
    /** How long a process behind a proxy announces that it is stopping before it accepts no more connections. */
    leavingMs: 2_000,
    /** How long a shutdown may take in total, including the database, before the process exits anyway. */
    stopMs: 60_000,
  },

  /** The interval between readiness checks, and the lifetime of a result. */
  readiness: { everyMs: 250, believedMs: 3000 },

  /** Limits on connections to one server, whatever their protocol. A line is an IPv4 address or an IPv6 /64. */
  connections: {
    max: 24_000,
    lineMax: 256,
    /** A line whose client pipelines more requests than this is cut off for `refusedMs`. */
    pipelinedMax: 16,
    refusedMs: 5000,
    /**
     * Counts what all WebSockets of one line send. A device joins a dozen rooms, at fifty bytes each, and sends little
     * afterwards.
     */
    socketBytesPerMinute: 1536 * 1024,
    halfOpenMs: 5000,
    /** After the grace period, a body must have arrived at this rate or faster. */
    bodyGraceMs: 5000,
    bodyBytesPerSecondMin: 8 * 1024,
    /**
     * The minimum rate at which a peer must read its answers, and the period over which it is measured. The next pair applies
     * instead while too much is unread in total.
     */
    unreadMs: 20_000,
    unreadBytesPerSecondMin: 4 * 1024,
    unreadWhenFullMs: 2000,
    unreadWhenFullBytesPerSecondMin: 16 * 1024,
    /** Unread bytes of answers for one line, and in total. Above either limit, no large answer is started for visitors. */
    unreadLineBytesMax: 8 * 1024 * 1024,
    unreadBytesMax: 96 * 1024 * 1024,
    /** An answer is sent in slices of this size, each once the peer has read the previous one. */
    sliceBytes: 64 * 1024,
    sweepEveryMs: 1000,
  },
  /** Keys with which customers' devices sign orders. */
  deviceKeys: {
    /** Maximum number of keys per customer. A browser that loses its data registers a new key each time. */
    perCustomerMax: 500,
    /** Keys that one session registers within a day. The database has the same limit. */
    perSessionDayMax: 10,
    /** Registered keys that a process remembers. */
    knownMax: 20_000,
    /** Maximum length of a signed order's body, because it is stored. */
    signedBodyCharsMax: 4000,
    /** How far a device's clock may be from ours. The database's own limit is ten minutes. */
    clockWithinMs: 5 * 60_000,
  },
} as const;
