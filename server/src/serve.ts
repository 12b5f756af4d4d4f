/** Puts the rooms together into one running server, from a configuration that was already read. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { worth } from '@candor/domain/ledger/valuation.ts';
import type { AddressInfo } from 'node:net';
import { Executor } from './commands/executor.ts';
import { submitTo } from './commands/submit.ts';
import type { Config } from './config.ts';
import { migrate } from './db/migrate.ts';
import { createPool } from './db/pool.ts';
import type { Pool } from './db/pool.ts';
import { startPostgres } from './db/postgres.ts';
import { takeSlots } from './db/slot.ts';
import { prepareIdentities } from './demo-identities.ts';
import { prepareSafety } from './demo-safety.ts';
import { engineWhileLeading } from './engine/while-leading.ts';
import type { LeadingEngine } from './engine/while-leading.ts';
import { bankCardHandlers } from './features/bank-card/handlers.ts';
import { keptCard } from './features/bank-card/kept.ts';
import { contractsHandlers } from './features/contracts/handlers.ts';
import { demoHandlers } from './features/demo/handlers.ts';
import { demoCustomers, seedDemo } from './features/demo/seed.ts';
import { experienceHandlers } from './features/experience/handlers.ts';
import { experienceTriggers } from './features/experience/registration.ts';
import { forexHandlers } from './features/forex/handlers.ts';
import { leverageHandlers } from './features/leverage/handlers.ts';
import { optionsHandlers, optionSymbols } from './features/options/handlers.ts';
import { optionsCreditStakes, optionsStartOver, optionTriggers } from './features/options/registration.ts';
import { openExposureCounters } from './features/options/store.ts';
import { ownLimitsHandlers } from './features/own-limits/handlers.ts';
import { registrationHandlers } from './features/registration/handlers.ts';
import { securityHandlers } from './features/security/handlers.ts';
import { sessionHandlers } from './features/session/handlers.ts';
import { settingsHandlers } from './features/settings/handlers.ts';
import { spotHandlers } from './features/spot/handlers.ts';
import { spotStartOver, spotTriggers } from './features/spot/registration.ts';
import { transfersHandlers } from './features/transfers/handlers.ts';
import { transparencyHandlers } from './features/transparency/handlers.ts';
import { keptLossShare } from './features/transparency/loss-share.ts';
import { walletSignInHandlers } from './features/wallet-sign-in/handlers.ts';
import { grantDemo } from './features/wallets/grant.ts';
import { uploadsHandlers } from './features/uploads/handlers.ts';
import { verificationHandlers } from './features/verification/handlers.ts';
import { keptVerification } from './features/verification/kept.ts';
import { walletsHandlers, walletsView } from './features/wallets/handlers.ts';
import type { Handlers } from './http/handler.ts';
import { drain } from './http/drain.ts';
import { createHttp } from './http/server.ts';
import { openAccount } from './identity/accounts.ts';
import { makeAttempts } from './identity/attempts.ts';
import { Confirmation } from './identity/confirmation.ts';
import { jurisdictionOf } from './identity/gates.ts';
import { Guesses } from './identity/guesses.ts';
import { startFileCleaner } from './identity/files.ts';
import { startMailSender } from './identity/mail.ts';
import { originRule } from './identity/origin.ts';
import { Passkeys } from './identity/passkeys.ts';
import { Passwords } from './identity/password.ts';
import { Sessions } from './identity/sessions.ts';
import { startTextSender } from './identity/text-messages.ts';
import { TradingPasswords } from './identity/trading-password.ts';
import { vaultKey } from './identity/vault-key.ts';
import { Vault, checkVaultKey } from './identity/vault.ts';
import { WalletProof } from './identity/wallet-proof.ts';
import { openBook, openDemoHouse } from './ledger/book.ts';
import { booksWithout } from './ledger/books-without.ts';
import { OwnResults } from './ledger/own-results.ts';
import { readHoldings, readStateSeq } from './ledger/statement.ts';
import { LIMITS } from './limits.ts';
import type { Log } from './log.ts';
import { seedOperators } from './operators/demo-operators.ts';
import { positionTriggers, positionsStartOver } from './positions/registration.ts';
import { instruments, spotCurrencies } from './quotes/catalogue.ts';
import { forexTicketHandlers } from './quotes/forex-handlers.ts';
import { marketFeedOf } from './quotes/market-feed.ts';
import { startMarket } from './quotes/market.ts';
import { publishTo, unheard } from './realtime/customer-events.ts';
import type { Committed } from './realtime/customer-events.ts';
import { startRealtime } from './realtime/realtime.ts';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));

export type Serving = {
  readonly port: number;
  /** Stops listening, finishes what was begun, and stops the database if it is ours. */
  stop(): Promise<void>;
};

