/** The customer's positions, open orders and completed trades in contracts. */
import { contractLink } from '../../lib/links.ts';
import { PositionsBoard } from '../../positions/list/positions-board.tsx';

export function PositionsScreen() {
  return <PositionsBoard product="contract" tradeLink={contractLink()} />;
}
