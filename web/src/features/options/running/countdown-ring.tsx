/** A ring that empties until the expiry, with the remaining time in its centre. Both follow the market's whole seconds. */
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { clockText } from './ticket-state.ts';

const SIZE = 52;
const RADIUS = 23;
const AROUND = 2 * Math.PI * RADIUS;

export type CountdownRingProps = {
  /** Undefined until the market's time is known. */
  readonly left: number | undefined;
  readonly of: number;
  readonly side: 'up' | 'down';
};

const goneOf = (left: number, of: number) => AROUND * (1 - Math.min(1, Math.max(0, left / of)));

export function CountdownRing({ left, of, side }: CountdownRingProps) {
  const t = useTranslations('option');
  const arc = useRef<SVGCircleElement>(null);
  useEffect(() => {
    // The transition moves the ring evenly between two seconds.
    if (left === undefined || left === 0) return undefined;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const moving = arc.current?.animate(
      [{ strokeDashoffset: goneOf(left, of) }, { strokeDashoffset: goneOf(left - 1, of) }],
      { duration: 1000, fill: 'forwards' },
    );
    return () => moving?.cancel();
  }, [left, of]);
  return (
    <span className="relative block shrink-0" style={{ width: SIZE, height: SIZE }}>
      <svg
        width={SIZE}
        height={SIZE}
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        aria-hidden="true"
        className="-rotate-90"
      >
        <circle cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} fill="none" strokeWidth="4" className="stroke-line" />
        <circle
          ref={arc}
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          fill="none"
          strokeWidth="4"
          strokeDasharray={AROUND}
          strokeDashoffset={left === undefined ? 0 : goneOf(left, of)}
          className={side === 'up' ? 'stroke-up' : 'stroke-down'}
        />
      </svg>
      <span
        role="timer"
        aria-label={left === undefined ? undefined : t('secondsLeft', { seconds: left })}
        className="figures absolute inset-0 grid place-items-center text-sm font-semibold"
      >
        {left === undefined ? '–' : clockText(left)}
      </span>
    </span>
  );
}
