/**
 * The listeners: the customers' server, the operators' server and the customers' socket. They open once all parts behind them are
 * running.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AddressInfo } from 'node:net';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Callers } from '../callers/callers.ts';
import { ServedNames } from '../callers/served-names.ts';
import type { Config } from '../config/config.ts';

import { mountUdf } from '../compat/udf/mount.ts';
import { logFiles } from './log-here.ts';
import { admitOnly } from '../http/admission.ts';
import { Dispatcher } from '../http/dispatch.ts';
import type { DispatcherOptions } from '../http/dispatch.ts';
import { drain } from '../http/drain.ts';
import { freeBytes, sparing, watchStorage } from '../http/low-storage.ts';
import { nearOf } from '../http/near-callers.ts';
import { createConsoleHttp, createHttp } from '../http/server.ts';
import { socketCalls } from '../http/socket-calls.ts';
import { socketKeys } from '../http/socket-keys.ts';
import { originAmong } from '../identity/factors/origin.ts';
import { readStateSeq } from '../ledger/statement.ts';
import { LIMITS } from '../limits.ts';
import { PUSH_PATH } from '../quotes/feeds/feed-connections.ts';
import { marketFeedOf } from '../quotes/market-feed.ts';
import { startRealtime } from '../realtime/realtime.ts';
import { manifestOf, stateManifest } from '../proofs/tlog/manifest.ts';
import type { Realtime } from '../realtime/realtime.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { publishCommitted } from './committed-events.ts';
import { openCompat } from './compat.ts';
import type { Compat } from './compat.ts';
import { securityLog } from './security-log.ts';
import type { SecurityLog } from './security-log.ts';
import type { Closing } from './closing.ts';
import type { Product } from './gathering.ts';
import { leave, watchReadiness } from './ready.ts';
import type { RunningMarket } from './running-market.ts';
import type { Ties } from './late-bindings.ts';
import type { ServingPlatform } from './platform.ts';

const WEB_ROOT = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const CONSOLE_ROOT = fileURLToPath(new URL('../../../console/dist', import.meta.url));

type Deps = {
  readonly platform: ServingPlatform;
  readonly product: Product;
  readonly running: RunningMarket;
  readonly ties: Ties;
  readonly closing: Closing;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  readonly listens: boolean | undefined;
};
/** Counts each answer in the metrics, and logs security events. */
function heardBy(metrics: Metrics, security: SecurityLog): NonNullable<DispatcherOptions['onAnswered']> {
  return (call, outcome, { addressOf, ...made }) => {
    metrics.answered(call, outcome, made);
    security(call, outcome, addressOf);
  };
}

type Shared = Awaited<ReturnType<typeof sharedOf>>;
type Door = Awaited<ReturnType<typeof createHttp>>;

export type Doors = {
  readonly port: number;
  readonly consolePort: number;
  /** The servers themselves, for a caller in this process. */
  readonly customers: Door;
  readonly operators: Door;
};

/** When this resolves, both servers are listening, unless they are only called from within this process. */
export async function openDoors(deps: Deps): Promise<Doors> {
  const { platform, closing } = deps;
  const { config, operatorStreams } = platform;
  const shared = await sharedOf(deps);
  const dispatcher = new Dispatcher(dispatchOf(deps, shared));
  const compat = openCompat(platform, { ...shared, dispatcher });
  const mountMore: Compat['mount'] = (app) => {
    compat.mount(app);
    mountUdf(app, { dispatcher, now: platform.now });
  };
  const http = await customersDoor(deps, { ...shared, dispatcher, mountMore });
  const consoleHttp = await operatorsDoor(deps, shared);
  const pushing = letPush(http, deps);
  const names = new ServedNames({ origins: publicOriginsOf(config), alsoPrivate: config.mode !== 'live' });
  http.server.on('upgrade', compat.upgrade);
  const realtime = openSocket(http, { ...deps, ...shared, dispatcher, names, users: compat.users });
  closing.push(
    () => {
      const drained = Promise.all([http, consoleHttp].map((door) => drain(door, LIMITS.http.drainMs)));
      // A client that pushes quotes never disconnects on its own, so draining would wait for it forever.
      for (const socket of pushing) socket.destroy();
      return drained;
    },
    () => compat.stop(),
    () => realtime.stop(),
    () => operatorStreams.stop(),
    () => leave(shared.readiness, config),
  );
  const { callers, leaving } = shared;
  admitOnly(http.server, { callers, names, leaving });
  const consoleNames = new ServedNames({ origins: config.console.origins, alsoPrivate: true });
  admitOnly(consoleHttp.server, { callers, names: consoleNames, leaving });
  const doors = { customers: http, operators: consoleHttp };
  if (deps.listens === false) {
    await Promise.all([http.ready(), consoleHttp.ready()]);
    return { port: 0, consolePort: 0, ...doors };
  }
  await http.listen({ port: config.port, host: config.host });
  await consoleHttp.listen({ port: config.console.port, host: config.console.host });
  const portOf = ({ server }: Door): number => (server.address() as AddressInfo).port;
  return { port: portOf(http), consolePort: portOf(consoleHttp), ...doors };
}

