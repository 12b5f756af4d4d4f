/** A price that is tinted briefly when it moves, without shifting its neighbours. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import { useEffect, useRef } from 'react';
import type { DecimalText } from '../lib/decimal-text.ts';
import { useFormat } from '../lib/format.ts';
import { classes } from '../ui/classes.ts';

const TINT_MS = 300;

export type PriceTextProps = {
  readonly value: DecimalText;
  /** The tick size, which determines the number of decimal places. */
  readonly tickSize: DecimalText;
  readonly className?: string;
};

export function PriceText({ value, tickSize, className }: PriceTextProps) {
  const format = useFormat();
  const span = useRef<HTMLSpanElement>(null);
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    const rose = fromNumeric(value) > fromNumeric(before.current);
    before.current = value;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const colour = rose ? 'var(--up)' : 'var(--down)';
    span.current?.animate([{ color: colour }, { color: colour, offset: 0.6 }, {}], TINT_MS);
  }, [value]);
  return (
    <span ref={span} className={classes('figures whitespace-nowrap', className)}>
      {format.price(value, tickSize)}
    </span>
  );
}
