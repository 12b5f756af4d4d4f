/** A line of closing prices, as wide as its box. It has no axis, because the figures are next to it. */
import { useId, useMemo } from 'react';
import { classes } from './classes.ts';

export type SparklineProps = {
  /** Decimals, oldest first. */
  readonly values: readonly string[];
  readonly width?: number;
  readonly height?: number;
  readonly filled?: boolean;
  /** `hero` is white, for a line on blue. */
  readonly tone?: 'up' | 'down' | 'accent' | 'hero' | 'auto';
  readonly className?: string;
};

const PAD = 1.5;
const colours = { up: 'text-up', down: 'text-down', accent: 'text-accent', hero: 'text-white' } as const;

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
  const fade = useId();
  const points = useMemo(() => sparkPoints(values, width, height), [values, width, height]);
  const line = points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  const first = points[0]?.[1] ?? 0;
  const last = points.at(-1)?.[1] ?? 0;
  const actual = tone === 'auto' ? (last <= first ? 'up' : 'down') : tone;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={classes('shrink-0', colours[actual], className)}
    >
      {points.length > 1 && filled && (
        <>
          <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="currentColor" stopOpacity="0.32" />
            <stop offset="1" stopColor="currentColor" stopOpacity="0" />
          </linearGradient>
          <path d={`${line}L${width} ${height}L0 ${height}Z`} fill={`url(#${fade})`} />
        </>
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