async function sharedOf({ platform, product, running, closing, metrics, tracing }: Deps) {
  const { config, pool, wallNow: now, log } = platform;
  const storage = await watchStorage({
    free: () => freeBytes(config.data),
    lowBytes: LIMITS.storage.lowBytes,
    everyMs: LIMITS.storage.lookEveryMs,
    report: log,
  });
  closing.push(() => storage.stop());
  const readiness = watchReadiness(pool, running, closing);
  const { pictureAt } = product;
  return {
    storage,
    callers: new Callers(config.trustedProxies),
    now,
    webRoot: existsSync(join(WEB_ROOT, 'index.html')) ? WEB_ROOT : undefined,
    ...(pictureAt !== undefined && { pictureAt }),
    readiness,
    ready: () => readiness.isReady,
    leaving: () => readiness.isLeaving,
    onError: (error: Error, call: string) => log(`calls: failed to answer ${call}`, error),
    onAnswered: heardBy(metrics, securityLog(log, { nowMs: now })),
    trace: tracing?.call,
  };
}

/** Builds the part that all paths of a customer's call share: routes, sockets and compatible interfaces. */
function dispatchOf(
  { platform, product }: Deps,
  { storage, callers, now, onError, onAnswered, trace }: Shared,
): DispatcherOptions {
  return {
    ...{ callers, now, onError, onAnswered, trace },
    handlers: sparing(product.handlers, storage),
    sessions: platform.sessions,
    deviceKeys: platform.deviceKeys,
    keyed: platform.keyed,
    mode: platform.mode,
    rates: {
      addressPerMinute: LIMITS.http.addressRequestsPerMinute,
      customerPerMinute: LIMITS.http.customerRequestsPerMinute,
      costPerMinute: LIMITS.http.costPerMinute,
    },
  };
}

/** The reason that the log records if a demo is rolled back to an older version. In a demo, a rollback needs no other reason. */
const DEMO_ROLLBACK = 'This demo was started with an older version of the app.';

async function customersDoor(
  deps: Deps,
  shared: Shared & { readonly dispatcher: Dispatcher; readonly mountMore: Compat['mount'] },
) {
  const { platform, product } = deps;
  const { pool, config, now } = platform;
  if (shared.webRoot !== undefined) {
    const reason = config.appRollback ?? (config.mode === 'demo' ? DEMO_ROLLBACK : undefined);
    await stateManifest(pool, manifestOf(shared.webRoot), { nowMs: now(), reason });
  }
  return createHttp({
    ...shared,
    ...dispatchOf(deps, shared),
    payoutReports: product.payoutReports,
    logFileAt: logFiles(pool, config),
  });
}

function operatorsDoor({ platform, product }: Deps, { storage: _, ...shared }: Shared) {
  const { config, operatorSessions: sessions, operatorStreams: streams, denials, approvals } = platform;
  return createConsoleHttp({
    ...shared,
    ...{ sessions, denials, approvals },
    handlers: product.consoleHandlers,
    originOf: originAmong(config.console.origins),
    near: nearOf(config.console.networks, shared.callers),
    rates: {
      addressPerMinute: LIMITS.http.addressRequestsPerMinute,
      operatorPerMinute: LIMITS.console.operatorRequestsPerMinute,
      costPerMinute: LIMITS.http.costPerMinute,
    },
    live: { streams, roles: product.liveRoles },
    root: existsSync(join(CONSOLE_ROOT, 'index.html')) ? CONSOLE_ROOT : undefined,
  });
}

/**
 * Passes connections on which clients push quotes to the process that leads the market. Returns those that stay in this process.
 */
function letPush(http: Door, { platform, running: { market, child } }: Deps): ReadonlySet<Duplex> {
  const { feed } = platform.config;
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
  return pushing;
}

/** Opens the WebSocket for customers' devices. From then on, devices receive committed events. */
function openSocket(
  http: Door,
  {
    platform,
    product,
    ties,
    closing,
    metrics,
    callers,
    names,
    dispatcher,
    onError,
    users,
  }: Deps &
    Pick<Shared, 'callers' | 'onError'> &
    Pick<Compat, 'users'> & { names: ServedNames; dispatcher: Dispatcher },
): Realtime {
  const { pool, sessions, keyed, market, now, wallNow, log } = platform;
  const realtime = startRealtime(http.server, {
    market: marketFeedOf(market, { wallNow }),
    sessions: {
      authenticate: async (token) => {
        const session = await sessions.find(token);
        const reads = session?.status === 'active' || session?.status === 'frozen';
        return reads ? { customer: session.customer, session: session.id } : undefined;
      },
      onSessionEnded: (listener) => sessions.onEnd(listener),
      stateSeq: async (customer) => Number(await readStateSeq(pool, customer)),
      keys: socketKeys({ checks: dispatcher.checks, keyed }),
    },
    limits: LIMITS.realtime,
    makeOrder: socketCalls({ dispatcher, sessions, keyed, onError }),
    ...{ callers, names },
    nowMs: now,
    monotonicMs: () => performance.now(),
    onTrouble: log,
  });
  metrics.read({
    name: 'candor_customers_connected',
    help: 'Customers with a connected device.',
    read: () => [[[], realtime.customers().length]],
  });
  publishCommitted({ platform, ties, closing }, { realtime, users });
  const workers = product.connects.flatMap((connect) => connect(realtime) ?? []);
  closing.push(...workers.map((worker) => () => worker.stop()));
  return realtime;
}

export function publicOriginsOf({ origin, publicOrigins }: Config): string[] {
  return [...publicOrigins, ...(origin === undefined ? [] : [origin])];
}
