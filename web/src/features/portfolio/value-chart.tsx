/**
 * The total value over time as a line, with marks at deposits and withdrawals. A finger or the arrow keys move along it, and
 * the line above states the value of that day. The chart does not prevent scrolling the page.
 */
import type { KeyboardEvent, PointerEvent } from 'react';
import { useId, useMemo } from 'react';
import type { ChartPoint } from './period-points.ts';
import { afterKey, drawnOf, nearestTo } from './period-points.ts';

export type ValueChartProps = {
  readonly label: string;
  readonly points: readonly ChartPoint[];
  /** The chosen point; undefined for none. */
  readonly at: number | undefined;
  readonly onChoose: (at: number | undefined) => void;
  /** Describes a point in words. */
  readonly says: (point: ChartPoint) => string;
};

type Place = { readonly x: number; readonly y: number };

const place = ({ x, y }: Place) => ({ left: `${x}%`, top: `${y}%` });

export function ValueChart({ label, points, at, onChoose, says }: ValueChartProps) {
  const fade = useId();
  const drawn = useMemo(() => drawnOf(points), [points]);
  const { places } = drawn;
  const line = places
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`)
    .join('');
  const last = points.length - 1;
  const shown = points[at ?? last];
  const cursor = at === undefined ? undefined : places[at];
  const follow = (event: PointerEvent<HTMLDivElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onChoose(nearestTo(drawn, width === 0 ? 1 : (event.clientX - left) / width));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onChoose(undefined);
    const next = afterKey(event.key, at ?? last, points.length);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? last}
      aria-valuetext={shown === undefined ? '' : says(shown)}
      onKeyDown={onKeyDown}
      onBlur={() => onChoose(undefined)}
      onPointerDown={follow}
      onPointerMove={(event) => {
        if (event.pointerType === 'mouse' || event.buttons > 0) follow(event);
      }}
      onPointerLeave={() => onChoose(undefined)}
      onPointerCancel={() => onChoose(undefined)}
      className="relative h-44 cursor-crosshair touch-pan-y rounded-input select-none"
    >
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block size-full text-accent"
      >
        <defs>
          <linearGradient id={fade} x1="0" x2="0" y1="0" y2="1">
            <stop offset="0" stopColor="currentColor" stopOpacity="0.16" />
            <stop offset="1" stopColor="currentColor" stopOpacity="0" />
          </linearGradient>
        </defs>
        <path d={`${line}L100 100L0 100Z`} fill={`url(#${fade})`} />
        <path
          d={line}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {points.map(({ time, flows }, index) => {
        const there = places[index];
        if (flows.length === 0 || there === undefined) return null;
        return (
          <span
            key={time}
            aria-hidden="true"
            style={place(there)}
            className="absolute size-2.5 -translate-1/2 rounded-full border-2 border-accent bg-surface"
          />
        );
      })}
      {cursor !== undefined && (
        <>
          <span
            aria-hidden="true"
            style={{ left: `${cursor.x}%` }}
            className="absolute inset-y-0 w-px -translate-x-1/2 bg-line-strong"
          />
          <span
            aria-hidden="true"
            style={place(cursor)}
            className="absolute size-3 -translate-1/2 rounded-full bg-accent"
          />
        </>
      )}
    </div>
  );
}
