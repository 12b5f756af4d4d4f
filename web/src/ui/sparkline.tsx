/** A line of closing prices, as wide as its box. It has no axis, because the figures are next to it. */
import { useMemo } from 'react';
import { classes } from './classes.ts';

export type SparklineProps = {
  /** Decimals, oldest first. */
  readonly values: readonly string[];
  readonly width?: number;
  readonly height?: number;
  readonly filled?: boolean;
  readonly tone?: 'up' | 'down' | 'accent' | 'auto';
  readonly className?: string;
};

const PAD = 1.5;

/** Converts prices to points in a box; a flat line is centred. Uses floats, because drawing needs no exact arithmetic. */
function sparkPoints(values: readonly string[], width: number, height: number): [number, number][] {
  const heights = values.map((value) => globalThis.Number(value));
  const low = Math.min(...heights);
  const range = Math.max(...heights) - low;
  const stride = width / Math.max(1, heights.length - 1);
  return heights.map((value, at) => [
    at * stride,
    range === 0 ? height / 2 : PAD + (1 - (value - low) / range) * (height - 2 * PAD),
  ]);
}

export function Sparkline({
  values,
  width = 72,
  height = 28,
  filled = false,
  tone = 'auto',
  className,
}: SparklineProps) {
  const points = useMemo(() => sparkPoints(values, width, height), [values, width, height]);
  const line = points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  const first = points[0]?.[1] ?? 0;
  const last = points.at(-1)?.[1] ?? 0;
  const actual = tone === 'auto' ? (last <= first ? 'up' : 'down') : tone;
  const colour = actual === 'accent' ? 'text-accent' : actual === 'up' ? 'text-up' : 'text-down';
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={classes('shrink-0', colour, className)}
    >
      {points.length > 1 && filled && (
        <path d={`${line}L${width} ${height}L0 ${height}Z`} fill="currentColor" opacity="0.1" />
      )}
      {points.length > 1 && (
        <path
          d={line}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
