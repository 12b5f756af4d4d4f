/** Every setting of the server and every command of operators, with the purpose for which it is allowed. */
import { withFeatures } from './of-features.ts';

/** Options of the command line, and the environment variables that it reads. */
export const OPTIONS_ALLOWED: Readonly<Record<string, string>> = {
  '--port': 'where it listens',
  '--host': 'where it listens',
  '--origin': 'its public address',
  '--public-origins': 'its public addresses',
  '--trusted-proxies': 'the proxies trusted for callers’ addresses',
  '--console-port': 'where it listens',
  '--console-host': 'where it listens',
  '--console-origins': 'its addresses for operators',
  '--console-networks': 'the networks from which operators can call',
  '--metrics-port': 'where Prometheus reads figures; nothing is written there',
  '--metrics-host': 'where Prometheus reads figures; nothing is written there',
  '--log-format': 'how the log is written, for people or for programs',
  '--push-services': 'the allowed push services of browsers',
  '--log-origin': 'the name of the public log',
  '--witness': 'who cosigns the public log',
  '--witness-quorum': 'how many must have cosigned it',
  '--app-rollback': 'why an older build of the app, for everybody, is served again; the log has the reason',
  '--time-stamps': 'who stamps the public log with their time; the log has each change',
  '--time-stamps-every': 'how often; the log has each change',
  '--time-stamps-anchors': 'which certificates their stamps lead to; the log has each change',
  '--liabilities-every': 'how often the liabilities are stated, at least hourly, all from one snapshot',
  '--data': 'the data directory',
  '--wal-archive': 'where the database’s changes are copied, for backups',
  '--mode': 'play money or not',
  '--house': 'the house’s identity, deposit methods and instruments, the same for everybody',
  '--role': 'what this process does',
  '--feed': 'which market, the same for everybody',
  '--seed': 'a simulated market for tests, which anybody can compute',
  '--replay-file': 'which history, the same for everybody',
  '--replay-speed': 'how fast time goes in it, the same for everybody',
  '--replay-half-spread': 'bid and ask where the history has one price, the same for everybody',
  '--external-url': 'where quotes come from, the same for everybody',
  '--jurisdiction': 'the published jurisdiction profile in effect, which a call shows',
  '--records':
    'whether commands are recorded for auditors; the public log shows the minutes that have records',
  '--demo-history':
    'whether a new demo is filled with trades, which its example customers make by their own calls',
  '--external-token': 'who may push quotes, which go through the guard and onto the tape',
  '--source': 'where quotes come from, the same for everybody; each entry of the tape names it',
  '--source-token':
    'who may push quotes, which go through the guard and onto the tape with the source’s name',
  '--sources-min': 'the published rule of the median, which the public log and each entry carry',
  '--sources-age-max': 'the published rule of the median, which the public log and each entry carry',
  '--sources-deviation-max': 'the published rule of the median, which the public log and each entry carry',
  DATABASE_URL: 'where the database is',
  DATABASE_OWNER_URL: 'where the database is',
  DATABASE_TAPE_URL: 'where the database is, for the market’s leader',
  DATABASE_DOOR_URL: 'where the database is, for the login role',
  DATABASE_GUARD_URL: 'where the database is, for the role that checks the books',
  DATABASE_SESSION_URL: 'where the database is, past a pooler that shares connections',
  VAULT_KEY: 'what seals secrets and documents',
  SMTP_URL: 'how mail is sent',
  MAIL_FROM: 'how mail is sent',
  SMS_URL: 'how text messages are sent',
  SMS_TOKEN: 'how text messages are sent',
  SMS_COUNTRIES: 'how text messages are sent',
  PAYOUT_URL: 'the provider that makes approved payments',
  PAYOUT_TOKEN: 'the provider that makes approved payments',
  'CANDOR_<OPTION>': 'any option above',
};

