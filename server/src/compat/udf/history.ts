/** Bars of the UDF protocol, read through the call for candles. */
import { refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { drawn } from './symbols.ts';
import type { Period } from './symbols.ts';

type Candle = CallOutput<'GET currency/new_timeshar'>[number];
export type CandlesOf = (fields: {
  readonly symbol: string;
  readonly period: Period;
  readonly from?: number;
  readonly to?: number;
}) => Promise<Outcome<readonly Candle[], RefusalCode>>;

export type AskedBars = {
  readonly symbol: string;
  readonly period: Period;
  /** In seconds. `from` is inclusive, `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** How many bars before `to` are wanted. If set, `from` is ignored. */
  readonly countback: number | undefined;
};

/** Maximum number of candles per answer, as in the call's row, and of answers for one chart. */
const PAGE = 1000;
const PAGES = 5;

export async function history(candlesOf: CandlesOf, asked: AskedBars) {
  const bars = await barsIn(candlesOf, asked);
  if (!bars.ok || bars.value.length > 0)
    return bars.ok ? { ok: true as const, value: columns(bars.value) } : bars;
  const { symbol, period, from, to, countback } = asked;
  const before = countback === undefined ? from : to;
  const earlier = await candlesOf({ symbol, period, to: before - 1 });
  if (!earlier.ok) return earlier;
  const nextTime = earlier.value.at(-1)?.time;
  return { ok: true as const, value: { s: 'no_data', ...(nextTime === undefined ? {} : { nextTime }) } };
}

/** Returns the newest bars before `to`, oldest first. */
async function barsIn(
  candlesOf: CandlesOf,
  { symbol, period, from, to, countback }: AskedBars,
): Promise<Outcome<readonly Candle[], RefusalCode>> {
  let bars: readonly Candle[] = [];
  let last = to - 1;
  const wanted = countback ?? Number.POSITIVE_INFINITY;
  const first = countback === undefined ? from : 0;
  for (let page = 0; page < PAGES && bars.length < wanted && last >= first; page += 1) {
    const found = await candlesOf({ symbol, period, from: first, to: last });
    if (!found.ok) return found;
    bars = [...found.value, ...bars];
    const [oldest] = found.value;
    if (oldest === undefined || found.value.length < PAGE) break;
    last = oldest.time - 1;
  }
  return { ok: true, value: countback === undefined ? bars : bars.slice(-countback) };
}

function columns(bars: readonly Candle[]) {
  const column = (key: 'open' | 'high' | 'low' | 'close' | 'volume') => bars.map((bar) => drawn(bar[key]));
  return {
    ...{ s: 'ok', t: bars.map(({ time }) => time) },
    ...{ o: column('open'), h: column('high'), l: column('low'), c: column('close'), v: column('volume') },
  };
}

/** Parses the fields of a query. A refusal names the first invalid one. */
export function askedBars(
  fields: Readonly<Record<string, unknown>>,
  { symbol, period }: { readonly symbol: string; readonly period: Period | undefined },
): Outcome<AskedBars, 'parameter_wrong'> {
  const [from, to] = [secondsIn(fields['from']), secondsIn(fields['to'])];
  const countback = fields['countback'] === undefined ? undefined : secondsIn(fields['countback']);
  const wrong = Object.entries({ resolution: period, from, to, countback: countback ?? 1 }).find(
    ([name, value]) =>
      value === undefined || (name === 'countback' && countback === undefined && name in fields),
  );
  if (wrong !== undefined || period === undefined || from === undefined || to === undefined) {
    return refuse('parameter_wrong', { field: wrong?.[0] ?? 'resolution' });
  }
  return { ok: true, value: { symbol, period, from, to, countback } };
}

export function askedSpan(
  fields: Readonly<Record<string, unknown>>,
): Outcome<{ readonly from: number; readonly to: number }, 'parameter_wrong'> {
  const [from, to] = [secondsIn(fields['from']), secondsIn(fields['to'])];
  if (from === undefined || to === undefined)
    return refuse('parameter_wrong', { field: from === undefined ? 'from' : 'to' });
  return { ok: true, value: { from, to } };
}

export function secondsIn(text: unknown): number | undefined {
  return typeof text === 'string' && /^\d{1,11}$/.test(text) ? Number(text) : undefined;
}
