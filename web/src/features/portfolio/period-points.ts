/** The part of a history that a chart shows, and where its points are. Pure. */
import { DAY_MS } from '@candor/domain/time.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { daysOfPeriod } from '@candor/protocol/portfolio/kinds.ts';
import type { Period } from '@candor/protocol/portfolio/kinds.ts';

type History = CallOutput<'GET portfolio/history'>;
export type Flow = History['flows'][number];

export type ChartPoint = {
  readonly time: number;
  /** In USDT. */
  readonly value: string;
  /** The amounts that moved in or out since the previous point. */
  readonly flows: readonly Flow[];
};

const DAY_SECONDS = DAY_MS / 1000;

/** The newest point has the total that the screen shows, which may be newer than the history's. */
export function pointsOf(
  { points, flows }: Pick<History, 'points' | 'flows'>,
  { period, total }: { readonly period: Period; readonly total: string | undefined },
): readonly ChartPoint[] {
  const newest = points.at(-1);
  if (newest === undefined) return [];
  const today = Math.floor(newest.time / DAY_SECONDS) * DAY_SECONDS;
  const from = today - (daysOfPeriod[period] - 1) * DAY_SECONDS;
  return points.flatMap((point, at) => {
    if (point.time < from) return [];
    const isNewest = point === newest;
    const since = points[at - 1]?.time ?? 0;
    const own = flows.filter(({ time }) => time >= since && (isNewest || time < point.time));
    const value = isNewest ? (total ?? point.value_usdt) : point.value_usdt;
    return [{ time: point.time, value, flows: own }];
  });
}

export type Drawn = {
  /** Positions in per cent of the width and of the height, from the top left. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
  readonly low: string;
  readonly high: string;
};

const PAD = 6;
/** The line fills the height only if the value changes by at least this fraction, so that small changes look small. */
const FULL_HEIGHT_PART = 0.02;

/** Uses floats, because drawing needs no exact arithmetic. */
export function drawnOf(points: readonly Pick<ChartPoint, 'time' | 'value'>[]): Drawn {
  const values = points.map(({ value }) => globalThis.Number(value));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = Math.max(high - low, Math.abs(high) * FULL_HEIGHT_PART, 1e-9);
  const bottom = (high + low - range) / 2;
  const first = points[0]?.time ?? 0;
  const span = Math.max(1, (points.at(-1)?.time ?? 0) - first);
  return {
    places: points.map(({ time }, at) => ({
      x: ((time - first) / span) * 100,
      y: PAD + (1 - ((values[at] ?? low) - bottom) / range) * (100 - 2 * PAD),
    })),
    low: points[values.indexOf(low)]?.value ?? '0',
    high: points[values.indexOf(high)]?.value ?? '0',
  };
}

/** Returns the point nearest to a place on the chart's width, from 0 to 1. */
export function nearestTo({ places }: Pick<Drawn, 'places'>, part: number): number {
  let nearest = 0;
  for (const [at, { x }] of places.entries()) {
    const best = places[nearest]?.x ?? 0;
    if (Math.abs(x - part * 100) < Math.abs(best - part * 100)) nearest = at;
  }
  return nearest;
}

/** Returns the point to which a key leads: by one, by a week, or to either end; undefined for any other key. */
export function afterKey(key: string, at: number, count: number): number | undefined {
  const last = count - 1;
  const to: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - 7,
    PageUp: at + 7,
    Home: 0,
    End: last,
  };
  const next = to[key];
  return next === undefined ? undefined : Math.max(0, Math.min(last, next));
}
