/**
 * The line of a value over days, on one scale, with the highest and lowest values next to it. It is hidden from screen readers;
 * the table has the same data.
 */
import { useId, useMemo } from 'react';
import type { Format } from '../../lib/format.ts';

export type ValuePoint = { readonly time: number; readonly value: string };

const WIDTH = 358;
const HEIGHT = 132;
const PAD = 6;

/** The line fills the height only if the value changes by at least this fraction, so that small changes look small. */
const FULL_HEIGHT_PART = 0.02;

/** Uses floats, because drawing needs no exact arithmetic. */
function pathOf(points: readonly ValuePoint[]): { line: string; area: string; low: string; high: string } {
  const values = points.map(({ value }) => globalThis.Number(value));
  const low = Math.min(...values);
  const high = Math.max(...values);
  const range = Math.max(high - low, high * FULL_HEIGHT_PART, 1e-9);
  const bottom = (high + low - range) / 2;
  const first = points[0]?.time ?? 0;
  const span = Math.max(1, (points.at(-1)?.time ?? 0) - first);
  const at = points.map(({ time }, index): [number, number] => [
    ((time - first) / span) * WIDTH,
    PAD + (1 - ((values[index] ?? low) - bottom) / range) * (HEIGHT - 2 * PAD),
  ]);
  const line = at
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
  return {
    line,
    area: `${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`,
    low: points[values.indexOf(low)]?.value ?? '0',
    high: points[values.indexOf(high)]?.value ?? '0',
  };
}

export function ValueLine({
  points,
  format,
  hidden,
}: {
  readonly points: readonly ValuePoint[];
  readonly format: Format;
  readonly hidden: boolean;
}) {
  const fade = useId();
  const { line, area, low, high } = useMemo(() => pathOf(points), [points]);
  const first = points[0];
  return (
    <div aria-hidden="true">
      <div className="relative">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-33 w-full text-accent"
        >
          <defs>
            <linearGradient id={fade} x1="0" x2="0" y1="0" y2="1">
              <stop offset="0" stopColor="currentColor" stopOpacity="0.16" />
              <stop offset="1" stopColor="currentColor" stopOpacity="0" />
            </linearGradient>
          </defs>
          <path d={area} fill={`url(#${fade})`} />
          <path
            d={line}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {!hidden && high !== low && (
          <>
            <span className="figures absolute top-0 right-0 rounded bg-surface/80 px-1 text-xs text-quiet">
              {format.money(high)}
            </span>
            <span className="figures absolute right-0 bottom-0 rounded bg-surface/80 px-1 text-xs text-quiet">
              {format.money(low)}
            </span>
          </>
        )}
      </div>
      {first !== undefined && (
        <div className="flex justify-between gap-3 pt-1 text-xs text-quiet">
          {/* The end of a day is stored as the first second of the next day. */}
          <span>{format.date(first.time - 1)}</span>
          <span>{format.date(points.at(-1)?.time ?? first.time)}</span>
        </div>
      )}
    </div>
  );
}
