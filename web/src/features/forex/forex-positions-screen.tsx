/** The customer's forex and metals: open and closing positions, open orders and completed trades. */
import { forexMarketLink } from '../../lib/links.ts';
import { PositionsBoard } from '../../positions/list/positions-board.tsx';

export function ForexPositionsScreen() {
  return <PositionsBoard product="forex" tradeLink={forexMarketLink} />;
}
