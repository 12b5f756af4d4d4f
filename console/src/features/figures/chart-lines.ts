/** The lines of each chart, from the series of the answer. Pure. Values are in units of 10⁻⁸. */
import { ONE, amount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { observedSeries } from '@candor/protocol/figures/series.ts';

type Series = ConsoleOutput<'GET figures'>['series'][number];
type Name = Series['series'];

/** `undefined` where there is no value: nothing was decided, closed or read within the span. */
export type Values = readonly (Amount | undefined)[];
/** A line is named by its series or by the key within its series. */
export type ChartLine = { readonly series: Name; readonly key: string; readonly values: Values };

type At = ReadonlyMap<number, Amount>;

export class Figures {
  readonly #starts: readonly number[];
  readonly #lines: ReadonlyMap<string, At>;
  readonly #keys: ReadonlyMap<Name, readonly string[]>;
  /** The spans in which the state was read. */
  readonly #read: ReadonlySet<number>;

  constructor(series: readonly Series[], starts: readonly number[]) {
    this.#starts = starts;
    this.#lines = new Map(
      series.map((one) => [
        `${one.series} ${one.key}`,
        new Map(one.points.map(({ at, value }) => [at, amount(value)])),
      ]),
    );
    const keys = new Map<Name, string[]>();
    for (const { series: name, key } of series) keys.set(name, [...(keys.get(name) ?? []), key]);
    this.#keys = keys;
    this.#read = new Set(series.filter(isObserved).flatMap(({ points }) => points.map(({ at }) => at)));
  }

  /** The keys of these series that have a value, in alphabetical order. */
  keysOf(...names: readonly Name[]): string[] {
    return [...new Set(names.flatMap((name) => this.#keys.get(name) ?? []))].toSorted();
  }

  /** What happened: a span without a value has zero. */
  happened(series: Name, key = ''): ChartLine {
    const at = this.#at(series, key);
    return { series, key, values: this.#starts.map((start) => at.get(start) ?? 0n) };
  }

  /** All keys of a series added up. */
  total(series: Name): ChartLine {
    const all = this.keysOf(series).map((key) => this.#at(series, key));
    const values = this.#starts.map((start) => all.reduce((sum, at) => sum + (at.get(start) ?? 0n), 0n));
    return { series, key: '', values };
  }

  byKey(series: Name): ChartLine[] {
    return this.keysOf(series).map((key) => this.happened(series, key));
  }

  /** What was measured: a span without a value has none. */
  measured(series: Name, key: string): ChartLine {
    const at = this.#at(series, key);
    return { series, key, values: this.#starts.map((start) => at.get(start)) };
  }

  /** What stood: a span that was read and has no value has zero, and one that was not read has none. */
  observed(series: Name, key = ''): ChartLine {
    const at = this.#at(series, key);
    const valueAt = (start: number) => at.get(start) ?? (this.#read.has(start) ? 0n : undefined);
    return { series, key, values: this.#starts.map(valueAt) };
  }

  /** The share of losing customers in percent, among those who closed something. */
  losingShare(): ChartLine {
    const [lost, closed] = [this.#at('lost', ''), this.#at('closed', '')];
    const values = this.#starts.map((start) => {
      const of = closed.get(start) ?? 0n;
      return of === 0n ? undefined : ((lost.get(start) ?? 0n) * 100n * ONE) / of;
    });
    return { series: 'lost', key: '', values };
  }

  #at(series: Name, key: string): At {
    return this.#lines.get(`${series} ${key}`) ?? new Map<number, Amount>();
  }
}

const observed: readonly string[] = observedSeries;
const isObserved = ({ series }: Series): boolean => observed.includes(series);
