/** The customer's positions, open orders and completed trades in forex and metals. */
import { forexMarketLink } from '../../lib/links.ts';
import { PositionsBoard } from '../../positions/list/positions-board.tsx';

export function ForexPositionsScreen() {
  return <PositionsBoard product="forex" tradeLink={forexMarketLink} />;
}
