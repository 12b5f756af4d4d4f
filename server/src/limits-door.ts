/** The servers' limits: requests and their cost, connections, and readiness checks. Part of `LIMITS`. */
export const DOOR_LIMITS = {
  /** HTTP requests. Larger ones are refused unread. */
  http: {
    bodyBytesMax: 64 * 1024,
    headerBytesMax: 16 * 1024,
    idempotencyKeyCharsMax: 100,
    /** Long enough for a photo over a slow line; `connections` sets the minimum speed of a line. */
    requestTimeoutMs: 60_000,
    keepAliveTimeoutMs: 65_000,
    /** Requests of one address per minute. A trading customer with an open chart makes about sixty. */
    addressRequestsPerMinute: 6000,
    /** Requests of one customer per minute from all addresses. Customers may trade by program. */
    customerRequestsPerMinute: 60_000,
    /**
     * The cost that one caller's answers may reach per minute, in addition to the number of calls. Each block of this many bytes
     * costs as much as one more call.
     */
    costPerMinute: 12_000,
    bytesCostingOne: 16 * 1024,
    /**
     * Requests of one line per minute, whatever they request. A line above the limit is cut off, because refusing requests one by
     * one is work too.
     */
    lineRequestsPerMinute: 180_000,
    /**
     * Each block of this many bytes in a request counts as one more request, because it is read before the sender is
     * authenticated.
     */
    sentBytesCountingOne: 8 * 1024,
    /** The same for bodies of fields, which must be parsed, and for messages of a polling socket, which may be two bytes each. */
    fieldBytesCountingOne: 1024,
    messageBytesCountingOne: 64,
    /** The cost of a body without a stated length: it is refused, but the data that came with its headers was read. */
    unmeasuredCounting: 1000,
    /**
     * Costly calls that run concurrently, separately for visitors and customers; the number that may wait, and of those the
     * number for one caller and for one /48.
     */
    costlyAtOnceMax: 3,
    costlyWaitingMax: 128,
    costlyCallerMax: 16,
    costlySharedMax: 32,
    /** The nesting depth of a JSON body; the platform's own bodies are flat. */
    bodyDepthMax: 8,
    /**
     * The number of names, objects and lists in a body or a query. The largest of the platform's own bodies, the texts of an
     * article, has a tenth of it.
     */
    bodyPartsMax: 1000,
    /** The maximum number of rows that a customer may request from a list. */
    pageRowsMax: 100,
    pageRowsUsual: 20,
    /** The time for open requests to finish once the server is shutting down; the rest is cut off. */
    drainMs: 10_000,
    /** The total time for a shutdown, including the database; the process then exits. */
    stopMs: 60_000,
  },

  /** The interval of readiness checks, and the lifetime of a result. */
  readiness: { everyMs: 250, believedMs: 3000 },

  /** Connections to one server, whatever their protocol. A line is an IPv4 address or an IPv6 /64. */
  connections: {
    max: 24_000,
    lineMax: 256,
    /**
     * Requests that a connection may pipeline. The line of a client that sends more is cut off and accepted again after a
     * moment.
     */
    pipelinedMax: 16,
    refusedMs: 5000,
    /**
     * Bytes that all WebSockets of one line may send per minute. A device joins a dozen rooms, at fifty bytes each, and sends
     * little after that.
     */
    socketBytesPerMinute: 1536 * 1024,
    /** The time that a connection may stay half-closed. */
    halfOpenMs: 5000,
    /** After this grace period, a body must have arrived at this minimum rate. */
    bodyGraceMs: 5000,
    bodyBytesPerSecondMin: 8 * 1024,
    /**
     * The minimum rate at which a peer must read its answers, and the period over which it is measured; then the same while too
     * much is unread in total.
     */
    unreadMs: 20_000,
    unreadBytesPerSecondMin: 4 * 1024,
    unreadWhenFullMs: 2000,
    unreadWhenFullBytesPerSecondMin: 16 * 1024,
    /** Unread bytes of answers, for one line and in total. Above either, no large answer is started for visitors. */
    unreadLineBytesMax: 8 * 1024 * 1024,
    unreadBytesMax: 96 * 1024 * 1024,
    /** An answer is sent in pieces of this size, each once the previous one was read. */
    sliceBytes: 64 * 1024,
    sweepEveryMs: 1000,
  },
} as const;