export async function serve(config: Config, log: Log): Promise<Serving> {
  const closing: (() => Promise<unknown> | unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) {
      await Promise.resolve(close()).catch((error: unknown) => log('could not be stopped cleanly', error));
    }
  };
  try {
    return { port: await open(config, log, closing), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(
  config: Config,
  log: Log,
  closing: (() => Promise<unknown> | unknown)[],
): Promise<number> {
  const now = Date.now;
  const { jurisdictions } = config;
  const urls = await databaseOf(config, log, closing);
  await migrate(urls.ownerUrl);
  const onError = (error: Error) => log('a database connection broke', error);
  const pool = createPool(urls.url, { max: LIMITS.database.servingConnectionsMax, onError });
  closing.push(() => pool.end());
  const vault = new Vault(vaultKey({ given: config.vaultKey, dataFolder: config.data }));
  await checkVaultKey(pool, vault);
  await openExposureCounters(pool, optionSymbols(instruments));
  const slots = await takeSlots(pool, LIMITS.commands.lanes);
  closing.push(slots.release);

  // The parts below hear of one another's commits; each is tied in once it exists.
  const hooks: Pick<LeadingEngine, 'lagMs' | 'clockWaitedFor'> & { committed: Committed; armed: () => void } =
    {
      committed: unheard,
      armed: () => undefined,
      lagMs: () => 0,
      clockWaitedFor: () => undefined,
    };
  const executor = new Executor({
    pool,
    slots: slots.numbers,
    limits: LIMITS.commands,
    nowMs: now,
    lagging: (symbol) => hooks.lagMs(symbol) > LIMITS.commands.engineLagMs,
    onCommitted: (publications) => hooks.committed(publications),
    onArmed: () => hooks.armed(),
    log,
  });
  closing.push(() => executor.close());
  const submit = submitTo(executor, { deadlineMs: LIMITS.commands.deadlineMs, nowMs: now });

  const market = await startMarket({
    pool,
    feed: config.feed,
    dataFolder: config.data,
    role: config.role === 'api' ? 'follow' : 'lead',
    alone: config.database.kind === 'embedded',
    owner: `process ${process.pid}`,
    wallNow: now,
    clockWaitedFor: (symbol) => hooks.clockWaitedFor(symbol),
    report: log,
  });
  closing.push(() => market.stop());
  const engine = engineWhileLeading(market, {
    pool,
    onEntries: market.tape.onEntries,
    sources: [
      spotTriggers({ executor, instruments, jurisdictions, now }),
      ...positionTriggers({ executor, instruments, jurisdictions, now }),
      ...optionTriggers({ executor, pool, now }),
      experienceTriggers({ executor, stakes: [optionsCreditStakes], now }),
    ],
    nowMs: () => performance.now(),
    onTrouble: log,
  });
  closing.push(() => engine.stop());
  hooks.armed = engine.poke;
  hooks.lagMs = engine.lagMs;
  hooks.clockWaitedFor = engine.clockWaitedFor;

  const sessions = new Sessions({
    pool,
    now,
    limits: LIMITS.sessions,
    onError: (error) => log('sessions could not be checked', error),
  });
  closing.push(() => sessions.stop());
  if (config.mail !== undefined) {
    const onMailError = (error: Error) => log('mail waits', error);
    const sender = startMailSender({ pool, smtp: config.mail, now, onError: onMailError });
    closing.push(() => sender.stop());
  }
  if (config.textMessages !== undefined) {
    const onTextError = (error: Error) => log('a text message waits', error);
    const provider = config.textMessages;
    const sender = startTextSender({ pool, provider, now, onError: onTextError });
    closing.push(() => sender.stop());
  }
  const passwords = new Passwords(LIMITS.attempts.hashesMax);
  const attempts = makeAttempts();
  const guesses = new Guesses({ pool, vault });
  const onSweepError = (error: Error) => log('old guesses could not be forgotten', error);
  closing.push(guesses.sweepRegularly({ now, onError: onSweepError }));
  const onCleanError = (error: Error) => log('loose files could not be removed', error);
  const cleaner = startFileCleaner({ pool, now, onError: onCleanError });
  closing.push(() => cleaner.stop());
  const originOf = originRule(config.origin);
  const passkeys = new Passkeys({ pool, vault, now });
  const wallet = new WalletProof({ pool, now });
  const confirmation = new Confirmation({
    ...{ pool, vault, guesses, passwords, passkeys, wallet, originOf, now },
  });
  const tradingPasswords = new TradingPasswords({ pool, vault, guesses, passwords, now });
  const bidOf = (currency: string) => market.latest.get(`${currency}/USDT`)?.entry.bid;
  const currencies = ['USDT', ...spotCurrencies];
  const opening = {
    openBook,
    grant: async (customer: bigint): Promise<void> => {
      const context = { customer, idempotencyKey: 'once' };
      const granted = await submit({ command: grantDemo, input: {}, body: {}, context });
      if (!granted.ok)
        throw new Error(`customer ${customer} was not granted play money: ${granted.refusal.code}`);
    },
  };
  await prepareDemo(pool, { passwords, vault, opening, now });
  await prepareSafety({ pool, guesses, tradingPasswords });

  const startOverParts = [spotStartOver, positionsStartOver(instruments), optionsStartOver];
  const results = new OwnResults({ pool, booksMax: LIMITS.settings.resultsBooksMax });
  const lossShare = keptLossShare({ pool, now, marketNow: market.clock.now });
  const handlers: Handlers = {
    ...market.handlers,
    ...demoHandlers(),
    ...registrationHandlers({
      ...{ pool, now, attempts, guesses, passwords, sessions, opening },
      mode: config.mode,
    }),
    ...sessionHandlers({
      ...{ pool, now, attempts, guesses, confirmation, passwords, sessions, tradingPasswords },
      worthOf: async (customer) => worth(await readHoldings(pool, customer), bidOf),
      incomeOf: (book) => results.of({ book, dayStartMs: startOfDay(market.clock.now()) }),
      jurisdictionOf: (customer) => jurisdictionOf(customer, jurisdictions),
    }),
    ...securityHandlers({
      ...{ pool, now, attempts, guesses, confirmation, passkeys, passwords, sessions, tradingPasswords },
      ...{ originOf, vault, mode: config.mode },
    }),
    ...spotHandlers({ submit, pool, instruments, jurisdictions }),
    ...contractsHandlers({
      submit,
      pool,
      instruments,
      jurisdictions,
      market: { ...market, wallNow: now },
      lossShare,
    }),
    ...forexHandlers({ submit, pool, instruments, jurisdictions }),
    ...optionsHandlers({ submit, pool, instruments, jurisdictions, bidOf, marketNow: market.clock.now }),
    ...experienceHandlers({
      submit,
      pool,
      stakes: [optionsCreditStakes],
      marketNow: market.clock.now,
    }),
    ...transfersHandlers({ submit, currencies }),
    ...leverageHandlers({ pool, submit, jurisdictions, now }),
    ...ownLimitsHandlers({ pool, submit, jurisdictions, now }),
    ...transparencyHandlers({
      pool,
      lossShare,
      publicKey: market.publicKey,
      marketNow: market.clock.now,
      now,
    }),
    ...forexTicketHandlers({ ...market, jurisdictions, wallNow: now, lossShare }),
    ...uploadsHandlers({ pool, vault, now }),
    ...verificationHandlers({ pool, vault, now }),
    ...bankCardHandlers({ pool, vault, confirmation, now }),
    ...walletSignInHandlers({
      ...{ pool, now, attempts, sessions, wallet, confirmation, opening, originOf },
    }),
    ...walletsHandlers({
      pool,
      submit,
      currencies,
      bidOf,
      startOverParts,
    }),
    ...settingsHandlers({
      ...{ pool, submit, sessions, confirmation, now },
      closing: { openTables: startOverParts.map((part) => part.open), mode: config.mode },
      exportParts: [...keptVerification({ pool, vault }), keptCard({ pool, vault })],
      examples: config.mode === 'demo' ? demoCustomers.map(({ account }) => account) : [],
    }),
  };
  const http = await createHttp({
    handlers,
    sessions,
    mode: config.mode,
    now,
    rates: {
      addressPerMinute: LIMITS.http.addressRequestsPerMinute,
      customerPerMinute: LIMITS.http.customerRequestsPerMinute,
    },
    onError: (error, call) => log(`${call} failed`, error),
    webRoot: existsSync(join(WEB_ROOT, 'index.html')) ? WEB_ROOT : undefined,
    ready: async () => {
      await pool.query('select 1');
      if (market.epoch() !== undefined) return engine.running();
      // Beside other processes it may follow and stand by; alone on its database, nobody leads.
      return config.role === 'api' || config.database.kind === 'given';
    },
  });
  http.server.on('upgrade', (request, socket, head) => {
    market.upgrade(request, socket, head);
  });
  const realtime = startRealtime(http.server, {
    market: marketFeedOf(market, { wallNow: now }),
    sessions: {
      authenticate: async (token) => {
        const session = await sessions.find(token);
        const reads = session?.status === 'active' || session?.status === 'frozen';
        return reads ? { customer: session.customer, session: session.id } : undefined;
      },
      onSessionEnded: (listener) => sessions.onEnd(listener),
      stateSeq: async (customer) => Number(await readStateSeq(pool, customer)),
    },
    limits: LIMITS.realtime,
    nowMs: now,
    monotonicMs: () => performance.now(),
    onTrouble: log,
  });
  hooks.committed = publishTo(realtime, {
    walletsOf: async (customer) => walletsView(await readHoldings(pool, customer), { currencies, bidOf }),
    onTrouble: log,
  });
  closing.push(
    () => drain(http, LIMITS.http.drainMs),
    () => realtime.stop(),
  );
  await http.listen({ port: config.port, host: config.host });
  return (http.server.address() as AddressInfo).port;
}

const DAY_MS = 86_400_000;

/** Days are those of UTC. */
function startOfDay(ms: number): number {
  return ms - (ms % DAY_MS);
}

async function databaseOf(
  config: Config,
  log: Log,
  closing: (() => Promise<unknown> | unknown)[],
): Promise<{ url: string; ownerUrl: string }> {
  if (config.database.kind === 'given') return config.database;
  const postgres = await startPostgres({ directory: config.data, log });
  closing.push(() => postgres.stop());
  return postgres;
}

type DemoDeps = {
  readonly passwords: Passwords;
  readonly vault: Vault;
  readonly opening: { openBook: typeof openBook; grant(customer: bigint): Promise<void> };
  readonly now: () => number;
};

/** The house's play capital, the example operators and customers, and their grants. */
async function prepareDemo(pool: Pool, { passwords, vault, opening, now }: DemoDeps): Promise<void> {
  await openDemoHouse(pool, spotCurrencies);
  await seedOperators(pool, { passwords, vault, nowMs: now() });
  await seedDemo({
    pool,
    passwords,
    open: (connection, customer) =>
      openAccount(connection, opening, { ...customer, invitedBy: 0n, leverEnabled: true, nowMs: now() }),
  });
  await prepareIdentities({ pool, vault, now });
  for (const customer of await booksWithout(pool, 'demo_grant')) await opening.grant(customer);
}
