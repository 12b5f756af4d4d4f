/** The geometry of a chart: bars side by side or on top of each other, or lines with gaps. Pure; the scale always includes zero. */
import type { Amount } from '@candor/domain/money/amount.ts';
import type { ChartLine } from './chart-lines.ts';

export type ChartKind = 'stacked' | 'grouped' | 'lines';
export type Size = { readonly width: number; readonly height: number };

export type Bar = {
  readonly line: number;
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
/** Points of a polyline. A single value between two gaps has a dot alone. */
export type Stroke = {
  readonly line: number;
  readonly points: string;
  readonly dots: readonly (readonly [number, number])[];
};
export type Chart = {
  readonly top: Amount;
  readonly bottom: Amount;
  readonly zero: number;
  readonly bars: readonly Bar[];
  readonly strokes: readonly Stroke[];
};

/** Positions are computed in these steps of the height. */
const STEPS = 100_000n;
/** The part of a span's width that its bars take. */
const FILLED = 0.72;

export function chartOf(kind: ChartKind, lines: readonly ChartLine[], size: Size): Chart {
  const spans = lines[0]?.values.length ?? 0;
  const { top, bottom } = scaleOf(kind, lines, spans);
  const y = (value: Amount): number =>
    rounded((steps(((top - value) * STEPS) / (top - bottom)) * size.height) / steps(STEPS));
  const scaled = { y, size, spans };
  return {
    ...{ top, bottom, zero: y(0n) },
    bars: kind === 'lines' ? [] : kind === 'stacked' ? stacked(lines, scaled) : grouped(lines, scaled),
    strokes: kind === 'lines' ? strokes(lines, scaled) : [],
  };
}

type Scaled = { readonly y: (value: Amount) => number; readonly size: Size; readonly spans: number };

function scaleOf(
  kind: ChartKind,
  lines: readonly ChartLine[],
  spans: number,
): { top: Amount; bottom: Amount } {
  let [top, bottom] = [0n, 0n];
  for (let at = 0; at < spans; at += 1) {
    const values = lines.map(({ values: of }) => of[at] ?? 0n);
    const above = kind === 'stacked' ? sum(values.filter((value) => value > 0n)) : greatest(values);
    const below =
      kind === 'stacked'
        ? sum(values.filter((value) => value < 0n))
        : -greatest(values.map((value) => -value));
    if (above > top) top = above;
    if (below < bottom) bottom = below;
  }
  // A chart without a value has the scale from zero to one unit.
  return top === bottom ? { top: 1n, bottom: 0n } : { top: even(top), bottom: -even(-bottom) };
}

const sum = (values: readonly Amount[]): Amount => values.reduce((total, value) => total + value, 0n);
const greatest = (values: readonly Amount[]): Amount =>
  values.reduce((most, value) => (value > most ? value : most), 0n);

/** The next greater figure of one significant digit out of 1, 2, 3, 5 and 8, so that the labels are short. */
function even(value: Amount): Amount {
  if (value <= 0n) return 0n;
  const unit = 10n ** BigInt(value.toString().length - 1);
  return ([1n, 2n, 3n, 5n, 8n, 10n].find((digit) => digit * unit >= value) ?? 10n) * unit;
}

function stacked(lines: readonly ChartLine[], { y, size, spans }: Scaled): Bar[] {
  const slot = size.width / spans;
  return Array.from({ length: spans }, (_, at) => at).flatMap((at) => {
    let [above, below] = [0n, 0n];
    return lines.flatMap(({ values }, line): Bar[] => {
      const value = values[at] ?? 0n;
      if (value === 0n) return [];
      const from = value > 0n ? above : below;
      if (value > 0n) above += value;
      else below += value;
      return [
        barOf(
          { line, at, x: slot * (at + (1 - FILLED) / 2), width: slot * FILLED },
          y(from),
          y(from + value),
        ),
      ];
    });
  });
}

function grouped(lines: readonly ChartLine[], { y, size, spans }: Scaled): Bar[] {
  const slot = size.width / spans;
  const width = (slot * FILLED) / Math.max(1, lines.length);
  return lines.flatMap(({ values }, line) =>
    values.flatMap((value, at): Bar[] => {
      if (value === undefined || value === 0n) return [];
      const x = slot * (at + (1 - FILLED) / 2) + width * line;
      return [barOf({ line, at, x, width }, y(0n), y(value))];
    }),
  );
}

/** A value is always visible, however small it is next to the greatest. */
function barOf(of: Pick<Bar, 'line' | 'at' | 'x' | 'width'>, from: number, to: number): Bar {
  const [height, y] = [Math.max(1, Math.abs(to - from)), Math.min(from, to)];
  return { ...of, x: rounded(of.x), width: rounded(of.width), y, height: rounded(height) };
}

function strokes(lines: readonly ChartLine[], { y, size, spans }: Scaled): Stroke[] {
  const slot = size.width / spans;
  return lines.flatMap(({ values }, line) =>
    runsOf(values).map((run): Stroke => {
      const points = run.map(([at, value]) => [rounded(slot * (at + 0.5)), y(value)] as const);
      return { line, points: points.map(([x, top]) => `${x},${top}`).join(' '), dots: points };
    }),
  );
}

/** The values without a gap between them, each with its place. */
function runsOf(values: ChartLine['values']): (readonly [number, Amount])[][] {
  const runs: (readonly [number, Amount])[][] = [];
  values.forEach((value, at) => {
    if (value === undefined) return;
    const open = runs.at(-1);
    if (open?.at(-1)?.[0] === at - 1) open.push([at, value]);
    else runs.push([[at, value]]);
  });
  return runs;
}

function steps(of: bigint): number {
  return Number(of);
}

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
