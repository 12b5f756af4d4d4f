/** The chart of an instrument with its day above it and the customer's own lines on it: a screen of its own, or beside a ticket. */
import { useMemo } from 'react';
import { useAlertLines } from '../../live/alerts/use-alert-lines.ts';
import { ChartPanel } from '../../live/chart/chart-panel.tsx';
import type { Quotation } from '../../live/quotes.ts';
import { usePositionLines } from '../../positions/lines/use-position-lines.ts';
import { ChartHeader } from './chart-header.tsx';
import { useOrderLines } from './use-order-lines.ts';

export type ChartBesideProps = {
  readonly row: Quotation;
  /** How tall the chart is in the page, as a class. */
  readonly height: string;
  /** At the end of its page. */
  readonly last?: boolean;
};

/** Own lines follow the profit of the moment; apart from the rest, a tick renders the chart's frame alone. */
function OwnChart({ row, height, last = false }: ChartBesideProps) {
  const orders = useOrderLines(row);
  const positions = usePositionLines(row.kind === 'crypto' ? 'contract' : 'forex', row.symbol);
  const alerts = useAlertLines(row.symbol);
  const lines = useMemo(() => [...orders, ...positions, ...alerts], [orders, positions, alerts]);
  return <ChartPanel last={last} row={row} lines={lines} height={height} />;
}

export function ChartBeside(props: ChartBesideProps) {
  return (
    <>
      <ChartHeader row={props.row} />
      <OwnChart {...props} />
    </>
  );
}
