/**
 * The process that leads the market: feed, gate, tape and engine, with their own database connections. It shares no thread with
 * the serving process and never waits for it, even if that process is busy. It stops when the serving process asks it to or
 * exits.
 */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Executor } from '../commands/executor.ts';
import type { Pool } from '../db/pool.ts';
import { every } from '../db/periodic.ts';
import { ORDER_TRANSACTION_MAX_MS, createPool } from '../db/pool.ts';
import { takeSlots } from '../db/slot.ts';
import type { LeadingEngine } from '../engine/while-leading.ts';
import { LIMITS } from '../limits.ts';
import type { Log } from '../log.ts';
import { closeAll } from './closing.ts';
import type { Closing } from './closing.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { executorOptions, measured } from './executors.ts';
import { toldOf } from './market-channel.ts';
import type { FromMarket, MarketOptions, ToMarket } from './market-channel.ts';
import { instruments } from '../quotes/catalogue.ts';
import type { Market } from '../quotes/market.ts';
import { openHouseClock } from './house-clock.ts';
import { engineHere, marketHere } from './market-here.ts';
import { measureMarket, traced } from './measuring.ts';
import { openTerms } from './open-terms.ts';
import { untied } from './late-bindings.ts';

const STATE_EVERY_MS = 100;
/** More often than Prometheus reads the metrics. */
const COUNTED_EVERY_MS = 2000;

const say = (message: FromMarket): void => void process.send?.(message);
const log: Log = (text, error) =>
  say({ kind: 'told', text, error: error instanceof Error ? (error.stack ?? error.message) : undefined });

const closing: Closing = [];
let side: { readonly market: Market; readonly engine: LeadingEngine } | undefined;

async function begin(options: MarketOptions): Promise<void> {
  const now = Date.now;
  const onError = (error: Error): void => log('database: lost a connection', error);
  const tracing = traced('market', closing);
  const pool = createPool(options.url, {
    max: LIMITS.database.servingConnectionsMax,
    onError,
    transactionMaxMs: ORDER_TRANSACTION_MAX_MS,
  });
  closing.push(() => pool.end());
  const tapePool = createPool(options.tapeUrl, { max: LIMITS.database.tapeConnectionsMax, onError });
  closing.push(() => tapePool.end());
  const { now: houseNow, clock } = await openHouseClock(tapePool, { mode: options.mode, log, closing });
  const terms = await openTerms(pool, options, log);
  closing.push(() => terms.stop());
  const slots = await slotsFor(options, pool, onError);
  const ties = untied();
  ties.committed = (publications) => say({ kind: 'committed', publications: publications.map(toldOf) });
  const { records } = options;
  const executing = await executorOptions({ orderPool: pool, terms, ties, now, log, records, tracing });
  const metrics = new Metrics('market');
  const executor = new Executor({ ...executing, slots: slots.numbers, ...measured('firings', metrics) });
  closing.push(() => executor.close());
  const firing = { executor, pool, terms, instruments, jurisdictions: options.jurisdictions, now, houseNow };
  const parts = { firing, clock, ties, log, closing };
  const part = { tapePool, role: 'lead', alone: options.alone, proves: true } as const;
  const market = await marketHere(options, part, parts);
  const engine = engineHere(market, tapePool, parts);
  measureMarket(metrics, { market, engine });
  side = { market, engine };
  const saying = every(STATE_EVERY_MS, async () => tellState(market, engine), onError);
  closing.push(() => saying.stop());
  const counting = every(
    COUNTED_EVERY_MS,
    async () => say({ kind: 'counted', figures: await metrics.told() }),
    onError,
  );
  closing.push(() => counting.stop());
  say({ kind: 'begun' });
}

async function slotsFor({ sessionUrl }: MarketOptions, pool: Pool, onError: (error: Error) => void) {
  const own = sessionUrl === undefined ? undefined : createPool(sessionUrl, { max: 1, onError });
  if (own !== undefined) closing.push(() => own.end());
  const slots = await takeSlots(own ?? pool, LIMITS.commands.lanes);
  closing.push(slots.release);
  return slots;
}

function tellState(market: Market, engine: LeadingEngine): void {
  say({ kind: 'state', running: market.epoch() === undefined || engine.running() });
}

async function stop(): Promise<void> {
  await closeAll(closing, log);
  process.exit(0);
}

function upgrade(message: Extract<ToMarket, { kind: 'upgrade' }>, socket: Socket): void {
  const { method, url, headers, head } = message;
  const request = Object.assign(new IncomingMessage(socket), { method, url, headers });
  if (side?.market.upgrade(request, socket, Buffer.from(head)) !== true) socket.destroy();
}

process.on('message', (message: ToMarket, handle: unknown) => {
  if (message.kind === 'begin') {
    begin(message.options).catch((error: unknown) => {
      log('market: failed to start', error);
      process.exit(1);
    });
  } else if (message.kind === 'poke') side?.engine.poke();
  else if (message.kind === 'stop') void stop();
  else if (handle instanceof Socket) upgrade(message, handle);
});
// Ctrl-C in a terminal signals every process. This one ignores the signal, because it stops only when the serving process asks it
// to or has exited.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(1));
