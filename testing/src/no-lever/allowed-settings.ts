/** Every setting of the server and every command of the operators, with the word for which it is allowed. */
import { withFeatures } from './of-features.ts';

/** Options of the command line, and the environment variables that it reads. */
export const OPTIONS_ALLOWED: Readonly<Record<string, string>> = {
  '--port': 'where it listens',
  '--host': 'where it listens',
  '--origin': 'by which name it is called',
  '--public-origins': 'by which names it is called',
  '--trusted-proxies': 'who says from where calls come',
  '--console-port': 'where it listens',
  '--console-host': 'where it listens',
  '--console-origins': 'by which names operators call it',
  '--console-networks': 'from where operators reach their calls',
  '--push-services': 'which push services browsers are reached at',
  '--data': 'where things lie',
  '--mode': 'play money or not',
  '--house':
    'whose house it is, where money comes in and which instruments are traded, the same for everybody',
  '--role': 'what this process does',
  '--feed': 'which market, the same for everybody',
  '--seed': 'a simulated market for tests that anybody can compute',
  '--replay-file': 'which history, the same for everybody',
  '--replay-speed': 'how fast time goes in it, the same for everybody',
  '--replay-half-spread': 'bid and ask where the history has one price, the same for everybody',
  '--external-url': 'where quotes come from, the same for everybody',
  '--jurisdiction': 'which published profile of the policy counts, told by a call',
  '--external-token': 'who may push quotes, which go through the guard and onto the tape',
  DATABASE_URL: 'where the database is',
  DATABASE_OWNER_URL: 'where the database is',
  DATABASE_TAPE_URL: 'where the database is, for whoever leads the market',
  DATABASE_DOOR_URL: 'where the database is, for whoever signs people in',
  VAULT_KEY: 'what seals secrets and documents',
  SMTP_URL: 'how mail goes out',
  MAIL_FROM: 'how mail goes out',
  SMS_URL: 'how text messages go out',
  SMS_TOKEN: 'how text messages go out',
  SMS_COUNTRIES: 'how text messages go out',
  PAYOUT_URL: 'who pays what was approved',
  PAYOUT_TOKEN: 'who pays what was approved',
  'CANDOR_<OPTION>': 'any option above',
};

/** Environment variables that server code itself reads, by name; options are read where they are listed above. */
export const ENVIRONMENT_READ: Readonly<Record<string, string>> = {
  PATH: 'where programs are',
  DATABASE_URL: 'where the database is, for operators',
  DATABASE_DOOR_URL: 'the same as whoever signs people in',
  DATABASE_OWNER_URL: 'the same as its owner, who may stand for a second person',
  OPERATOR_ACCOUNT: 'who acts',
  OPERATOR_PASSWORD: 'who acts',
  OPERATOR_TOTP: 'who acts',
  OPERATOR_NEW_PASSWORD: 'with which a new operator signs in',
  VAULT_KEY: 'what opens the second factor of operators',
};

