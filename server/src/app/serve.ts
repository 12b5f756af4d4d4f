/** Assembles the running server from a validated configuration. */
import { demandTapeKey } from '../proofs/keys/kept-keys.ts';
import { openDemoHouse } from '../ledger/book.ts';
import type { Config } from '../config/config.ts';
import { serves } from '../config/roles.ts';
import type { Log } from '../log.ts';
import type { Feature } from '../platform/feature.ts';
import type { Platform } from '../platform/platform.ts';
import type { Pool } from '../db/pool.ts';
import { instruments, spotCurrencies } from '../quotes/catalogue.ts';
import { guardBeside } from './guarding.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { examples } from '../features/demo/feature.ts';
import { tellStory } from '../features/demo/story/telling.ts';
import { passOnCommitted } from './committed-events.ts';
import { closeAll } from './closing.ts';
import type { Closing } from './closing.ts';
import { openDatabase } from './database.ts';
import { openDoors } from './doors.ts';
import type { Doors } from './doors.ts';
import { openExecutors } from './executors.ts';
import { features } from './features.ts';
import { openHouseClock } from './house-clock.ts';
import { openProduct } from './gathering.ts';
import { configuredItems, demand } from './live-checklist.ts';
import { openLiveHouse } from './live-house.ts';
import { openTerms } from './open-terms.ts';
import { openPlatform } from './platform.ts';
import { openMarket } from './running-market.ts';
import type { Arrangement } from './running-market.ts';
import { untied } from './late-bindings.ts';
import { tellPrometheus, traced } from './measuring.ts';
import { openWorkerDoor } from './worker-door.ts';

const all: readonly Feature[] = features;

export type Serving = {
  readonly port: number;
  /** Undefined in a process that serves no clients. */
  readonly consolePort: number | undefined;
  /** The port at which Prometheus reads the metrics, if there is one. */
  readonly metricsPort: number | undefined;
  /** The servers themselves, if the process serves clients. */
  readonly doors?: Pick<Doors, 'customers' | 'operators'>;
  /** Finishes requests in flight, and stops the database if it is the embedded one. */
  stop(): Promise<void>;
};

export async function serve(
  config: Config,
  log: Log,
  arrangement: Arrangement = { apart: false },
): Promise<Serving> {
  const closing: Closing = [];
  const stop = (): Promise<void> => closeAll(closing, log);
  try {
    return { ...(await open({ ...config, ...arrangement }, log, closing)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The startup order. Shutdown runs in reverse.
 * 1. the configuration that live mode requires;
 * 2. the database: PostgreSQL, migrations, connections, the sealing key, and the house's time;
 * 3. published terms and the executors of commands;
 * 4. what features prepare before any trigger fires;
 * 5. the market, in this process or a separate one, and the engine;
 * 6. the platform: identity, operators, and what depends on market figures;
 * 7. the house accounts, and the demo data;
 * 8. every feature's handlers, and its background work if this process does it;
 * 9. the guard, in a separate process;
 * 10. the port for Prometheus;
 * 11. the listeners, last, so that no request reaches a half-started server. A process that serves no clients only has a listener
 * for its health;
 * 12. the history of a new demo, which needs the listeners.
 */
async function open(
  config: Config & Arrangement,
  log: Log,
  closing: Closing,
): Promise<Omit<Serving, 'stop'>> {
  const wallNow = Date.now;
  const metrics = new Metrics('server');
  const tracing = traced('server', closing);
  if (config.mode === 'live') demand(configuredItems(config));
  const database = await openDatabase(config, log, closing);
  const { pool, orderPool, slotPool } = database;
  const { now, clock } = await openHouseClock(pool, { mode: config.mode, log, closing });
  const terms = await openTerms(pool, config, log);
  closing.push(() => terms.stop());
  const ties = untied();
  const { mode, jurisdictions, records, data: dataFolder } = config;
  const parts = { orderPool, slotPool, terms, ties, now: wallNow, log, closing };
  const commands = { ...parts, records, dataFolder, metrics, tracing };
  const { executor, ...submits } = await openExecutors(commands);
  const times = { now: wallNow, houseNow: now };
  const firing = {
    executor,
    pool: orderPool,
    doorPool: pool,
    terms,
    instruments,
    jurisdictions,
    mode,
    ...times,
  };
  for (const { prepare } of all) await prepare?.(firing);
  const running = await openMarket({ config, database, firing, clock, ties, log, closing, metrics });
  const { market } = running;
  // Order receipts are signed with the tape's key, so it is needed even if another process leads the market.
  if (serves(config.role)) await demandTapeKey(pool, dataFolder);
  const clocks = { now, wallNow, refreshClocks: clock.refresh };
  const consolePort = (): number | undefined => ties.consolePort();
  const opening = { config, database, terms, market, consolePort, ...submits, ...clocks };
  const platform = openPlatform({ ...opening, log, closing });
  await openHouse(platform, orderPool);
  for (const { begin } of all) await begin?.(firing);
  const product = await openProduct(platform, closing);
  if (config.apart) {
    const guard = guardBeside(database.urls.guardUrl, log);
    closing.push(() => guard.stop());
  }
  const metricsPort = await tellPrometheus({ config, pool, metrics, now, log, closing });
  if (!serves(config.role)) {
    passOnCommitted({ platform, ties, closing });
    const { port } = await openWorkerDoor({ platform, running, closing });
    return { port, consolePort: undefined, metricsPort };
  }
  const { listens } = config;
  const opened = { platform, product, running, ties, closing, metrics, tracing, listens };
  const { customers, operators, ...ports } = await openDoors(opened);
  ties.consolePort = () => ports.consolePort;
  const story = tellStory({ config, pool, addresses: ownAddresses(config, ports), log });
  if (story !== undefined) closing.push(() => story.stop());
  return { ...ports, metricsPort, doors: { customers, operators } };
}

/** Where this process reaches its own ports. */
function ownAddresses(config: Config, { port, consolePort }: { port: number; consolePort: number }) {
  const reached = (host: string): string => {
    if (host === '0.0.0.0') return '127.0.0.1';
    if (host === '::') return '[::1]';
    return host.includes(':') ? `[${host}]` : host;
  };
  return {
    origin: `http://${reached(config.host)}:${port}`,
    consoleOrigin: `http://${reached(config.console.host)}:${consolePort}`,
  };
}

/** Creates the accounts of the house and, in a demo, the example customers and operators. */
async function openHouse(platform: Platform, orderPool: Pool): Promise<void> {
  const { config, pool } = platform;
  if (config.mode === 'live') {
    await openLiveHouse(pool, config);
    return;
  }
  await openDemoHouse(orderPool, spotCurrencies);
  for (const { seedDemo } of all) await seedDemo?.(platform, examples);
}
