/**
 * The limits of the server's modules. Everything that a customer or a feed can make grow (a queue, a page, a body, a batch, a
 * wait) has a limit here, or in the `limits.ts` of its feature, with a comment on what happens when it is reached.
 */
import { API_KEY_LIMITS } from './limits-api-keys.ts';
import { COMPAT_LIMITS } from './limits-compat.ts';
import { DOOR_LIMITS } from './limits-door.ts';

export const LIMITS = {
  /** The executor's queues. Once they are full, a command is refused immediately instead of waiting. */
  commands: {
    /**
     * Commands per batch; commands of one book per batch, so that no customer can fill a batch; and commands of one book if the
     * batch still has room after that.
     */
    batchMax: 256,
    batchBookMax: 8,
    batchBookRoomMax: 32,
    /**
     * Lanes per process: while the database works for one, the process decides for the other. The second lane starts only if at
     * least `laneBatchMin` commands wait, because a small batch costs nearly as much as a large one.
     */
    lanes: 2,
    laneBatchMin: 48,
    /** Waiting commands of one book (above it 429) and in total (above it 503), and the age of the oldest one (above it 503). */
    waitingBookMax: 32,
    waitingMax: 4096,
    oldestMs: 1000,
    /**
     * How long commands may be deferred because another transaction locks their book. After that, they run in a separate
     * batch.
     */
    lockedBookMs: 500,
    /** How many times a batch is tried after a serialization failure, a deadlock or a lost connection. */
    attemptsMax: 3,
    /** If the triggers are behind the tape by more than this, orders that could profit from the lag must wait. */
    engineLagMs: 1000,
    /** How long a caller waits for an answer before being asked to retry with the same key. */
    deadlineMs: 10_000,
  },

  trading: {
    /** Maximum number per customer. */
    openOrdersMax: 5000,
    /** By the market clock. A market order that gets no price within this time expires unfilled. */
    fillWaitMarketMs: 60_000,
    /**
     * Maximum number of leveraged positions and open orders for them, per customer. This limits what one customer can make the
     * house owe.
     */
    positionsMax: 200,
  },

  /** Minimum and maximum amounts of deposits and withdrawals are published terms instead (`terms/usual-terms.ts`). */
  money: {
    /** How long a deposit, a withdrawal or a loan may be under review before it counts as overdue. */
    reviewMs: 24 * 60 * 60_000,
    /** How long a new withdrawal address can't be used, except with play money. */
    addressCoolOffSeconds: 24 * 60 * 60,
  },

  mail: {
    /** How many messages of one kind are mailed and pushed to a customer per hour. Further ones appear only in the app. */
    noticesHourMax: 30,
    /** Only this many of the newest messages are counted for `noticesHourMax`. */
    noticesChecked: 200,
  },

  ...DOOR_LIMITS,

  /** Attempts to log in from one address within `windowMs`, and codes to one mailbox within `mailCodeWindowMs`. */
  attempts: {
    loginAddressMax: 300,
    windowMs: 15 * 60_000,
    mailCodesMax: 5,
    /** Codes to one mailbox per day: those requested by one device or network, and in total. */
    mailCodesDayMax: 10,
    mailCodesAllDayMax: 40,
    /**
     * Text messages per customer in `mailCodeWindowMs`; `textsHourMax` and `textsDayMax` bound those of all customers, because
     * they cost money.
     */
    textsCustomerMax: 5,
    /**
     * Text messages that one line requests in `mailCodeWindowMs`, so that a caller with many accounts can't exhaust the total.
     */
    textsAddressMax: 20,
    textsHourMax: 500,
    textsDayMax: 5000,
    /** The lifetime of the link in a mail about a forgotten password. */
    mailLinkValidMs: 24 * 60 * 60_000,
    mailCodesAddressMax: 300,
    mailCodeTriesMax: 5,
    mailCodeWindowMs: 60 * 60_000,
    mailCodeValidMs: 10 * 60_000,
    registrationsAddressMax: 200,
    /** Passwords that are being hashed or are queued. Each hash takes 19 MiB. */
    hashesMax: 64,
    /** Names and addresses that are counted in memory. The oldest is evicted first. */
    keysMax: 100_000,
  },

  /**
   * Failed attempts at one secret from one origin. Every multiple of `lockEvery` locks the secret; at `missesMax`, only a reset
   * unlocks it.
   */
  failedAttempts: {
    lockEvery: 5,
    lockMs: 60 * 60_000,
    missesMax: 20,
    // One failed attempt is forgotten after this time, so that no lock is permanent. For six digits the time is so long that
    // guessing for ninety days succeeds for one account in ten thousand. For a password it is some hours.
    decayMs: {
      password: 6 * 60 * 60_000,
      mailed_code: 2 * 24 * 60 * 60_000,
      trading_password: 2 * 24 * 60 * 60_000,
      second_factor: 7 * 24 * 60 * 60_000,
      recovery_code: 7 * 24 * 60 * 60_000,
    },
    /** Failed attempts from all of a customer's own devices and addresses together. */
    ownMissesMax: 60,
    /** How long failed attempts at unknown names and addresses are kept, in general and if they led to a lock. */
    agesMs: 30 * 24 * 60 * 60_000,
    lockedAgesMs: 400 * 24 * 60 * 60_000,
    sweepEveryMs: 60 * 60_000,
  },

  sessions: {
    validMs: 30 * 24 * 60 * 60_000,
    /** A session that is unused for this long expires early. */
    idleMs: 7 * 24 * 60 * 60_000,
    /** Sessions per customer. An additional one closes the oldest. */
    customerMax: 50,
    /** How long a session read from the database is trusted, and how often it is reread. */
    believedMs: 5000,
    recheckMs: 2000,
    cachedMax: 100_000,
  },

  console: {
    /** How long a session is valid, how long it may be unused, and how often its use is recorded. */
    validMs: 12 * 60 * 60_000,
    idleMs: 30 * 60_000,
    seenEveryMs: 60_000,
    /** How long a challenge for signing is valid, and how long a proof of presence allows sensitive actions. */
    numberValidMs: 5 * 60_000,
    freshMs: 5 * 60_000,
    /** Maximum number of passkeys per operator that are not revoked. */
    passkeysMax: 10,
    /** Sessions per operator. An additional one closes the oldest. */
    operatorMax: 5,
    /** The maximum size of an article in nine languages, or of a photo. */
    bigBodyBytesMax: 5 * 1024 * 1024,
    operatorRequestsPerMinute: 12_000,
    /** How many denied attempts per operator and hour are recorded. */
    denialsHourMax: 100,
  },

  /** Images that customers upload are read into memory and decoded, so each limit here bounds memory. */
  uploads: {
    bytesMax: 10 * 1024 * 1024,
    /** Uploads that are read or processed concurrently, and that may wait; beyond either, the answer is `busy`. */
    atOnceMax: 4,
    waitingMax: 16,
    /** Bodies in memory while they arrive and wait, separately for customers and visitors. */
    bodiesMax: 16,
    visitorsBodiesMax: 4,
    /** Such bodies per customer: the front and the back of a document. */
    customerAtOnceMax: 2,
    /** Images are decoded one at a time; this many others may wait. */
    decodingWaitingMax: 16,
    /** Images per customer in 24 hours: images stored, and images examined, because rejecting one costs work too. */
    dayMax: 60,
    triesDayMax: 200,
    pixelsMax: 50_000_000,
    /** A decoder holds about a hundred lines, so the length of a line is limited, to 13,000 pixels of a photo. */
    lineBytesMax: 40_000,
    /** The maximum memory for decoding an image that is encoded in several passes. */
    wholeBytesMax: 32 * 1024 * 1024,
    /** The longest side of a stored image, in pixels. */
    sideMax: 2600,
    /** How long an unattached file is kept, and how often such files are deleted. */
    looseMs: 24 * 60 * 60_000,
    cleanEveryMs: 10 * 60_000,
  },

  settings: {
    /** How many of the newest rows of each kind a data export includes. It states how many it leaves out. */
    exportRowsMax: 2000,
    /** Customers whose trading results a process caches. */
    resultsBooksMax: 50_000,
  },

  market: {
    candlesMax: 1000,
    candlesUsual: 300,
    /** Tape entries per request. */
    tapeEntriesMax: 1000,
    /** Quotes of an external feed that may be queued. Further messages are rejected. */
    feedQuotesWaitingMax: 4096,
    /**
     * Quotes that may be queued for the tape. If there are more, a live feed's newest quotes are rejected, and a replay pauses.
     */
    tapeQuotesWaitingMax: 20_000,
    feedMessageBytesMax: 64 * 1024,
    feedTimeoutMs: 5000,
  },

  realtime: {
    connectionsMax: 20_000,
    connectionsAddressMax: 200,
    /** Events that a client may send per second. Clients have little to send. */
    clientEventsPerSecond: 20,
    clientMessageBytesMax: 4096,
    roomsClientMax: 64,
    /** Bytes buffered for a slow client. If there are more, its quotes are dropped first, and then its connection. */
    clientBufferBytesMax: 1024 * 1024,
    /** How often a client gets a symbol's newest quote. */
    quotesPerSecond: 4,
  },

  storage: {
    /**
     * If fewer bytes than this are free on the disk, only data that concerns money is stored. The free space is checked at this
     * interval.
     */
    lowBytes: 512 * 1024 * 1024,
    lookEveryMs: 10_000,
  },

  apiKeys: API_KEY_LIMITS,

  compat: COMPAT_LIMITS,

  database: {
    servingConnectionsMax: 12,
    /**
     * For the process that leads the market: one connection appends to the tape, one sends heartbeats, and the others read
     * candles and history.
     */
    tapeConnectionsMax: 6,
    /** For the executor only, so that no order waits for a read. */
    orderConnectionsMax: 6,
  },
} as const;