export const LIMIT_GROUPS: Readonly<Record<string, readonly [because: string, names: string]>> = withFeatures(
  'limits',
  {
    chat: [
      'how fast may be written to customer service, and how much waits, alike for all',
      `burst perSecond picturesMax picturesWindowMs typingEveryMs pacedMax visitorsAddressMax visitorsWindowMs pageRows answerMs
      mailAfterMs mailEveryMs streamsMax streamsSessionMax streamBufferBytesMax streamCheckMs streamBeatMs attendedMs watchedMax picturesDayMax
      picturesAddressDayMax picturesDayMs evidenceDayMax evidenceDayMs bytesDay.customer bytesDay.visitor bytesDay.address
      bytesDay.visitors messageBytes forgetEveryMs forgetAtOnce`,
    ],
    storage: ['when only money is stored', 'lowBytes lookEveryMs'],
    commands: [
      'queues, alike for every book',
      `batchMax batchBookMax lanes laneBatchMin waitingBookMax waitingMax oldestMs lockedBookMs attemptsMax engineLagMs
      deadlineMs`,
    ],
    trading: [
      'most that one customer may have open, and how long an order waits for its price, alike for all',
      'openOrdersMax positionsMax fillWaitMarketMs',
    ],
    money: [
      'how much may wait and how long, alike for all',
      `depositsWaitingMax addressesMax reviewMs holdMsMax holdsMax quoteMs quoteMarketMs quotesUnusedMs exchangeWaitMs
      addressCoolOffSeconds`,
    ],
    fund: ['how long an order waits to be accepted, alike for all', 'startsAfterMs reviewMs'],
    notifications: [
      'how far messages are counted, how many are mailed and pushed, and how soon devices hear, alike for all',
      `unreadMax markedAtOnce eventMessagesMax priceAlertsMax announceEveryMs toldHourMax toldLookedAt pushDevicesMax pushBatch pushesInFlightMax
      pushesServiceMax pushLookedAt pushTimeoutMs pushRetryMs pushKeptMs`,
    ],
    options: [
      'most that may be open, alike for all',
      'customerTicketsMax customerExposureMax symbolExposureMax',
    ],
    http: [
      'the door, alike for all',
      `bodyBytesMax headerBytesMax idempotencyKeyCharsMax requestTimeoutMs keepAliveTimeoutMs addressRequestsPerMinute
      customerRequestsPerMinute costPerMinute bytesCostingOne lineRequestsPerMinute sentBytesCountingOne fieldBytesCountingOne messageBytesCountingOne unmeasuredCounting costlyAtOnceMax costlyWaitingMax costlyCallerMax costlySharedMax bodyDepthMax bodyPartsMax pageRowsMax pageRowsUsual drainMs stopMs`,
    ],
    readiness: ['how often it is looked', 'everyMs believedMs'],
    connections: [
      'connections, alike for every line',
      `max lineMax pipelinedMax refusedMs socketBytesPerMinute halfOpenMs bodyGraceMs bodyBytesPerSecondMin unreadMs unreadBytesPerSecondMin unreadWhenFullMs unreadWhenFullBytesPerSecondMin unreadLineBytesMax
      unreadBytesMax sliceBytes sweepEveryMs`,
    ],
    attempts: [
      'guessing',
      `loginAddressMax windowMs mailCodesMax mailCodesDayMax mailCodesAddressMax
      mailCodeTriesMax mailCodesAllDayMax mailLinkValidMs textsCustomerMax textsAddressMax textsHourMax textsDayMax mailCodeWindowMs mailCodeValidMs registrationsAddressMax hashesMax keysMax`,
    ],
    failedAttempts: [
      'guessing, alike for all',
      `lockEvery lockMs missesMax ownMissesMax decayMs.password decayMs.mailed_code decayMs.trading_password
      decayMs.second_factor decayMs.recovery_code agesMs lockedAgesMs sweepEveryMs`,
    ],
    security: ['second factors, alike for all', 'passkeysMax'],
    sessions: ['who is logged in', 'validMs idleMs customerMax believedMs recheckMs cachedMax'],
    uploads: [
      'sizes and numbers of what is handed in, alike for all',
      `bytesMax atOnceMax waitingMax bodiesMax visitorsBodiesMax customerAtOnceMax decodingWaitingMax dayMax triesDayMax pixelsMax lineBytesMax wholeBytesMax sideMax
      looseMs cleanEveryMs`,
    ],
    duties: [
      'what operators do is put on record at every so many, and from what on it is unusual',
      'readsNotedEach alarms.approvalsHour alarms.verificationsHour alarms.capPercent alarms.readsPercent alarms.signInMisses alarms.recordsMax alarms.withdrawalsMax',
    ],
    console: [
      'operators’ sessions and how much they may ask, alike for all',
      'validMs idleMs seenEveryMs numberValidMs freshMs passkeysMax operatorMax bigBodyBytesMax operatorRequestsPerMinute denialsHourMax',
    ],
    verification: [
      'how often one may submit, and by when it is decided, alike for all',
      'submissionsDayMax reviewMs',
    ],
    market: [
      'sizes of what is read and written',
      'candlesMax candlesUsual tapeEntriesMax feedQuotesWaitingMax tapeQuotesWaitingMax feedMessageBytesMax feedTimeoutMs',
    ],
    realtime: [
      'sizes of what is sent, alike for all',
      `connectionsMax connectionsAddressMax clientEventsPerSecond clientMessageBytesMax roomsClientMax clientBufferBytesMax
      quotesPerSecond`,
    ],
    content: [
      'sizes of news and help, alike for all',
      'articlesMax foundMax versionsShownMax picturesDayMax picturesKeptBytes pictureLookupsMax searchesWaitingMax searchMs',
    ],
    settings: ['sizes of what is sent and remembered', 'exportRowsMax resultsBooksMax'],
    wallets: [
      'sizes of what one reads of one’s own ledger, and how often it is written as a text',
      `recordsScannedMax historyDaysMax historyDaysUsual historyBooksMax dayBidsMax journalsAtOnce exportJournalsMax
      exportsMax exportsWindowMs exportsAtOnceMax`,
    ],
    transparency: [
      'how long answers are kept',
      'voidsKeptMs voidsKeptMax withdrawalsKeptMs fundKeptMs strategyKeptMax marketDaysMax marketRunsPage pausesPage',
    ],
    database: ['connections', 'servingConnectionsMax tapeConnectionsMax orderConnectionsMax'],
  },
);

