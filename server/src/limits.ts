/**
 * All limits of the server. Everything that a customer or a feed can make grow (a queue, a page, a body, a batch, a wait) has a
 * limit, and each limit states what happens when it is reached.
 */
import { DOOR_LIMITS } from './limits-door.ts';
import { DUTY_LIMITS } from './limits-duties.ts';

export const LIMITS = {
  /** The executor's queues. Once they are full, a command is refused immediately instead of waiting. */
  commands: {
    /** Commands per batch, and commands of one book in a batch, so that one customer can't fill it. */
    batchMax: 256,
    batchBookMax: 8,
    /**
     * Lanes per process: while the database works for one, the process decides for the other. Another lane starts only with at
     * least `laneBatchMin` waiting commands, because a small batch costs nearly as much as a large one.
     */
    lanes: 2,
    laneBatchMin: 48,
    /** Waiting commands of one book (then 429) and in total (then 503), and the age of the oldest one (then 503). */
    waitingBookMax: 32,
    waitingMax: 4096,
    oldestMs: 1000,
    /** The time for which commands may be deferred because another transaction locks their book, before they run alone. */
    lockedBookMs: 500,
    /** Attempts at a batch after a serialization failure, a deadlock or a lost connection. */
    attemptsMax: 3,
    /** The lag of triggers behind the tape above which orders that could profit from it must wait. */
    engineLagMs: 1000,
    /** The time that a caller waits for an answer before being asked to repeat the request with the same key. */
    deadlineMs: 10_000,
  },

  trading: {
    /** Resting orders per customer. */
    openOrdersMax: 5000,
    /** A market order that gets no price within this time, by the market clock, expires unfilled. */
    fillWaitMarketMs: 60_000,
    /** Leveraged positions and open orders for them per customer. It bounds the amount that one customer can make the house owe. */
    positionsMax: 200,
  },

  /** Deposits and withdrawals. Their minimum and maximum amounts are published terms (`terms/usual-terms.ts`). */
  money: {
    /** Deposits of one customer that are under review, and withdrawal addresses per customer. */
    depositsWaitingMax: 5,
    addressesMax: 20,
    /** The time after which a deposit or withdrawal under review is overdue, and the maximum duration of a hold. */
    reviewMs: 24 * 60 * 60_000,
    holdMsMax: 7 * 24 * 60 * 60_000,
    /** Holds of one withdrawal. The database enforces it too. */
    holdsMax: 3,
    /** The time for which an exchange quote is firm. */
    quoteMs: 10_000,
    /** The time that an exchange waits for the next price if the newest is too old to decide whether the quote still holds. */
    exchangeWaitMs: 5_000,
    /** The time by which the market clock may advance in that wait. A replay runs it faster, and a demo's operator can move it. */
    quoteMarketMs: 60_000,
    /** The period in which unused quotes are counted. The number allowed is a published term. */
    quotesUnusedMs: 60 * 60_000,
    /** The time that a new withdrawal address must wait before use, except with play money. */
    addressCoolOffSeconds: 24 * 60 * 60,
  },

  /** The hosting fund. Amounts, rates, places and fees are published terms. */
  fund: {
    /** In a demo, an order starts automatically after this time, unless an operator accepts it earlier. */
    startsAfterMs: 20_000,
    /** The time after which an order that waits for acceptance is overdue. */
    reviewMs: 24 * 60 * 60_000,
  },

  /** Customers' reads of their own ledger. */
  wallets: {
    /** Journals that are scanned for one page of records, however few match its filter. */
    recordsScannedMax: 20_000,
    /** Days of a value history, and the number of customers whose daily sums a process caches. */
    historyDaysMax: 366,
    historyDaysUsual: 30,
    historyBooksMax: 500,
    /** Day-end prices in the cache; the oldest is evicted first. */
    dayBidsMax: 20_000,
    /** Journals of a history that one statement reads. */
    journalsAtOnce: 10_000,
    /** A plain-text export contains this many of the newest journals, and the older ones as a sum brought forward. */
    exportJournalsMax: 50_000,
    /** Exports of one customer per hour, and concurrent exports of all customers; then "busy". */
    exportsMax: 12,
    exportsWindowMs: 60 * 60_000,
    exportsAtOnceMax: 2,
  },

  /** Notifications to customers. */
  notifications: {
    /** Unread messages are counted up to this number. */
    unreadMax: 1000,
    /** Messages that one statement marks as read; it has a few seconds for perhaps hundreds of thousands. */
    markedAtOnce: 1000,
    /** New messages in one event. If there are more, the rest is read from the list. */
    eventMessagesMax: 20,
    /** Browsers of one customer that receive pushes; an additional one replaces the oldest. */
    pushDevicesMax: 20,
    /** Messages of one kind that are mailed and pushed within an hour; further ones appear only in the app. */
    toldHourMax: 30,
    /** The number of newest messages among which those are counted. */
    toldLookedAt: 200,
    /** Messages or pushes that one statement takes, and pushes in flight. */
    pushBatch: 50,
    pushesInFlightMax: 500,
    /** Of those, pushes to one service, so that a service that does not answer leaves room for the others. */
    pushesServiceMax: 150,
    /** Browsers whose session is checked in one run. */
    pushLookedAt: 1000,
    /** The timeout of one push, and the delay before its first retry. */
    pushTimeoutMs: 10_000,
    pushRetryMs: 15_000,
    /** The time that a push waits for its browser, here and at the service, before it expires. */
    pushKeptMs: 24 * 60 * 60_000,
    /** Price alerts of one customer that have not fired. */
    priceAlertsMax: 50,
    /** The interval at which announcements are forwarded, and the listening connection is retried. */
    announceEveryMs: 50,
  },

  /** Short options. Possible gains are in 10⁻⁸ USDT, at each ticket's value when it was accepted. */
  options: {
    /** Open tickets of one customer, and their total possible gain. */
    customerTicketsMax: 50,
    customerExposureMax: 20_000n * 10n ** 8n,
    /** The total possible gain of all open tickets on one symbol. */
    symbolExposureMax: 2_000_000n * 10n ** 8n,
  },

  ...DOOR_LIMITS,

  /** Attempts from one address, and codes sent to one mailbox. */
  attempts: {
    loginAddressMax: 300,
    windowMs: 15 * 60_000,
    mailCodesMax: 5,
    /** Codes for one mailbox per day: requested by one device or network, and in total. */
    mailCodesDayMax: 10,
    mailCodesAllDayMax: 40,
    /** Text messages of one customer in that window, and of all customers per hour and per day, because they cost money. */
    textsCustomerMax: 5,
    /** Text messages requested from one line in that window, so that one caller with many accounts can't exhaust the total. */
    textsAddressMax: 20,
    textsHourMax: 500,
    textsDayMax: 5000,
    /** The lifetime of the link mailed for a forgotten password. */
    mailLinkValidMs: 24 * 60 * 60_000,
    mailCodesAddressMax: 300,
    mailCodeTriesMax: 5,
    mailCodeWindowMs: 60 * 60_000,
    mailCodeValidMs: 10 * 60_000,
    registrationsAddressMax: 200,
    /** Passwords that are being hashed or wait for hashing; each takes 19 MiB. */
    hashesMax: 64,
    /** Names and addresses in memory; the oldest is evicted first. */
    keysMax: 100_000,
  },

  /** Failed attempts at one secret from one origin. Each multiple of `lockEvery` locks it; after the last, only a reset helps. */
  failedAttempts: {
    lockEvery: 5,
    lockMs: 60 * 60_000,
    missesMax: 20,
    // The time after which one failed attempt is forgotten, so that no lock is permanent. For six digits it is so long that
    // ninety days of guessing succeed for one account in ten thousand; for a password, it is some hours.
    decayMs: {
      password: 6 * 60 * 60_000,
      mailed_code: 2 * 24 * 60 * 60_000,
      trading_password: 2 * 24 * 60 * 60_000,
      second_factor: 7 * 24 * 60 * 60_000,
      recovery_code: 7 * 24 * 60 * 60_000,
    },
    /** Failed attempts from all devices and addresses of one customer together. */
    ownMissesMax: 60,
    /** The time for which failed attempts at unknown names and addresses are kept, and the time if they were locked. */
    agesMs: 30 * 24 * 60 * 60_000,
    lockedAgesMs: 400 * 24 * 60 * 60_000,
    sweepEveryMs: 60 * 60_000,
  },

  /** Account security. */
  security: {
    /** Passkeys of one customer. */
    passkeysMax: 10,
  },

  /** Customers' sessions. */
  sessions: {
    validMs: 30 * 24 * 60 * 60_000,
    /** A session that is unused for this time expires early. */
    idleMs: 7 * 24 * 60 * 60_000,
    /** Sessions of one customer; an additional one closes the oldest. */
    customerMax: 50,
    /** The time for which a session read from the database is trusted, and the interval at which it is read again. */
    believedMs: 5000,
    recheckMs: 2000,
    cachedMax: 100_000,
  },

  /** The operators' console. */
  duties: DUTY_LIMITS,

  console: {
    /** The lifetime of a session, the time that it may be unused, and the interval at which its use is recorded. */
    validMs: 12 * 60 * 60_000,
    idleMs: 30 * 60_000,
    seenEveryMs: 60_000,
    /** The lifetime of a challenge for signing, and the time for which a proof of presence allows sensitive actions. */
    numberValidMs: 5 * 60_000,
    freshMs: 5 * 60_000,
    /** Passkeys of one operator that are not revoked. */
    passkeysMax: 10,
    /** Sessions of one operator; an additional one closes the oldest. */
    operatorMax: 5,
    /** The size of an article in nine languages, or of a photo. */
    bigBodyBytesMax: 5 * 1024 * 1024,
    /** Requests of one operator per minute. */
    operatorRequestsPerMinute: 12_000,
    /** Denied attempts of one operator that are recorded within an hour. */
    denialsHourMax: 100,
  },

  /** Images that customers upload. They are read into memory and decoded, so each limit bounds memory. */
  uploads: {
    bytesMax: 10 * 1024 * 1024,
    /** Uploads that are read or processed concurrently, and the number that may wait; then "busy". */
    atOnceMax: 4,
    waitingMax: 16,
    /** Bodies buffered while they arrive and wait: those of customers, and separately those of visitors. */
    bodiesMax: 16,
    visitorsBodiesMax: 4,
    /** Of those, bodies of one customer: the front and the back of a document. */
    customerAtOnceMax: 2,
    /** Images are decoded one at a time; this many may wait. */
    decodingWaitingMax: 16,
    /** Images of one customer within 24 hours: those stored, and those examined, because rejecting one is work too. */
    dayMax: 60,
    triesDayMax: 200,
    pixelsMax: 50_000_000,
    /** A decoder holds about a hundred lines, so their length is limited: 13,000 pixels of a photograph. */
    lineBytesMax: 40_000,
    /** The memory that a decoder may use for an image that is encoded in several passes. */
    wholeBytesMax: 32 * 1024 * 1024,
    /** The longest side of a stored image. */
    sideMax: 2600,
    /** The time for which an unattached file is kept, and the interval at which such files are deleted. */
    looseMs: 24 * 60 * 60_000,
    cleanEveryMs: 10 * 60_000,
  },

  /** Identity verification: submissions of one customer per day, so that nobody can try out document numbers. */
  verification: {
    submissionsDayMax: 30,
    /** The time after which a submission or an application for leverage is shown as overdue. */
    reviewMs: 24 * 60 * 60_000,
  },

  /** News and help. */
  content: {
    /** The number of articles, including those of the software, and of search results. */
    articlesMax: 500,
    foundMax: 30,
    /** The newest versions of one article that the console lists. */
    versionsShownMax: 100,
    /** Searches that wait for the search thread, and the time that one may take before the thread is restarted. */
    searchesWaitingMax: 32,
    searchMs: 20_000,
    /** Article photos kept in memory, and concurrent lookups of those that are not. */
    picturesKeptBytes: 64 * 1024 * 1024,
    pictureLookupsMax: 16,
    /** Images that one operator may upload within 24 hours. */
    picturesDayMax: 50,
  },

  settings: {
    /** The newest rows of one kind in a data export. The export states the number of those left out. */
    exportRowsMax: 2000,
    /** The number of customers whose trading results a process caches. */
    resultsBooksMax: 50_000,
  },

  market: {
    candlesMax: 1000,
    candlesUsual: 300,
    /** Tape entries that one request may read. */
    tapeEntriesMax: 1000,
    /** Waiting quotes of an external feed; further messages are rejected. */
    feedQuotesWaitingMax: 4096,
    /** Quotes that wait for the tape. Above this number, a live feed's newest quotes are rejected, and a replay waits. */
    tapeQuotesWaitingMax: 20_000,
    feedMessageBytesMax: 64 * 1024,
    feedTimeoutMs: 5000,
  },

  realtime: {
    connectionsMax: 20_000,
    connectionsAddressMax: 200,
    /** Events that one client may send per second; clients have little to send. */
    clientEventsPerSecond: 20,
    clientMessageBytesMax: 4096,
    roomsClientMax: 64,
    /** Bytes that may be buffered for a slow client. Above this number, first quotes are dropped, then the client. */
    clientBufferBytesMax: 1024 * 1024,
    /** The rate at which a client gets a symbol's newest quote. */
    quotesPerSecond: 4,
  },

  /** Free disk space. */
  storage: {
    /** The number of free bytes below which only money is stored, and the interval at which free space is checked. */
    lowBytes: 512 * 1024 * 1024,
    lookEveryMs: 10_000,
  },

  /** The customer service chat. Each side of a conversation may write a burst of messages, then this many per second. */
  chat: {
    burst: 10,
    perSecond: 1,
    picturesMax: 5,
    picturesWindowMs: 60_000,
    /** Images of one customer per day, and of all visitors of one address, because visitors can create any number of keys. */
    picturesDayMax: 60,
    picturesAddressDayMax: 200,
    picturesDayMs: 24 * 60 * 60_000,
    /** Evidence files that are created for one conversation per day, for both sides together. */
    evidenceDayMax: 100,
    evidenceDayMs: 24 * 60 * 60_000,
    /** Stored bytes that a customer, a visitor's key, an address, and all visitors together may add per day. */
    bytesDay: {
      customer: 30_000_000,
      visitor: 5_000_000,
      address: 20_000_000,
      visitors: 500_000_000,
    },
    /** The database space of a message in addition to its text. */
    messageBytes: 250,
    /** The interval at which visitors' conversations older than a month are deleted, and the number deleted in one transaction. */
    forgetEveryMs: 60 * 60_000,
    forgetAtOnce: 500,
    /** The interval at which a typing indicator is forwarded. */
    typingEveryMs: 1000,
    /** Conversations whose rate is in memory; the least recently active is evicted first. */
    pacedMax: 100_000,
    /** Conversations that visitors may open from one address. */
    visitorsAddressMax: 60,
    visitorsWindowMs: 60 * 60_000,
    /** Messages on a page that a device reads. */
    pageRows: 40,
    /** The promised answering time; after it, an unanswered message is shown as overdue. */
    answerMs: 10 * 60_000,
    /** The time after which an unread answer is mailed, and the interval at which such answers are searched for. */
    mailAfterMs: 10 * 60_000,
    mailEveryMs: 15_000,
    /** Consoles that listen, in total and per session; the buffer of one that does not read; the interval of session checks. */
    streamsMax: 200,
    streamsSessionMax: 20,
    streamBufferBytesMax: 1024 * 1024,
    streamCheckMs: 5000,
    streamBeatMs: 15_000,
    /** The time after an operator's last action for which customer service counts as attended while that operator listens. */
    attendedMs: 5 * 60_000,
    /** Conversations viewed by operators, who then get presence events of their devices; the one viewed first is evicted. */
    watchedMax: 1000,
  },

  /** The published figures about voided trades. Each answer is cached for a moment, so that frequent requests cost nothing. */
  transparency: {
    voidsKeptMs: 5000,
    voidsKeptMax: 64,
    /** Silences, halts and refused quotes per page. */
    pausesPage: 50,
    withdrawalsKeptMs: 5000,
    /** The fund's publications change once a day, its strategy's results every ten minutes. */
    fundKeptMs: 2000,
    strategyKeptMax: 64,
    /** The newest days of the simulated market whose keys are published. */
    marketDaysMax: 60,
    /** Runs of a day per answer; each start of the server is a run. */
    marketRunsPage: 200,
    /** A customer's entries of the public log per answer. */
    ownEntriesPage: 200,
  },

  database: {
    servingConnectionsMax: 12,
    /** For the process that leads the market: one appends, one sends heartbeats, the others read candles and history. */
    tapeConnectionsMax: 6,
    /** Only for the executor, so that no order waits for a reader. */
    orderConnectionsMax: 6,
  },
} as const;
