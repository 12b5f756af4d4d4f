/**
 * Every bound of the server in one place. Nothing that a customer or a feed can make grow (a queue, a page, a body, a
 * batch, a wait) is without one, and each says what happens at its edge.
 */
import { DOOR_LIMITS } from './limits-door.ts';
import { DUTY_LIMITS } from './limits-duties.ts';

export const LIMITS = {
  /** The executor's queues; past them a command is refused at once instead of waiting unheard. */
  commands: {
    /** Commands a batch, and of one book in it, so that one customer cannot fill a batch. */
    batchMax: 256,
    batchBookMax: 8,
    /**
     * Lanes a process: while the database works for one, the process decides for the other. A further lane begins only
     * with so many waiting commands; fewer are left to the busy one, since a small batch costs nearly as much.
     */
    lanes: 2,
    laneBatchMin: 48,
    /** Waiting commands of one book (then 429) and of all (then 503), and how old the oldest may be (then 503). */
    waitingBookMax: 32,
    waitingMax: 4096,
    oldestMs: 1000,
    /** How long a book that somebody else holds may put its commands off before they run alone. */
    lockedBookMs: 500,
    /** How often a batch is repeated after a serialization failure, a deadlock or a lost connection. */
    attemptsMax: 3,
    /** How far what fires may be behind the tape before orders that could profit from it wait. */
    engineLagMs: 1000,
    /** How long a caller waits for an answer before it is told to repeat with the same key. */
    deadlineMs: 10_000,
  },

  trading: {
    /** Most resting orders that a customer may have at once. */
    openOrdersMax: 5000,
    /** An order at market whose next price comes later than this, by the market clock, ends without one. */
    fillWaitMarketMs: 60_000,
    /** Most leveraged positions and resting orders for them: what one customer can make the house owe has a bound. */
    positionsMax: 200,
  },

  /** Money in and out. What may be paid in and out is published terms (`terms/usual-terms.ts`). */
  money: {
    /** Deposits of one customer under review at a time, and addresses in a book. */
    depositsWaitingMax: 5,
    addressesMax: 20,
    /** How long what was handed in or asked for may wait until it is overdue, and the longest hold. */
    reviewMs: 24 * 60 * 60_000,
    holdMsMax: 7 * 24 * 60 * 60_000,
    /** How often one withdrawal may be held; the database's bound too. */
    holdsMax: 3,
    /** For how long a quote of an exchange is firm. */
    quoteMs: 10_000,
    /** How long an exchange waits for the next price where the newest is too old to tell whether the quote still holds. */
    exchangeWaitMs: 5_000,
    /** How far the market's clock may go meanwhile, which a replay lets run faster and an operator of a demo sets. */
    quoteMarketMs: 60_000,
    /** Within which quotes that were not carried out are counted; how many there may be is published. */
    quotesUnusedMs: 60 * 60_000,
    /** How long a new withdrawal address waits where it is not play money. */
    addressCoolOffSeconds: 24 * 60 * 60,
  },

  /** The hosting fund. Amounts, rates, places and fees are published terms. */
  fund: {
    /** In a demo an order starts by itself so soon, where no operator is faster. */
    startsAfterMs: 20_000,
    /** How long an order may wait to be accepted until it is overdue. */
    reviewMs: 24 * 60 * 60_000,
  },

  /** What customers read of their own ledger. */
  wallets: {
    /** Journals that are looked at for one page of records, however few of them fit its filter. */
    recordsScannedMax: 20_000,
    /** Days of a value history, and of how many customers a process remembers what their days moved. */
    historyDaysMax: 366,
    historyDaysUsual: 30,
    historyBooksMax: 500,
    /** Prices of day ends that are remembered; the oldest is forgotten first. */
    dayBidsMax: 20_000,
    /** Journals that one statement reads of a history. */
    journalsAtOnce: 10_000,
    /** A plain-text export has the newest so many journals, and what was before as one that brings it forward. */
    exportJournalsMax: 50_000,
    /** Exports of one customer an hour, and of all at one time; then "busy". */
    exportsMax: 12,
    exportsWindowMs: 60 * 60_000,
    exportsAtOnceMax: 2,
  },

  /** What customers are told. */
  notifications: {
    /** Unread messages are counted so far; more are as many. */
    unreadMax: 1000,
    /** Messages that one statement marks as read: a statement has seconds, and who never read has hundreds of thousands. */
    markedAtOnce: 1000,
    /** New messages that one event carries; of more at once the rest is read from the list. */
    eventMessagesMax: 20,
    /** Browsers of one customer that are pushed to; of more the oldest goes. */
    pushDevicesMax: 20,
    /** Messages of one kind within an hour that are mailed and pushed; more stand in the app alone. */
    toldHourMax: 30,
    /** The newest messages among which those are counted. */
    toldLookedAt: 200,
    /** Pushes that are decided about, or tried, at one time; how long one may take, and after how long it is tried again at first. */
    pushBatch: 50,
    pushesInFlightMax: 500,
    /** Of them those to one push service, so that one that does not answer leaves room for the others. */
    pushesServiceMax: 150,
    /** Browsers of which one turn asks whether their session is over. */
    pushLookedAt: 1000,
    pushTimeoutMs: 10_000,
    pushRetryMs: 15_000,
    /** How long a push waits for its browser, here and at the service; then it is old. */
    pushKeptMs: 24 * 60 * 60_000,
    /** Price alerts of one customer that wait at a time. */
    priceAlertsMax: 50,
    /** How often what was heard of is handed on, and the connection that hears it is tried again. */
    announceEveryMs: 50,
  },

  /** Short options. What can be won is counted in 10⁻⁸ USDT, as each ticket was worth when it was accepted. */
  options: {
    /** Open tickets of one customer, and what they can win together. */
    customerTicketsMax: 50,
    customerExposureMax: 20_000n * 10n ** 8n,
    /** What all open tickets on one symbol can win together. */
    symbolExposureMax: 2_000_000n * 10n ** 8n,
  },

  ...DOOR_LIMITS,

  /** How often one address may try, and how many codes one mailbox may be sent. */
  attempts: {
    loginAddressMax: 300,
    windowMs: 15 * 60_000,
    mailCodesMax: 5,
    /** Codes for one address a day that one device or network asks for, and that all ask for together. */
    mailCodesDayMax: 10,
    mailCodesAllDayMax: 40,
    /** Text messages of one customer in that window, and of all customers in an hour and a day: they cost the house money. */
    textsCustomerMax: 5,
    /** And of all who ask from one line in that window: whoever opens accounts by the dozen shuts nobody else's out. */
    textsAddressMax: 20,
    textsHourMax: 500,
    textsDayMax: 5000,
    /** How long the link is good that a forgotten password is mailed. */
    mailLinkValidMs: 24 * 60 * 60_000,
    mailCodesAddressMax: 300,
    mailCodeTriesMax: 5,
    mailCodeWindowMs: 60 * 60_000,
    mailCodeValidMs: 10 * 60_000,
    registrationsAddressMax: 200,
    /** Passwords that may be hashed or waiting to be at one time; each takes 19 MiB. */
    hashesMax: 64,
    /** Names and addresses that are remembered at one time; the oldest is forgotten first. */
    keysMax: 100_000,
  },

  /** Misses at one secret from one place: each so many lock it for a while, and after the last only a reset helps. */
  failedAttempts: {
    lockEvery: 5,
    lockMs: 60 * 60_000,
    missesMax: 20,
    /**
     * After how long one miss is forgotten, so that no lock lasts for good. Of six digits it takes so long that ninety days of
     * guessing find them once in ten thousand accounts; of a password, hours.
     */
    decayMs: {
      password: 6 * 60 * 60_000,
      mailed_code: 2 * 24 * 60 * 60_000,
      trading_password: 2 * 24 * 60 * 60_000,
      second_factor: 7 * 24 * 60 * 60_000,
      recovery_code: 7 * 24 * 60 * 60_000,
    },
    /** From all devices and addresses of one customer together. */
    ownMissesMax: 60,
    /** How long misses at names and addresses that nobody has are remembered, and how long once they were locked. */
    agesMs: 30 * 24 * 60 * 60_000,
    lockedAgesMs: 400 * 24 * 60 * 60_000,
    sweepEveryMs: 60 * 60_000,
  },

  /** What keeps an account its owner's. */
  security: {
    /** Passkeys of one customer. */
    passkeysMax: 10,
  },

  /** Who is logged in. */
  sessions: {
    validMs: 30 * 24 * 60 * 60_000,
    /** Unused for so long, a session ends before that. */
    idleMs: 7 * 24 * 60 * 60_000,
    /** Devices of one customer; one more ends the oldest session. */
    customerMax: 50,
    /** How long a session that was read from the database is believed, and how often it is read again. */
    believedMs: 5000,
    recheckMs: 2000,
    cachedMax: 100_000,
  },

  /** The operators' console. */
  duties: DUTY_LIMITS,

  console: {
    /** How long a session lasts, how long it may go unused, and how often it is worth a write that it is in use. */
    validMs: 12 * 60 * 60_000,
    idleMs: 30 * 60_000,
    seenEveryMs: 60_000,
    /** How long a number to be signed is good, and how long an operator who proved to be there may do what is sensitive. */
    numberValidMs: 5 * 60_000,
    freshMs: 5 * 60_000,
    /** Passkeys of one operator that were not revoked. */
    passkeysMax: 10,
    /** Sessions of one operator; one more ends the oldest. */
    operatorMax: 5,
    /** What an article in nine languages weighs at most, or a photo. */
    bigBodyBytesMax: 5 * 1024 * 1024,
    /** Requests of one operator a minute. */
    operatorRequestsPerMinute: 12_000,
    /** Refused tries of one operator that are put on record within an hour. */
    denialsHourMax: 100,
  },

  /** Pictures that customers hand in. They are read whole and decoded, so each bound is one on memory. */
  uploads: {
    bytesMax: 10 * 1024 * 1024,
    /** Uploads that are read or worked on at one time, and how many more may wait; then "busy". */
    atOnceMax: 4,
    waitingMax: 16,
    /** Bodies of customers that are kept while they come and wait, and of visitors, whose never take a customer's place. */
    bodiesMax: 16,
    visitorsBodiesMax: 4,
    /** Of them one customer's: the front and the back of a document. */
    customerAtOnceMax: 2,
    /** Decoded one at a time; how many may wait for that. */
    decodingWaitingMax: 16,
    /** One customer's, within 24 hours: what is kept, and what is looked at, since refusing costs work too. */
    dayMax: 60,
    triesDayMax: 200,
    pixelsMax: 50_000_000,
    /** A decoder holds some hundred lines, so they must not be long either: 13,000 pixels of a photograph. */
    lineBytesMax: 40_000,
    /** What a decoder may hold of a picture whose form brings it in several passes. */
    wholeBytesMax: 32 * 1024 * 1024,
    /** The longest side of what is kept. */
    sideMax: 2600,
    /** How long a file stays that became part of nothing, and how often it is looked for. */
    looseMs: 24 * 60 * 60_000,
    cleanEveryMs: 10 * 60_000,
  },

  /** Verification of identity: how often one customer may submit a day, so that nobody tries out numbers. */
  verification: {
    submissionsDayMax: 30,
    /** Within which an operator decides; later it shows as overdue. Applications for leverage too. */
    reviewMs: 24 * 60 * 60_000,
  },

  /** News and help. */
  content: {
    /** Articles that there may be, with those of the software; a search answers the best of them. */
    articlesMax: 500,
    foundMax: 30,
    /** Versions of one article that the console lists, the newest. */
    versionsShownMax: 100,
    /** Searches that wait for the thread that searches, and how long one may take before it begins anew. */
    searchesWaitingMax: 32,
    searchMs: 20_000,
    /** Photos of articles that are kept in memory, and how many that are not may be looked for at a time. */
    picturesKeptBytes: 64 * 1024 * 1024,
    pictureLookupsMax: 16,
    /** Pictures that one operator may hand in within 24 hours. */
    picturesDayMax: 50,
  },

  settings: {
    /** Rows of one kind that a customer takes along at once, the newest; what is left out is said. */
    exportRowsMax: 2000,
    /** Of so many customers a process remembers what their trading came to. */
    resultsBooksMax: 50_000,
  },

  market: {
    candlesMax: 1000,
    candlesUsual: 300,
    /** Entries of the tape that one request may read. */
    tapeEntriesMax: 1000,
    /** Quotes that an external feed may have waiting; messages beyond it are turned away. */
    feedQuotesWaitingMax: 4096,
    /** Quotes that may wait for the tape; beyond it a live feed's newest are turned away, a replay waits. */
    tapeQuotesWaitingMax: 20_000,
    feedMessageBytesMax: 64 * 1024,
    feedTimeoutMs: 5000,
  },

  realtime: {
    connectionsMax: 20_000,
    connectionsAddressMax: 200,
    /** Events that one client may send a second; it has little to say. */
    clientEventsPerSecond: 20,
    clientMessageBytesMax: 4096,
    roomsClientMax: 64,
    /** Bytes that may wait for a client that reads slowly; past it quotes are dropped, then the client. */
    clientBufferBytesMax: 1024 * 1024,
    /** How often a client gets a symbol's newest quote. */
    quotesPerSecond: 4,
  },

  /** Customer service as a chat. How fast one side of a conversation may write: a burst, then so many a second. */
  storage: {
    /** Below so many free bytes only money is stored, and how often it is looked at. */
    lowBytes: 512 * 1024 * 1024,
    lookEveryMs: 10_000,
  },

  chat: {
    burst: 10,
    perSecond: 1,
    picturesMax: 5,
    picturesWindowMs: 60_000,
    /** Pictures of one customer a day, and of all visitors of one address, who make up keys as they like. */
    picturesDayMax: 60,
    picturesAddressDayMax: 200,
    picturesDayMs: 24 * 60 * 60_000,
    /** Files of evidence that are put together for one conversation a day, both sides' together. */
    evidenceDayMax: 100,
    evidenceDayMs: 24 * 60 * 60_000,
    /**
     * Bytes of text and of pictures, as they are stored, that a party may leave in a day: a customer, a visitor's key, all visitors of
     * one address, and all visitors together, who would otherwise fill the disk from many addresses.
     */
    bytesDay: {
      customer: 30_000_000,
      visitor: 5_000_000,
      address: 20_000_000,
      visitors: 500_000_000,
    },
    /** What a message takes in the database beside its text. */
    messageBytes: 250,
    /** How often visitors' conversations that are a month old are looked for, and how many are forgotten in one transaction. */
    forgetEveryMs: 60 * 60_000,
    forgetAtOnce: 500,
    /** How often it is passed on that somebody writes. */
    typingEveryMs: 1000,
    /** Conversations whose pace is remembered; the quietest is forgotten first. */
    pacedMax: 100_000,
    /** Conversations that visitors may open from one address. */
    visitorsAddressMax: 60,
    visitorsWindowMs: 60 * 60_000,
    /** Messages that a device reads at once. */
    pageRows: 40,
    /** Within which an answer is promised; later it shows as overdue. */
    answerMs: 10 * 60_000,
    /** How long an answer waits unread before a mail says so, and how often it is looked for. */
    mailAfterMs: 10 * 60_000,
    mailEveryMs: 15_000,
    /** Consoles that listen at one time, those of one session, what may wait for one that does not read, and how often its session is looked at. */
    streamsMax: 200,
    streamsSessionMax: 20,
    streamBufferBytesMax: 1024 * 1024,
    streamCheckMs: 5000,
    streamBeatMs: 15_000,
    /** How long after an operator did something customer service counts as there, while they listen. */
    attendedMs: 5 * 60_000,
    /** Conversations that operators looked at, whose devices they are told of; the one looked at first is forgotten. */
    watchedMax: 1000,
  },

  /** What the platform publishes about its voids: each answer is kept a moment, so that asking often costs nothing. */
  transparency: {
    voidsKeptMs: 5000,
    voidsKeptMax: 64,
    /** Silences, halts and refused quotes of a page. */
    pausesPage: 50,
    withdrawalsKeptMs: 5000,
    /** What was published of the fund changes once a day, what it made every ten minutes. */
    fundKeptMs: 2000,
    strategyKeptMax: 64,
    /** Newest days of the simulated market whose keys are answered. */
    marketDaysMax: 60,
    /** Runs of a day in an answer: each start of the server is one. */
    marketRunsPage: 200,
  },

  database: {
    servingConnectionsMax: 12,
    /** Of whoever leads the market: one appends, one beats, the others read candles and history. */
    tapeConnectionsMax: 6,
    /** Of the executor alone, so that no order waits for who reads. */
    orderConnectionsMax: 6,
  },
} as const;
