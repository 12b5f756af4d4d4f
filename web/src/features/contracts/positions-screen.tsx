/** The customer's contracts: open positions, open orders and completed trades. */
import { contractLink } from '../../lib/links.ts';
import { PositionsBoard } from '../../positions/list/positions-board.tsx';

export function PositionsScreen() {
  return <PositionsBoard product="contract" tradeLink={contractLink()} />;
}
