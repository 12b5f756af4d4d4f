/** The line of the last two hours across the hero, whose last point is the live price. */
import { useMemo } from 'react';
import { useCall } from '../lib/queries.ts';
import type { Quotation } from './quotes.ts';
import { Sparkline } from '../ui/sparkline.tsx';

const minutesShown = 120;
const refreshMs = 60_000;

export function MiniChart({ row, last }: { readonly row: Quotation; readonly last: string }) {
  const { data } = useCall(
    'GET currency/new_timeshar',
    { symbol: row.symbol, period: '1m' },
    { everyMs: refreshMs, ofCustomer: false, keepPrevious: false },
  );
  const closes = useMemo(() => data?.slice(-minutesShown).map((candle) => candle.close) ?? [], [data]);
  const values = useMemo(() => [...closes, last], [closes, last]);
  return (
    <Sparkline
      values={closes.length === 0 ? row.spark : values}
      width={390}
      height={56}
      filled
      tone="hero"
      className="block h-14 w-full"
    />
  );
}