/** The configuration of an instrument; there is one, for everybody. */
export const INSTRUMENT_SETTINGS: Readonly<Record<string, string>> = {
  names: 'symbol kind base quote calendar spot',
  'bounds of an order':
    'tickSize quantityStep quantityMin quantityMax pipSize contractSize contractStep contractMin contractMax leverages',
  costs: 'spotFeeRate contractFeeRate financingLongRate financingShortRate spread',
  'what quotes are believed': 'jumpBand.instantFactor jumpBand.everFactor',
  'the simulated market':
    'behaviour.startPrice behaviour.minuteVolume behaviour.yearlyVolatility behaviour.loads.crypto behaviour.loads.dollar behaviour.legs behaviour.of',
};

/** The domain's knowledge about an option's duration: nothing about the buyer or the symbol. */
export const OPTION_SETTINGS: Readonly<Record<string, string>> = {
  'how long': 'seconds',
  'what it pays, the same for everybody': 'payoutRatio',
};

/** The commands of operators on their command line. */
export const OPERATOR_TASKS: Readonly<Record<string, string>> = {
  'lever list': 'reads',
  'lever show': 'reads',
  'lever verdict': 'permits or ends leverage, on record',
  'kyc list': 'reads',
  'kyc show': 'reads, on record',
  'kyc document': 'reads, on record',
  'kyc verdict': 'verifies who a customer is, on record',
  'customer standing': 'freezes, locks or releases an account, on record; what is open goes on as it was',
  'operator keys': 'shows passkeys that wait',
  'operator key': 'lets a passkey sign for whoever brought it',
  'operator unlock': 'lets an operator try to sign in again',
  'operator add': 'adds an operator, on record',
  'operator confirm': 'lets in whom another admin added, on record',
  'factor reset':
    'lets in again who is shut out of their account, on record; withdrawals wait, and they are told',
  'credit set': 'a score that no price and no fill knows, on record',
  'clock show': 'reads',
  'clock forward': 'a simulated market’s time, for everybody, on record',
  log: 'reads',
};

/** The actions that the operators' log can record, as in the code. */
export const ACTS: Readonly<Record<string, string>> = withFeatures('acts', {
  'chat.${deed.kind}': 'takes, gives back or closes a conversation',
  'chat.picture': 'reads',
  'chat.evidence': 'attaches what proves a deal, as tape and ledger have it',
  'chat.canned': 'writes a ready-made answer',
  'lever.${verdict.kind}': 'permits, refuses or ends leverage',
  'kyc.${verdict.kind}': 'verifies who a customer is, or not',
  'kyc.read': 'reads',
  'kyc.approve': 'verifies an example customer of a demo at its start',
  'key.enrol': 'brings a key to sign with',
  'key.confirm': 'lets a key sign for whoever brought it',
  'key.revoke': 'lets a key sign no more',
  'operator.${what}': 'replaces one’s own password or authenticator',
  'operator.reset': 'asks for a lost password or authenticator to be replaced',
  'operator.reset_${verdict}': 'replaces it, by a second person, or not',
  'deposit.read': 'reads',
  'withdrawal.${verdict.kind}':
    'lets what was asked for be paid, as it was seen, holds it with a reason and an end, or refuses it',
  'fund.${verdict}': 'accepts what was handed over, as it was seen, or gives it back whole',
  'deposit.${step}': 'credits exactly what was seen, once, as a first of two or for good, or refuses it',
  'loan.${step}':
    'lends exactly what was asked for, at the published cost and once, as a first of two or for good, or refuses it',
  'loan.read': 'reads',
  'withdrawal.paid': 'says that a payment arrived, by its own reference and once',
  'withdrawal.${step}': 'says that a payment surely did not arrive, with a proof; the money is back',
  'customer.${change}': 'freezes, locks or releases an account',
  'operator.unlock': 'lets an operator try to sign in again',
  denied: 'does nothing: what was refused to a role',
  'operator.add': 'names somebody who is to act for the house',
  'operator.confirm': 'lets in whom another person added',
  'operator.disable': 'lets somebody act no more',
  'operator.tie': 'says about whom somebody decides nothing',
  'custody.note': 'what banks and chains say is held; moves nothing',
  'proposal.make': 'asks a second person',
  'proposal.${verdict}': 'what two persons decided, by a journal or published terms, the same for everybody',
  'factor.reset_first': 'says first that factors are lost; a second person takes them off',
  'operator.allow': 'lets a colleague lock or read about more customers for an hour',
  'customers.read': 'reads',
  'factor.reset': 'lets in again who is shut out of their account',
  'credit.set': 'a score that no price and no fill knows',
  'article.save': 'what customers read of the house; moves nothing',
  'article.${move}': 'takes it from what customers read, or gives it back to them',
  'publication.${verdict}': 'a second person lets customers read it, or keeps it from them',
  'article.picture': 'a picture for it',
  'clock.forward': 'a simulated market’s time',
});
