/** Connects the parts of a process to its metrics, and serves the metrics to Prometheus. */
import type { LeadingEngine } from '../engine/while-leading.ts';
import type { Config } from '../config/config.ts';
import type { Pool } from '../db/pool.ts';
import type { Log } from '../log.ts';
import type { Feature } from '../platform/feature.ts';
import { instruments } from '../quotes/catalogue.ts';
import type { Market } from '../quotes/market.ts';
import { listenForPrometheus } from '../telemetry/listener.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { openTracing } from '../telemetry/tracing.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { Closing } from './closing.ts';
import { features } from './features.ts';
import { storedReadings } from './stored-figures.ts';

const all: readonly Feature[] = features;
const MS_PER_SECOND = 1000;

/** Measures the tape and the triggers of the process that leads. */
export function measureMarket(
  metrics: Metrics,
  { market, engine }: { readonly market: Market; readonly engine: LeadingEngine },
): void {
  market.tape.onEntries((entries) => {
    for (const { symbol } of entries) metrics.appended(symbol, 1);
  });
  metrics.read({
    name: 'candor_trigger_lag_seconds',
    help: 'How far the triggers of a symbol are behind its tape; +Inf while the engine starts. Above a second, its orders are refused.',
    labels: ['symbol'],
    // In a process that does not lead, nothing fires, so there is no lag.
    read: () =>
      market.epoch() === undefined
        ? []
        : [...instruments.keys()].map((symbol) => [[symbol], engine.ownLagMs(symbol) / MS_PER_SECOND]),
  });
  metrics.read({
    name: 'candor_leads',
    help: '1 in the process that leads the market.',
    read: () => [[[], market.epoch() === undefined ? 0 : 1]],
  });
}

/** Starts tracing this process if the environment names a destination. */
export function traced(processName: string, closing: Closing): Tracing | undefined {
  const tracing = openTracing(process.env, processName);
  if (tracing !== undefined) closing.push(() => tracing.stop());
  return tracing;
}

export async function tellPrometheus({
  config,
  pool,
  metrics,
  now,
  log,
  closing,
}: {
  readonly config: Pick<Config, 'metrics'>;
  readonly pool: Pool;
  readonly metrics: Metrics;
  readonly now: () => number;
  readonly log: Log;
  readonly closing: Closing;
}): Promise<number | undefined> {
  const cases = all.flatMap((one) => one.workQueue ?? []);
  const outboxes = all.flatMap((one) => one.outboxes ?? []);
  for (const reading of storedReadings({ pool, cases, outboxes, now, onError: log })) metrics.read(reading);
  if (config.metrics === undefined) return undefined;
  const onError = (error: Error): void => log('metrics: failed to collect values', error);
  try {
    const listener = await listenForPrometheus({ ...config.metrics, text: () => metrics.text(), onError });
    closing.push(() => listener.stop());
    return listener.port;
  } catch (error) {
    // A platform without monitoring still serves its customers.
    log(
      `metrics: failed to listen on port ${config.metrics.port}; choose another with --metrics-port`,
      error,
    );
    return undefined;
  }
}
