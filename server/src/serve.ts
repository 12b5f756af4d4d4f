/** Puts the rooms together into one running server, from a configuration that was already read. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AddressInfo } from 'node:net';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Callers } from './callers/callers.ts';
import { ServedNames } from './callers/served-names.ts';
import { Executor } from './commands/executor.ts';
import type { ExecutorOptions } from './commands/executor.ts';
import { submitTo } from './commands/submit.ts';
import type { Config } from './config.ts';
import { migrate } from './db/migrate.ts';
import { ORDER_TRANSACTION_MAX_MS, createPool } from './db/pool.ts';
import type { Pool } from './db/pool.ts';
import { startPostgres } from './db/postgres.ts';
import { takeSlots } from './db/slot.ts';
import { prepareSafety } from './demo-safety.ts';
import { hearLag } from './engine/lag-told.ts';
import type { ToldLag } from './engine/lag-told.ts';
import { engineWhileLeading } from './engine/while-leading.ts';
import type { LeadingEngine } from './engine/while-leading.ts';
import { demandAgreedTerms, openFundCounters } from './features/fund/store.ts';
import { startAnnouncing } from './features/notifications/announcing.ts';
import { optionSymbols } from './features/options/handlers.ts';
import { openExposureCounters } from './features/options/store.ts';
import { openStrategyClock } from './features/strategy/registration.ts';
import { grantDemo } from './features/wallets/grant.ts';
import { walletsView } from './features/wallets/handlers.ts';
import { admitOnly } from './http/admission.ts';
import { drain } from './http/drain.ts';
import { freeBytes, sparing, watchStorage } from './http/low-storage.ts';
import { nearOf } from './http/near-callers.ts';
import { Readiness } from './http/readiness.ts';
import { createConsoleHttp, createHttp } from './http/server.ts';
import { originAmong } from './identity/factors/origin.ts';
import { vaultKey } from './identity/secrets/vault-key.ts';
import { Vault, checkVaultKey } from './identity/secrets/vault.ts';
import { openBook, openDemoHouse } from './ledger/book.ts';
import { watchBooks } from './ledger/watch.ts';
import { readHoldings, readStateSeq } from './ledger/statement.ts';
import { LIMITS } from './limits.ts';
import type { Log } from './log.ts';
import { startMarketChild } from './market-child.ts';
import { keepCover } from './positions/keeping-cover.ts';
import { instruments, spotCurrencies } from './quotes/catalogue.ts';
import { PUSH_PATH } from './quotes/feeds/external.ts';
import { marketFeedOf } from './quotes/market-feed.ts';
import { startMarket } from './quotes/market.ts';
import { publishTo, unheard } from './realtime/customer-events.ts';
import type { Committed } from './realtime/customer-events.ts';
import { startRealtime } from './realtime/realtime.ts';
import { lockLogSql } from './operators/audit.ts';
import { Approvals } from './operators/approvals.ts';
import { Denials } from './operators/denials.ts';
import { OperatorSessions } from './operators/operator-sessions.ts';
import { submitActsTo } from './operators/submit-act.ts';
import { doorVoucher, introduceVoucher } from './operators/voucher.ts';
import type { DoorVoucher } from './operators/voucher.ts';
import { openTerms, writeConfigured } from './terms-parts.ts';
import { triggerSources } from './trigger-sources.ts';
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
  /** The operators' door. */
  readonly consolePort: number;
  /** Stops listening, finishes what was begun, and stops the database if it is ours. */
  stop(): Promise<void>;
};

/** Where the market is led: in this process, or in one of its own beside it. */
export type Arrangement = { readonly apart: boolean };

