/**
 * The metrics of a process, in the form that Prometheus reads. The modules that do the work do not depend on this one: they call
 * functions that are passed to them. Names follow Prometheus's rules: base units, and `_total` for what only grows.
 */
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/**
 * Buckets from half a millisecond to ten seconds. On a quiet machine, an order takes two milliseconds, and a caller gives up
 * after ten thousand.
 */
const SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
/** Buckets for commands per batch, of which there are at most 256. */
const COMMANDS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const MS_PER_SECOND = 1000;

/** Where a call came from: a request, a socket or the compatible interface. */
export type Way = 'http' | 'other';

/** The metrics of another process. */
export type Told = readonly MetricObjectWithValues<MetricValue<string>>[];

export type Figures = readonly (readonly [labels: readonly string[], value: number])[];

/** A metric whose values are read when Prometheus scrapes. */
export type Reading = {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Returns pairs of the labels' values and the metric's value. */
  readonly read: () => Figures | Promise<Figures>;
};

export class Metrics {
  readonly #registry = new Registry();
  readonly #calls: Counter;
  readonly #callSeconds: Histogram;
  readonly #batchCommands: Histogram;
  readonly #batchSeconds: Histogram;
  readonly #retries: Counter;
  readonly #entries: Counter;
  /** The metrics of the process that leads the market, if that is a different process. */
  #market: Told = [];

  /** @param processName Distinguishes the processes of one server: "server" or "market". */
  constructor(processName: string) {
    const registers = [this.#registry];
    this.#registry.setDefaultLabels({ process: processName });
    collectDefaultMetrics({ register: this.#registry, prefix: 'candor_' });
    this.#calls = new Counter({
      name: 'candor_calls_total',
      help: 'Calls of customers and operators, by their outcome: ok, or the code of the refusal.',
      labelNames: ['call', 'outcome', 'way'],
      registers,
    });
    this.#callSeconds = new Histogram({
      name: 'candor_call_duration_seconds',
      help: 'From a request’s headers to its answer.',
      labelNames: ['call'],
      buckets: SECONDS,
      registers,
    });
    this.#batchCommands = new Histogram({
      name: 'candor_batch_commands',
      help: 'Commands that one transaction committed.',
      labelNames: ['lane'],
      buckets: COMMANDS,
      registers,
    });
    this.#batchSeconds = new Histogram({
      name: 'candor_batch_duration_seconds',
      help: 'From the first query of a batch to its commit.',
      labelNames: ['lane'],
      buckets: SECONDS,
      registers,
    });
    this.#retries = new Counter({
      name: 'candor_batch_failures_total',
      help: 'Batches that PostgreSQL refused or lost, and that were tried again, whole or in halves.',
      labelNames: ['lane', 'code'],
      registers,
    });
    this.#entries = new Counter({
      name: 'candor_tape_entries_total',
      help: 'Entries of the tape that this process followed or wrote.',
      labelNames: ['symbol'],
      registers,
    });
  }

  readonly answered = (call: string, outcome: string, { way, ms }: { way: Way; ms: number }): void => {
    this.#calls.inc({ call, outcome, way });
    this.#callSeconds.observe({ call }, ms / MS_PER_SECOND);
  };

  readonly committed = (lane: string, commands: number, ms: number): void => {
    this.#batchCommands.observe({ lane }, commands);
    this.#batchSeconds.observe({ lane }, ms / MS_PER_SECOND);
  };

  readonly failed = (lane: string, code: string): void => {
    this.#retries.inc({ lane, code: code === '' ? 'lost' : code });
  };

  readonly appended = (symbol: string, entries: number): void => {
    this.#entries.inc({ symbol }, entries);
  };

  /** Adds a gauge that is read whenever the metrics are requested. */
  read({ name, help, labels = [], read }: Reading): void {
    const gauge: Gauge = new Gauge({
      ...{ name, help, labelNames: [...labels], registers: [this.#registry] },
      async collect() {
        const figures = await read();
        gauge.reset();
        for (const [values, value] of figures) gauge.set(labelled(labels, values), value);
      },
    });
  }

  /** Returns the metrics of this process, for the process that started it. */
  told(): Promise<Told> {
    return this.#registry.getMetricsAsJSON();
  }

  readonly heard = (market: Told): void => {
    this.#market = market;
  };

  /** Returns the text that Prometheus reads. */
  async text(): Promise<string> {
    if (this.#market.length === 0) return this.#registry.metrics();
    const own = await this.told();
    return AggregatorRegistry.aggregate([own, this.#market]).metrics();
  }
}

function labelled(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
}
