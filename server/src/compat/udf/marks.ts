/**
 * Marks on a chart, from data that the platform publishes: entries of a price's record that are not quotes, fixed-time
 * options that these voided, and changes of a pair's terms.
 */
import { ok } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import type { CallName, CallOutput } from '@candor/protocol/calls.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';

/** Pages of a list that are read for one answer, newest first. */
const PAGES = 5;

export type Asking = (
  name: CallName,
  fields: Readonly<Record<string, unknown>>,
) => Promise<Outcome<unknown, RefusalCode>>;
export type Span = { readonly symbol: string; readonly from: number; readonly to: number };

type Mark = {
  readonly id: string;
  /** In seconds. */
  readonly time: number;
  readonly color: 'red' | 'yellow' | 'blue';
  readonly label: string;
  readonly text: string;
};

type Pause = CallOutput<'GET transparency/pauses'>['pauses'][number];
type Void = CallOutput<'GET transparency/voids'>['voids'][number];

const PAUSES = {
  gap: { color: 'yellow', label: 'G', text: 'No quote arrived although one was due.' },
  halt: { color: 'red', label: 'H', text: 'The feed ended. Nothing fills until it is back.' },
  reject: { color: 'yellow', label: 'R', text: 'The feed sent quotes that the guard rejected.' },
} as const;

function pauseMark({ symbol, seq, time, kind, reason }: Pause): Mark {
  const { color, label, text } = PAUSES[kind];
  const why = reason === null ? '' : ` (${reason})`;
  return { id: `${kind}-${symbol}-${seq}`, time, color, label, text: `${text}${why} Entry ${seq}.` };
}

function voidMark({ symbol, at, instant, before, after, tickets }: Void): Mark {
  const text = `Voided and refunded fixed-time options: ${tickets}. No quote for their ${instant} between the entries ${before.seq} and ${after.seq}.`;
  return { id: `void-${symbol}-${instant}-${after.seq}`, time: at, color: 'red', label: 'V', text };
}

/** Returns the marks as columns, which is the protocol's form. */
export async function marks(ask: Asking, span: Span): Promise<Outcome<object, RefusalCode>> {
  const pauses = await listed<Pause>(ask, span, PAUSE_LIST);
  if (!pauses.ok) return pauses;
  const voids = await listed<Void>(ask, span, VOID_LIST);
  if (!voids.ok) return voids;
  const all = [...pauses.value.map(pauseMark), ...voids.value.map(voidMark)].toSorted(
    (one, other) => one.time - other.time,
  );
  return ok({
    ...{ id: all.map(({ id }) => id), time: all.map(({ time }) => time) },
    ...{ color: all.map(({ color }) => color), text: all.map(({ text }) => text) },
    ...{ label: all.map(({ label }) => label), labelFontColor: all.map(() => 'white') },
    minSize: all.map(() => 14),
  });
}

type List<Row> = {
  readonly name: CallName;
  readonly rows: 'pauses' | 'voids';
  /**
   * Returns the cursor at which the list continues before a time of the market clock, so that the marks of an old span are found
   * as well.
   */
  readonly before: (timeMs: number, symbol: string) => string;
  readonly timeOf: (row: Row) => number;
};
const PAUSE_LIST: List<Pause> = {
  name: 'GET transparency/pauses',
  rows: 'pauses',
  before: (timeMs, symbol) => `${timeMs}~${symbol}~0`,
  timeOf: ({ time }) => time,
};
const VOID_LIST: List<Void> = {
  name: 'GET transparency/voids',
  rows: 'voids',
  before: (timeMs) => String(timeMs),
  timeOf: ({ at }) => at,
};

/** Returns the rows of a symbol within a span, from a list that runs from newest to oldest. */
async function listed<Row extends { readonly symbol: string }>(
  ask: Asking,
  { symbol, from, to }: Span,
  { name, rows, before, timeOf }: List<Row>,
): Promise<Outcome<readonly Row[], RefusalCode>> {
  const found: Row[] = [];
  // Starts at the end of the span's last day, so that all charts of that day read the same pages, which are cached for a while.
  let cursor: string | null = before((Math.floor((to * 1000) / DAY_MS) + 1) * DAY_MS, symbol);
  for (let page = 0; page < PAGES; page += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const read: Outcome<unknown, RefusalCode> = await ask(name, { cursor });
    if (!read.ok) return read;
    const { [rows]: some, next } = read.value as { readonly [Key in typeof rows]: readonly Row[] } & {
      readonly next: string | null;
    };
    found.push(...some.filter((row) => row.symbol === symbol && timeOf(row) >= from && timeOf(row) <= to));
    const oldest = some.at(-1);
    cursor = next;
    if (next === null || oldest === undefined || timeOf(oldest) < from) break;
  }
  return ok(found);
}

/**
 * Returns the times at which versions of the symbol's terms took effect, with what changed. A version that was replaced before it
 * took effect is omitted.
 */
export async function timescaleMarks(
  ask: Asking,
  { symbol, from, to }: Span,
): Promise<Outcome<object, RefusalCode>> {
  const terms = await ask('GET transparency/terms', {});
  if (!terms.ok) return terms;
  const all = terms.value as CallOutput<'GET transparency/terms'>;
  const versions = (all.find(({ subject }) => subject === `instrument:${symbol}`)?.versions ?? []).filter(
    ({ effective_at: since, until }) => until === null || until > since,
  );
  return ok(
    versions.flatMap(({ version, effective_at: time, body }, at) => {
      const before = versions[at - 1]?.body;
      if (before === undefined || time < from || time > to) return [];
      const changed = Object.entries(body).filter(([name, value]) => before[name] !== value);
      const tooltip = [
        `Terms of ${symbol}, version ${version}`,
        ...changed.map(([name, value]) => `${name}: ${String(before[name])} → ${String(value)}`),
      ];
      return [{ id: `terms-${symbol}-${version}`, time, color: 'blue', label: 'T', tooltip }];
    }),
  );
}