export async function serve(
  config: Config,
  log: Log,
  { apart }: Arrangement = { apart: false },
): Promise<Serving> {
  const closing: (() => Promise<unknown> | unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) {
      await Promise.resolve(close()).catch((error: unknown) => log('could not be stopped cleanly', error));
    }
  };
  try {
    return { ...(await open({ ...config, apart }, log, closing)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(
  config: Config & Arrangement,
  log: Log,
  closing: (() => Promise<unknown> | unknown)[],
): Promise<Pick<Serving, 'port' | 'consolePort'>> {
  const now = Date.now;
  const { jurisdictions } = config;
  const isLive = config.mode === 'live';
  if (isLive) demand(configuredItems(config));
  const urls = await databaseOf(config, log, closing);
  await migrate(urls.ownerUrl);
  // The guards of the database hold rows against what counts before anything is published.
  await asOwner(urls.ownerUrl, (owner) => writeConfigured(owner, config));
  const vault = new Vault(vaultKey({ given: config.vaultKey, dataFolder: config.data }));
  const voucher = isLive ? undefined : await voucherOf(vault, urls.ownerUrl);
  const onError = (error: Error) => log('a database connection broke', error);
  const pool = createPool(urls.doorUrl, { max: LIMITS.database.servingConnectionsMax, onError });
  closing.push(() => pool.end());
  const tapePool = createPool(urls.tapeUrl, { max: LIMITS.database.tapeConnectionsMax, onError });
  closing.push(() => tapePool.end());
  // What moves money does so as a role of its own, which signs nobody in.
  const orderPool = createPool(urls.url, {
    max: LIMITS.database.orderConnectionsMax,
    onError,
    transactionMaxMs: ORDER_TRANSACTION_MAX_MS,
  });
  closing.push(() => orderPool.end());
  await checkVaultKey(pool, vault);
  if (isLive) demand(await storedItems(pool, vault));
  else await demandNoLiveHouse(pool);
  await openExposureCounters(orderPool, optionSymbols(instruments));
  const terms = await openTerms(pool, config, log);
  await demandAgreedTerms(pool, terms);
  await openFundCounters(orderPool, terms);
  closing.push(() => terms.stop());
  const slots = await takeSlots(orderPool, LIMITS.commands.lanes + 1);
  closing.push(slots.release);

  // The parts below hear of one another's commits; each is tied in once it exists.
  const hooks: Pick<LeadingEngine, 'lagMs' | 'clockWaitedFor'> & { committed: Committed; armed: () => void } =
    {
      committed: unheard,
      armed: () => undefined,
      // Nobody is asked yet.
      lagMs: () => Infinity,
      clockWaitedFor: () => undefined,
    };
  const commands: Omit<ExecutorOptions, 'slots'> = {
    pool: orderPool,
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

  const { mode, house, feed, data } = config;
  const alone = config.database.kind === 'embedded';
  const child = config.apart
    ? await startMarketChild({
        options: { mode, house, feed, data, jurisdictions, alone, url: urls.url, tapeUrl: urls.tapeUrl },
        log,
        onCommitted: (publications) => hooks.committed(publications),
      })
    : undefined;
  if (child !== undefined) closing.push(() => child.stop());
  const market = await startMarket({
    pool: tapePool,
    feed: config.feed,
    dataFolder: config.data,
    role: config.role === 'api' || child !== undefined ? 'follow' : 'lead',
    alone,
    owner: `process ${process.pid}`,
    wallNow: now,
    clockWaitedFor: (symbol) => hooks.clockWaitedFor(symbol),
    offered: (symbol) => terms.instrumentOpen(symbol, now()),
    termsAt: (instrument, wallMs) => terms.instrument(instrument, wallMs),
    report: log,
  });
  closing.push(() => market.stop());
  // Where the market has a process of its own, that one hears it, and this one asks there.
  const told: ToldLag =
    child === undefined
      ? hearLag({
          pool: orderPool,
          leads: () => market.epoch() !== undefined,
          nowMs: () => performance.now(),
          onTrouble: log,
        })
      : { lagMs: child.lagMs, stop: () => Promise.resolve() };
  closing.push(() => told.stop());
  const engine = engineWhileLeading(market, {
    pool: orderPool,
    told,
    onEntries: market.tape.onEntries,
    sources: triggerSources({ executor, pool: orderPool, terms, jurisdictions, now }),
    nowMs: () => performance.now(),
    onTrouble: log,
  });
  closing.push(() => engine.stop());
  // Where the market has a process of its own, this one keeps the cover for it.
  const keepsCover = () => child !== undefined || market.epoch() !== undefined;
  const cover = keepCover({ pool: orderPool, executor, leads: keepsCover, now, log });
  closing.push(() => cover.stop());
  hooks.armed = child?.poke ?? engine.poke;
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
    await openDemoHouse(orderPool, spotCurrencies);
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
  const books = watchBooks({ pool, now, tell: log });
  closing.push(() => books.stop());
  const denials = new Denials({ pool, now });
  const storage = await watchStorage({
    free: () => freeBytes(config.data),
    lowBytes: LIMITS.storage.lowBytes,
    everyMs: LIMITS.storage.lookEveryMs,
    report: log,
  });
  closing.push(() => storage.stop());
  const approvals = new Approvals({ pool, vault, now });
  const callers = new Callers(config.trustedProxies);
  const readiness = new Readiness({
    ...LIMITS.readiness,
    check: async () => {
      await pool.query('select 1');
      if (child !== undefined) return child.running();
      if (market.epoch() !== undefined) return engine.running();
      // Beside other processes it may follow and stand by; alone on its database, nobody leads.
      return config.role === 'api' || config.database.kind === 'given';
    },
  });
  closing.push(() => readiness.stop());
  const health = { pictureAt: content.pictureAt, ready: () => readiness.isReady };
  const webRoot = existsSync(join(WEB_ROOT, 'index.html')) ? WEB_ROOT : undefined;
  const onCallError = (error: Error, call: string) => log(`${call} failed`, error);
  const http = await createHttp({
    handlers: sparing(handlersOf(parts), storage),
    sessions,
    mode: config.mode,
    ...{ now, callers, webRoot, ...health },
    rates: {
      addressPerMinute: LIMITS.http.addressRequestsPerMinute,
      customerPerMinute: LIMITS.http.customerRequestsPerMinute,
      costPerMinute: LIMITS.http.costPerMinute,
    },
    onError: onCallError,
    payoutReports: payoutParts({ pool, submitAct, provider: config.payout, now, log, closing }),
  });
  const consoleHttp = await createConsoleHttp({
    handlers: consoleHandlersOf({ ...parts, submitAct, operatorSessions, denials, approvals, voucher }),
    sessions: operatorSessions,
    ...{ denials, approvals, now, callers, webRoot, ...health },
    originOf: originAmong(config.console.origins),
    near: nearOf(config.console.networks, callers),
    rates: {
      addressPerMinute: LIMITS.http.addressRequestsPerMinute,
      operatorPerMinute: LIMITS.console.operatorRequestsPerMinute,
      costPerMinute: LIMITS.http.costPerMinute,
    },
    onError: onCallError,
    live: chat.live,
    root: existsSync(join(CONSOLE_ROOT, 'index.html')) ? CONSOLE_ROOT : undefined,
  });
  const pushing = new Set<Duplex>();
  http.server.on('upgrade', (request, socket, head) => {
    if (child !== undefined && feed.kind === 'external' && request.url?.split('?', 1)[0] === PUSH_PATH) {
      child.upgrade(request, socket as Socket, head);
      return;
    }
    if (!market.upgrade(request, socket, head)) return;
    pushing.add(socket);
    socket.once('close', () => pushing.delete(socket));
  });
  const names = new ServedNames({ origins: publicOriginsOf(config), alsoPrivate: !isLive });
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
    ...{ callers, names },
    nowMs: now,
    monotonicMs: () => performance.now(),
    onTrouble: log,
  });
  chat.connect(realtime);
  hooks.committed = publishTo(realtime, {
    walletsOf: async (customer) => walletsView(await readHoldings(pool, customer), { currencies, bidOf }),
    onTrouble: log,
  });
  const listening = createPool(urls.doorUrl, { max: 1, onError });
  closing.push(() => listening.end());
  const onAnnounceError = (error: Error) => log('messages could not be announced', error);
  const announcing = startAnnouncing({ pool, listening, realtime, onError: onAnnounceError });
  closing.push(() => announcing.stop());
  closing.push(
    () => {
      const drained = Promise.all([http, consoleHttp].map((door) => drain(door, LIMITS.http.drainMs)));
      // A program that pushes quotes never ends by itself, and the door waits for every connection.
      for (const socket of pushing) socket.destroy();
      return drained;
    },
    () => realtime.stop(),
    () => chat.streams.stop(),
  );
  admitOnly(http.server, { callers, names });
  const consoleNames = new ServedNames({ origins: config.console.origins, alsoPrivate: true });
  admitOnly(consoleHttp.server, { callers, names: consoleNames });
  await http.listen({ port: config.port, host: config.host });
  await consoleHttp.listen({ port: config.console.port, host: config.console.host });
  const portOf = ({ server }: typeof http): number => (server.address() as AddressInfo).port;
  return { port: portOf(http), consolePort: portOf(consoleHttp) };
}

function publicOriginsOf({ origin, publicOrigins }: Config): string[] {
  return [...publicOrigins, ...(origin === undefined ? [] : [origin])];
}

async function databaseOf(
  config: Config,
  log: Log,
  closing: (() => Promise<unknown> | unknown)[],
): Promise<{ url: string; ownerUrl: string; tapeUrl: string; doorUrl: string }> {
  if (config.database.kind === 'given') return config.database;
  const postgres = await startPostgres({ directory: config.data, log });
  closing.push(() => postgres.stop());
  return postgres;
}

/** What only the owner of the database may write is written at the start, over a connection that is closed before anything is served. */
async function asOwner(ownerUrl: string, work: (owner: Pool) => Promise<unknown>): Promise<void> {
  const owner = createPool(ownerUrl, { max: 1 });
  await work(owner).finally(() => owner.end());
}

/** Whoever signs in to a demo signs with a key of their browser; the owner of the database says whose word counts for it. */
async function voucherOf(vault: Vault, ownerUrl: string): Promise<DoorVoucher> {
  const voucher = doorVoucher(vault);
  await asOwner(ownerUrl, (owner) => introduceVoucher(owner, voucher, Date.now()));
  return voucher;
}
