/** The geometry of the drawing that explains a closing: the price path, the entry, the level, and the closing. Pure. */
import { amount as parsed } from '@candor/domain/money/amount.ts';

type Point = { readonly seq: number; readonly time_ms: number; readonly price: string };

export type Drawing = {
  /** Points of a polyline. */
  readonly path: string;
  readonly lines: readonly { readonly kind: 'entry' | 'level'; readonly y: number }[];
  readonly mark: { readonly x: number; readonly y: number };
};

export type Drawn = {
  readonly path: readonly Point[];
  readonly entry: string;
  readonly level: string | null;
  readonly close: Point;
};

/** Positions are computed in these steps of the drawing's height or width. */
const STEPS = 10_000n;

/** Prices run from the bottom to the top, entries of the record from left to right. A margin keeps lines off the edge. */
export function drawingOf(
  { path, entry, level, close }: Drawn,
  size: { readonly width: number; readonly height: number; readonly margin: number },
): Drawing {
  const points = path.some(({ seq }) => seq === close.seq) ? path : [...path, close];
  const units = [...points.map((one) => parsed(one.price)), parsed(entry), parsed(close.price)];
  if (level !== null) units.push(parsed(level));
  const top = units.reduce((a, b) => (a > b ? a : b));
  const bottom = units.reduce((a, b) => (a < b ? a : b));
  const [first, last] = [points[0]?.seq ?? 0, points.at(-1)?.seq ?? 0];
  const y = (text: string): number => {
    const share = top === bottom ? STEPS / 2n : ((top - parsed(text)) * STEPS) / (top - bottom);
    return rounded(size.margin + (scaled(share) * (size.height - 2 * size.margin)) / scaled(STEPS));
  };
  const x = (seq: number): number =>
    rounded(last === first ? size.width / 2 : ((seq - first) * size.width) / (last - first));
  return {
    path: points.map((one) => `${x(one.seq)},${y(one.price)}`).join(' '),
    lines: [
      { kind: 'entry', y: y(entry) },
      ...(level === null ? [] : [{ kind: 'level' as const, y: y(level) }]),
    ],
    mark: { x: x(close.seq), y: y(close.price) },
  };
}

function scaled(steps: bigint): number {
  return Number(steps);
}

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