/** Environment variables that the server's code reads by name. */
export const ENVIRONMENT_READ: Readonly<Record<string, string>> = {
  PATH: 'where programs are',
  OTEL_SERVICE_NAME: 'the name of a process in traces',
  DATABASE_URL: 'where the database is, for operators',
  DATABASE_DOOR_URL: 'the same, as the login role',
  DATABASE_OWNER_URL: 'the same, as its owner, who may act as the second person',
  OPERATOR_ACCOUNT: 'who acts',
  OPERATOR_PASSWORD: 'who acts',
  OPERATOR_TOTP: 'who acts',
  OPERATOR_NEW_PASSWORD: 'the password of a new operator',
  VAULT_KEY: 'what opens the second factor of operators',
  VAULT_KEY_NEXT: 'the key that replaces it, of a rotation alone',
};

export const LIMIT_GROUPS: Readonly<Record<string, readonly [because: string, names: string]>> = withFeatures(
  'limits',
  {
    storage: ['when only money is still stored, because the disk is nearly full', 'lowBytes lookEveryMs'],
    commands: [
      'queues, the same for every book',
      `batchMax batchBookMax batchBookRoomMax lanes laneBatchMin waitingBookMax waitingMax oldestMs lockedBookMs attemptsMax engineLagMs
      deadlineMs`,
    ],
    trading: [
      'maximum open trades of a customer, and how long an order waits for its price, the same for everybody',
      'openOrdersMax positionsMax fillWaitMarketMs',
    ],
    money: [
      'how long a review may take, and how long a new address waits, the same for everybody',
      'reviewMs addressCoolOffSeconds',
    ],
    mail: [
      'how many messages are mailed and pushed, the same for everybody',
      'noticesHourMax noticesChecked',
    ],
    http: [
      'HTTP requests, the same for everybody',
      `bodyBytesMax headerBytesMax idempotencyKeyCharsMax requestTimeoutMs keepAliveTimeoutMs addressRequestsPerMinute
      customerRequestsPerMinute costPerMinute bytesCostingOne lineRequestsPerMinute sentBytesCountingOne fieldBytesCountingOne messageBytesCountingOne unmeasuredCounting costlyAtOnceMax costlyWaitingMax costlyCallerMax costlySharedMax bodyDepthMax bodyPartsMax pageRowsMax pageRowsUsual drainMs leavingMs stopMs`,
    ],
    readiness: ['how often readiness is checked', 'everyMs believedMs'],
    connections: [
      'connections, the same for every address',
      `max lineMax pipelinedMax refusedMs socketBytesPerMinute halfOpenMs bodyGraceMs bodyBytesPerSecondMin unreadMs unreadBytesPerSecondMin unreadWhenFullMs unreadWhenFullBytesPerSecondMin unreadLineBytesMax
      unreadBytesMax sliceBytes sweepEveryMs`,
    ],
    attempts: [
      'limits on guessing',
      `loginAddressMax windowMs mailCodesMax mailCodesDayMax mailCodesAddressMax
      mailCodeTriesMax mailCodesAllDayMax mailLinkValidMs textsCustomerMax textsAddressMax textsHourMax textsDayMax mailCodeWindowMs mailCodeValidMs registrationsAddressMax hashesMax keysMax`,
    ],
    failedAttempts: [
      'limits on guessing, the same for everybody',
      `lockEvery lockMs missesMax ownMissesMax decayMs.password decayMs.mailed_code decayMs.trading_password
      decayMs.second_factor decayMs.recovery_code agesMs lockedAgesMs sweepEveryMs`,
    ],
    apiKeys: [
      'how many API keys a customer has, how long they and their waiting orders are valid, the same for everybody',
      'keysMax daysMax waitMs waitingMax windowMs windowMsMax aheadMs believedMs cachedMax usedEveryMs',
    ],
    compat: [
      'sizes and rates of the compatible interfaces, the same for everybody',
      `bodyBytesMax queryCharsMax partsMax weightPerMinute ignoredFactor banMs connectionWeight ordersTenSeconds ordersDay rowsUsual rowsMax
      orderPagesMax entryPagesMax settleMs settleEveryMs sockets.messageBytesMax sockets.streamsMax sockets.messagesPerSecond sockets.burstSeconds
      sockets.unreadBytesMax sockets.pingEveryMs sockets.connectionMs sockets.connectionsMax sockets.connectionsAddressMax
      sockets.inFlightMax sockets.subscriptionsMax sockets.quietMs sockets.lookEveryMs sockets.entriesMax`,
    ],
    sessions: ['who is logged in', 'validMs idleMs customerMax believedMs recheckMs cachedMax'],
    uploads: [
      'sizes and numbers of uploads, the same for everybody',
      `bytesMax atOnceMax waitingMax bodiesMax visitorsBodiesMax customerAtOnceMax decodingWaitingMax dayMax triesDayMax pixelsMax lineBytesMax wholeBytesMax sideMax
      looseMs cleanEveryMs`,
    ],
    console: [
      'operators’ sessions and request rates, the same for all',
      'validMs idleMs seenEveryMs numberValidMs freshMs passkeysMax operatorMax bigBodyBytesMax operatorRequestsPerMinute denialsHourMax',
    ],
    market: [
      'sizes of what is read and written',
      'candlesMax candlesUsual tapeEntriesMax feedQuotesWaitingMax tapeQuotesWaitingMax feedMessageBytesMax feedTimeoutMs',
    ],
    realtime: [
      'sizes of what is sent, the same for everybody',
      `connectionsMax connectionsAddressMax clientEventsPerSecond clientMessageBytesMax roomsClientMax clientBufferBytesMax
      quotesPerSecond`,
    ],
    settings: ['sizes of what is sent and remembered', 'exportRowsMax resultsBooksMax'],
    deviceKeys: [
      'bounds of what signs orders',
      'perCustomerMax perSessionDayMax knownMax signedBodyCharsMax clockWithinMs',
    ],
    database: ['connections', 'servingConnectionsMax tapeConnectionsMax orderConnectionsMax'],
  },
);

