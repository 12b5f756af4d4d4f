/** The bounds of the doors: requests and what they cost, connections, how often it is looked whether all is well. Part of `LIMITS`. */
export const DOOR_LIMITS = {
  /** The door. Larger requests are refused before they are read. */
  http: {
    bodyBytesMax: 64 * 1024,
    headerBytesMax: 16 * 1024,
    idempotencyKeyCharsMax: 100,
    /** A photo over a slow line takes its time; how slow a line may be, `connections` says. */
    requestTimeoutMs: 60_000,
    keepAliveTimeoutMs: 65_000,
    /** Requests of one address a minute; a trading customer with an open chart makes about sixty. */
    addressRequestsPerMinute: 6000,
    /** Requests of one customer a minute, from wherever; programs may trade too. */
    customerRequestsPerMinute: 60_000,
    /** What the answers of one caller may cost a minute, in ordinary calls, beside their number; each so many bytes cost one more. */
    costPerMinute: 12_000,
    bytesCostingOne: 16 * 1024,
    /** Requests of one line a minute, whatever they ask for; beyond them it is cut off, since refusing one by one is work too. */
    lineRequestsPerMinute: 180_000,
    /** So many bytes of what a request brings along count as one more: they are read before anybody is asked who sends them. */
    sentBytesCountingOne: 8 * 1024,
    /** Of a body of fields, which is taken apart, and of messages of a socket that polls, which may be of two bytes each. */
    fieldBytesCountingOne: 1024,
    messageBytesCountingOne: 64,
    /** How many a body counts that does not say how long it is: it is refused, but what came with its head was read. */
    unmeasuredCounting: 1000,
    /** Costly calls that are answered at one time, of visitors and of customers, how many more may wait, and of them one caller's, and all of a /48's. */
    costlyAtOnceMax: 3,
    costlyWaitingMax: 128,
    costlyCallerMax: 16,
    costlySharedMax: 32,
    /** How deep a JSON body may nest; ours are flat. */
    bodyDepthMax: 8,
    /** How many names, objects and lists a body or a query may have; the largest of ours, the texts of an article, have a tenth of it. */
    bodyPartsMax: 1000,
    /** What a customer may ask for at once in a list. */
    pageRowsMax: 100,
    pageRowsUsual: 20,
    /** How long open requests may take to end once the server was told to stop; then they are cut off. */
    drainMs: 10_000,
    /** How long stopping may take altogether, the database included; then the process ends as it is. */
    stopMs: 60_000,
  },

  /** How often it is looked whether the server is ready, and how long what was found is believed. */
  readiness: { everyMs: 250, believedMs: 3000 },

  /** Connections of one server, whatever comes over them. A line is an address of IPv4 or a /64 of IPv6. */
  connections: {
    max: 24_000,
    lineMax: 256,
    /** Requests that one may send ahead; the line of whoever sends more is cut off, and comes back after a moment. */
    pipelinedMax: 16,
    refusedMs: 5000,
    /** What all websockets of one line may send a minute; a device joins a dozen rooms, at fifty bytes each, and then says little. */
    socketBytesPerMinute: 1536 * 1024,
    /** How long one may stay that one side has closed. */
    halfOpenMs: 5000,
    /** After so long a body has to have come at this pace. */
    bodyGraceMs: 5000,
    bodyBytesPerSecondMin: 8 * 1024,
    /** At what pace a peer has to take what it asked for, over how long; and while too much waits in all. */
    unreadMs: 20_000,
    unreadBytesPerSecondMin: 4 * 1024,
    unreadWhenFullMs: 2000,
    unreadWhenFullBytesPerSecondMin: 16 * 1024,
    /** Bytes of answers that wait to be taken, of one line and of all; past them nothing big is begun for visitors. */
    unreadLineBytesMax: 8 * 1024 * 1024,
    unreadBytesMax: 96 * 1024 * 1024,
    /** An answer leaves in such pieces, each when the one before it was taken. */
    sliceBytes: 64 * 1024,
    sweepEveryMs: 1000,
  },
} as const;
