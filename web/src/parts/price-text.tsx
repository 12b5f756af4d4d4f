/**
 * A price. When it moves, its background is tinted briefly; the figure stays neutral, because the colour of a figure means
 * its change over a stated time.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import { useEffect, useRef } from 'react';
import type { DecimalText } from '../lib/decimal-text.ts';
import { useFormat } from '../lib/format.ts';
import { classes } from '../ui/classes.ts';

const TINT_MS = 450;

export type PriceTextProps = {
  readonly value: DecimalText;
  /** The tick size, which determines the number of decimal places. */
  readonly tickSize: DecimalText;
  readonly className?: string;
  /** Whether the price is on a hero's blue background. */
  readonly onHero?: boolean;
};

export function PriceText({ value, tickSize, className, onHero = false }: PriceTextProps) {
  const format = useFormat();
  const span = useRef<HTMLSpanElement>(null);
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    const rose = fromNumeric(value) > fromNumeric(before.current);
    before.current = value;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const wash = onHero ? 'rgb(255 255 255 / 16%)' : rose ? 'var(--up-wash)' : 'var(--down-wash)';
    const tint = { backgroundColor: wash, boxShadow: `0 0 0 3px ${wash}` };
    span.current?.animate([tint, { ...tint, offset: 0.4 }, {}], TINT_MS);
  }, [value, onHero]);
  return (
    <span ref={span} className={classes('figures rounded-sm whitespace-nowrap', className)}>
      {format.price(value, tickSize)}
    </span>
  );
}