/** The configuration of an instrument, which is the same for all customers. */
export const INSTRUMENT_SETTINGS: Readonly<Record<string, string>> = {
  names: 'symbol kind base quote calendar spot',
  'bounds of an order':
    'tickSize quantityStep quantityMin quantityMax pipSize contractSize contractStep contractMin contractMax leverages',
  costs: 'spotFeeRate contractFeeRate financingLongRate financingShortRate spread',
  'which quotes are accepted': 'jumpBand.instantFactor jumpBand.everFactor',
  'the simulated market':
    'behaviour.startPrice behaviour.minuteVolume behaviour.yearlyVolatility behaviour.loads.crypto behaviour.loads.dollar behaviour.legs behaviour.of',
};

/** Facts about an option's duration in the domain, which name neither the buyer nor the symbol. */
export const OPTION_SETTINGS: Readonly<Record<string, string>> = {
  'how long': 'seconds',
  'its payout, the same for everybody': 'payoutRatio',
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
  'customer standing': 'freezes, locks or releases an account, on record; open trades continue unchanged',
  'operator keys': 'shows passkeys awaiting confirmation',
  'operator key': 'confirms a passkey for the operator who enrolled it',
  'operator unlock': 'lets a locked operator log in again',
  'operator add': 'adds an operator, on record',
  'operator confirm': 'confirms an operator whom another admin added, on record',
  'factor reset':
    'restores a customer’s access to their account, on record; withdrawals are held, and the customer is notified',
  'credit set': 'a score that no price or fill depends on, on record',
  'clock show': 'reads',
  'clock forward': 'a simulated market’s time, for everybody, on record',
  log: 'reads',
};

/** The actions that the operators' log can record, as in the code. */
export const ACTS: Readonly<Record<string, string>> = withFeatures('acts', {
  'kyc.${verdict.kind}': 'verifies or rejects a customer’s identity',
  'key.enrol': 'enrols a signing key',
  'key.rotate': 'replaces a key that signs, as the database’s owner; the log states it',
  'operator.unlock': 'lets a locked operator log in again',
  denied: 'does nothing: records what was refused to a role',
  'operator.allow': 'lets a colleague lock or read about more customers for an hour',
});
