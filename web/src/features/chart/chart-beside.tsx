/**
 * An instrument's chart with the day's figures above it and the customer's lines on it, used as a screen and next to a ticket.
 */
import { useMemo } from 'react';
import { contractLink, forexLink, tradeLink } from '../../lib/links.ts';
import { useAlertLines } from '../../live/alerts/use-alert-lines.ts';
import { ChartPanel } from '../../live/chart/chart-panel.tsx';
import type { OrderHereLinks } from '../../live/chart/order-here.tsx';
import type { Quotation } from '../../live/quotes.ts';
import { usePositionLines } from '../../positions/lines/use-position-lines.ts';
import { usePositionMoves } from '../../positions/lines/use-position-moves.tsx';
import type { TradedHere } from './chart-footer.tsx';
import { ChartHeader } from './chart-header.tsx';
import { useOrderLines } from './use-order-lines.ts';
import { useTraded } from './use-traded.ts';

export type ChartBesideProps = {
  readonly row: Quotation;
  /** The CSS class that sets the height. */
  readonly height: string;
  readonly last?: boolean;
  /** Whether the figures of the day are left out, because the screen shows them. */
  readonly bare?: boolean;
};

const positionSides = { buy: 'long', sell: 'short' } as const;

function orderLinks(symbol: string, traded: TradedHere): OrderHereLinks {
  if (traded === 'spot')
    return { isLeveraged: false, linkOf: (side, order) => tradeLink(symbol, side, order) };
  const link = traded === 'forex' ? forexLink : contractLink;
  return { isLeveraged: true, linkOf: (side, order) => link(symbol, positionSides[side], order) };
}

/** The customer's lines change with every tick. This component confines the re-rendering to the chart's frame. */
function OwnChart({ row, height, last = false }: ChartBesideProps) {
  const orders = useOrderLines(row);
  const { ask, sheet } = usePositionMoves(row);
  const positions = usePositionLines({ product: row.kind === 'crypto' ? 'contract' : 'forex', row, ask });
  const alerts = useAlertLines(row.symbol);
  const traded = useTraded(row);
  const { symbol } = row;
  const orderHere = useMemo(() => orderLinks(symbol, traded), [symbol, traded]);
  const lines = useMemo(() => [...orders, ...positions, ...alerts], [orders, positions, alerts]);
  return (
    <>
      <ChartPanel last={last} row={row} lines={lines} height={height} orderHere={orderHere} />
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
