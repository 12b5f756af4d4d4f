/**
 * An instrument's chart with the day's figures above it and the customer's lines on it, used as a screen and next to a ticket.
 */
import { useMemo } from 'react';
import { useAlertLines } from '../../live/alerts/use-alert-lines.ts';
import { ChartPanel } from '../../live/chart/chart-panel.tsx';
import type { Quotation } from '../../live/quotes.ts';
import { usePositionLines } from '../../positions/lines/use-position-lines.ts';
import { usePositionMoves } from '../../positions/lines/use-position-moves.tsx';
import { ChartHeader } from './chart-header.tsx';
import { useOrderLines } from './use-order-lines.ts';

export type ChartBesideProps = {
  readonly row: Quotation;
  /** The CSS class that sets the height. */
  readonly height: string;
  readonly last?: boolean;
  /** Whether the figures of the day are left out, because the screen shows them. */
  readonly bare?: boolean;
};

/** The customer's lines change with every tick. This component confines the re-rendering to the chart's frame. */
function OwnChart({ row, height, last = false }: ChartBesideProps) {
  const orders = useOrderLines(row);
  const { ask, sheet } = usePositionMoves(row);
  const positions = usePositionLines({ product: row.kind === 'crypto' ? 'contract' : 'forex', row, ask });
  const alerts = useAlertLines(row.symbol);
  const lines = useMemo(() => [...orders, ...positions, ...alerts], [orders, positions, alerts]);
  return (
    <>
      <ChartPanel last={last} row={row} lines={lines} height={height} />
      {sheet}
    </>
  );
}

export function ChartBeside({ bare = false, ...props }: ChartBesideProps) {
  return (
    <>
      {!bare && <ChartHeader row={props.row} />}
      <OwnChart {...props} />
    </>
  );
}
