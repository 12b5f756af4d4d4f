/** Contracts on one instrument: its price, the leveraged ticket, open positions and open orders. */
import { chartLink, contractLink, contractPositionsLink } from '../../lib/links.ts';
import type { Quotation } from '../../live/quotes.ts';
import { LeveragedTradeScreen } from '../../positions/leveraged-trade-screen.tsx';
import type { TradeTabParts } from '../../positions/leveraged-trade-screen.tsx';
import { OpenPositions } from '../../positions/list/open-positions.tsx';

const below = (row: Quotation) => (
  <OpenPositions product="contract" row={row} allLink={contractPositionsLink} />
);
const isCrypto = ({ kind }: Quotation): boolean => kind === 'crypto';

export function ContractTradeScreen(parts: TradeTabParts) {
  return (
    <LeveragedTradeScreen
      {...parts}
      product="contract"
      offer="contracts"
      isTraded={isCrypto}
      linkOf={contractLink}
      chartLinkOf={(symbol) => chartLink(symbol, 'contract')}
      belowOf={below}
    />
  );
}
