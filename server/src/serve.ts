/** Puts the rooms together into one running server, from a configuration that was already read. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { Executor } from './commands/executor.ts';
import type { ExecutorOptions } from './commands/executor.ts';
import { submitTo } from './commands/submit.ts';
import type { Config } from './config.ts';
import { migrate } from './db/migrate.ts';
import { createPool } from './db/pool.ts';
import { startPostgres } from './db/postgres.ts';
import { takeSlots } from './db/slot.ts';
import { prepareSafety } from './demo-safety.ts';
import { engineWhileLeading } from './engine/while-leading.ts';
import type { LeadingEngine } from './engine/while-leading.ts';
import { experienceTriggers } from './features/experience/registration.ts';
import { loanTriggers } from './features/loans/registration.ts';
import { fundTriggers } from './features/fund/registration.ts';
import { demandAgreedTerms, openFundCounters } from './features/fund/store.ts';
import { startAnnouncing } from './features/notifications/announcing.ts';
import { optionSymbols } from './features/options/handlers.ts';
import { optionsCreditStakes, optionTriggers } from './features/options/registration.ts';
import { openExposureCounters } from './features/options/store.ts';
import { priceAlertTriggers } from './features/price-alerts/registration.ts';
import { incomeShares, referralTriggers } from './features/referral/registration.ts';
import { spotTriggers } from './features/spot/registration.ts';
import { openStrategyClock, strategyTriggers } from './features/strategy/registration.ts';
import { grantDemo } from './features/wallets/grant.ts';
import { walletsView } from './features/wallets/handlers.ts';
import { drain } from './http/drain.ts';
import { nearOf } from './http/near-callers.ts';
import { createHttp } from './http/server.ts';
import { vaultKey } from './identity/secrets/vault-key.ts';
import { Vault, checkVaultKey } from './identity/secrets/vault.ts';
import { openBook } from './ledger/book.ts';
import { readHoldings, readStateSeq } from './ledger/statement.ts';
import { LIMITS } from './limits.ts';
import type { Log } from './log.ts';
import { positionTriggers } from './positions/registration.ts';
import { instruments, spotCurrencies } from './quotes/catalogue.ts';
import { marketFeedOf } from './quotes/market-feed.ts';
import { startMarket } from './quotes/market.ts';
import { publishTo, unheard } from './realtime/customer-events.ts';
import type { Committed } from './realtime/customer-events.ts';
import { startRealtime } from './realtime/realtime.ts';
import { lockLogSql } from './operators/audit.ts';
import { Denials } from './operators/denials.ts';
import { OperatorSessions } from './operators/operator-sessions.ts';
import { submitActsTo } from './operators/submit-act.ts';
import { Terms } from './terms/terms.ts';
import { usualTerms } from './terms/usual-terms.ts';
import { chatParts } from './chat-parts.ts';
import { consoleHandlersOf } from './console-handlers.ts';
import { contentParts } from './content-parts.ts';
import { prepareDemo } from './demo-house.ts';
import { handlersOf } from './handlers.ts';
import { configuredItems, demand, demandNoLiveHouse, storedItems } from './live-checklist.ts';
import { openLiveHouse } from './live-house.ts';
import { identityParts } from './identity-parts.ts';
import { payoutParts } from './payout-parts.ts';
import { pushParts } from './push-parts.ts';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));
const CONSOLE_ROOT = fileURLToPath(new URL('../../console/dist', import.meta.url));

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
  const isLive = config.mode === 'live';
  if (isLive) demand(configuredItems(config));
  const urls = await databaseOf(config, log, closing);
  await migrate(urls.ownerUrl);
  const onError = (error: Error) => log('a database connection broke', error);
  const pool = createPool(urls.url, { max: LIMITS.database.servingConnectionsMax, onError });
  closing.push(() => pool.end());
  const vault = new Vault(vaultKey({ given: config.vaultKey, dataFolder: config.data }));
  await checkVaultKey(pool, vault);
  if (isLive) demand(await storedItems(pool, vault));
  else await demandNoLiveHouse(pool);
  await openExposureCounters(pool, optionSymbols(instruments));
  const terms = new Terms({
    pool,
    usual: usualTerms({
      instruments: instruments.values(),
      optionSymbols: optionSymbols(instruments),
      ...(config.house !== undefined && {
        carried: config.house.instruments,
        fundTiers: config.house.fundTiers,
      }),
      coolOffSeconds: isLive ? LIMITS.money.addressCoolOffSeconds : 0,
    }),
    onError: (error) => log('published terms could not be read', error),
  });
  await terms.start();
  await demandAgreedTerms(pool, terms);
  await openFundCounters(pool, terms);
  closing.push(() => terms.stop());
  const slots = await takeSlots(pool, LIMITS.commands.lanes + 1);
  closing.push(slots.release);

  // The parts below hear of one another's commits; each is tied in once it exists.
  const hooks: Pick<LeadingEngine, 'lagMs' | 'clockWaitedFor'> & { committed: Committed; armed: () => void } =
    {
      committed: unheard,
      armed: () => undefined,
      lagMs: () => 0,
      clockWaitedFor: () => undefined,
    };
  const commands: Omit<ExecutorOptions, 'slots'> = {
    pool,
    limits: LIMITS.commands,
    nowMs: now,
    lagging: (symbol) => hooks.lagMs(symbol) > LIMITS.commands.engineLagMs,
    closed: (symbol, wallMs) => !terms.instrumentOpen(symbol, wallMs),
    onCommitted: (publications) => hooks.committed(publications),
    onArmed: () => hooks.armed(),
    log,
  };
  const executor = new Executor({ ...commands, slots: slots.numbers.slice(0, -1) });
  closing.push(() => executor.close());
  // What operators do waits for the log, which one transaction at a time appends to; no customer's order waits with it.
  const actsExecutor = new Executor({ ...commands, slots: slots.numbers.slice(-1), lockSql: lockLogSql });
  closing.push(() => actsExecutor.close());
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
    offered: (symbol) => terms.instrumentOpen(symbol, now()),
    termsAt: (instrument, wallMs) => terms.instrument(instrument, wallMs),
    report: log,
  });
  closing.push(() => market.stop());
  const engine = engineWhileLeading(market, {
    pool,
    onEntries: market.tape.onEntries,
    sources: [
      spotTriggers({ executor, instruments, jurisdictions, now }),
      strategyTriggers({ executor, pool, terms, now }),
      ...positionTriggers({ executor, instruments, jurisdictions, now }),
      ...optionTriggers({ executor, pool, now }),
      ...fundTriggers({
        ...{ executor, jurisdictions, now },
        shares: incomeShares({ pool, terms, jurisdictions }),
      }),
      referralTriggers({ executor, now }),
      experienceTriggers({ executor, stakes: [optionsCreditStakes], now }),
      loanTriggers({ executor, now }),
      priceAlertTriggers({ executor, now }),
    ],
    nowMs: () => performance.now(),
    onTrouble: log,
  });
  closing.push(() => engine.stop());
  hooks.armed = engine.poke;
  hooks.lagMs = engine.lagMs;
  hooks.clockWaitedFor = engine.clockWaitedFor;

  const identity = identityParts({ pool, vault, config, now, log, closing });
  const { sessions } = identity;
  const bidOf = (currency: string) => market.latest.get(`${currency}/USDT`)?.entry.bid;
  const currencies = ['USDT', ...spotCurrencies];
  const opening = {
    openBook,
    grant: async (customer: bigint): Promise<void> => {
      if (isLive) return;
      const context = { customer, idempotencyKey: 'once' };
      const granted = await submit({ command: grantDemo, input: {}, body: {}, context });
      if (!granted.ok)
        throw new Error(`customer ${customer} was not granted play money: ${granted.refusal.code}`);
    },
  };
  if (isLive) await openLiveHouse(pool, config);
  else {
    await prepareDemo(pool, { passwords: identity.passwords, vault, opening, now });
    await prepareSafety({ pool, ...identity });
  }
  await openStrategyClock(executor, { simulated: !isLive, now });

  const submitAct = submitActsTo(actsExecutor, { deadlineMs: LIMITS.commands.deadlineMs, nowMs: now });
  const operatorSessions = new OperatorSessions({ pool, now });
  const chat = chatParts({
    ...{ pool, vault, operatorSessions, now, log, closing },
    publicKey: market.publicKey,
  });
  const content = await contentParts({
    ...{ pool, config, closing, now },
    isServiceOnline: () => chat.deps.line.online,
    onError: (error) => log('articles could not be read', error),
  });
  const parts = {
    ...{ pool, submit, vault, identity, market, opening, config, bidOf, currencies, terms, now },
    chat: chat.deps,
    content,
    push: await pushParts({ pool, vault, config, now, log, closing }),
  };
  const denials = new Denials({ pool, now });
  const http = await createHttp({
    handlers: handlersOf(parts),
    sessions,
    mode: config.mode,
    now,
    rates: {
      addressPerMinute: LIMITS.http.addressRequestsPerMinute,
      customerPerMinute: LIMITS.http.customerRequestsPerMinute,
    },
    onError: (error, call) => log(`${call} failed`, error),
    payoutReports: payoutParts({ pool, submitAct, provider: config.payout, now, log, closing }),
    pictureAt: content.pictureAt,
    webRoot: existsSync(join(WEB_ROOT, 'index.html')) ? WEB_ROOT : undefined,
    console: {
      handlers: consoleHandlersOf({ ...parts, submitAct, operatorSessions, denials }),
      sessions: operatorSessions,
      denials,
      near: nearOf(config.consoleNetworks),
      rates: {
        addressPerMinute: LIMITS.http.addressRequestsPerMinute,
        operatorPerMinute: LIMITS.console.operatorRequestsPerMinute,
      },
      live: chat.live,
      root: existsSync(join(CONSOLE_ROOT, 'index.html')) ? CONSOLE_ROOT : undefined,
    },
    ready: async () => {
      await pool.query('select 1');
      if (market.epoch() !== undefined) return engine.running();
      // Beside other processes it may follow and stand by; alone on its database, nobody leads.
      return config.role === 'api' || config.database.kind === 'given';
    },
  });
  const pushing = new Set<Duplex>();
  http.server.on('upgrade', (request, socket, head) => {
    if (!market.upgrade(request, socket, head)) return;
    pushing.add(socket);
    socket.once('close', () => pushing.delete(socket));
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
  chat.connect(realtime);
  hooks.committed = publishTo(realtime, {
    walletsOf: async (customer) => walletsView(await readHoldings(pool, customer), { currencies, bidOf }),
    onTrouble: log,
  });
  const listening = createPool(urls.url, { max: 1, onError });
  closing.push(() => listening.end());
  const onAnnounceError = (error: Error) => log('messages could not be announced', error);
  const announcing = startAnnouncing({ pool, listening, realtime, onError: onAnnounceError });
  closing.push(() => announcing.stop());
  closing.push(
    () => {
      const drained = drain(http, LIMITS.http.drainMs);
      // A program that pushes quotes never ends by itself, and the door waits for every connection.
      for (const socket of pushing) socket.destroy();
      return drained;
    },
    () => realtime.stop(),
    () => chat.streams.stop(),
  );
  await http.listen({ port: config.port, host: config.host });
  return (http.server.address() as AddressInfo).port;
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
