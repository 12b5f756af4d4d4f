/** Currency pairs and metals in the Trade tab: the price, the leveraged ticket, open positions, open orders and the terms. */
import { List } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { forexLink, forexMarketLink, forexPositionsLink, forexTicketLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import type { Quotation } from '../../live/quotes.ts';
import { LeveragedTradeScreen } from '../../positions/leveraged-trade-screen.tsx';
import type { TradeTabParts } from '../../positions/leveraged-trade-screen.tsx';
import { OpenPositions } from '../../positions/list/open-positions.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TermsSection } from './terms-section.tsx';

const termsEveryMs = 60_000;

function Below({ row }: { readonly row: Quotation }) {
  const { symbol } = row;
  const terms = useCall('GET currency/whtrade', { symbol }, { everyMs: termsEveryMs, ofCustomer: false });
  return (
    <>
      <OpenPositions product="forex" row={row} allLink={forexPositionsLink} />
      {terms.data !== undefined && <TermsSection terms={terms.data} base={row.base} />}
    </>
  );
}

const below = (row: Quotation) => <Below row={row} />;
const isPair = ({ kind }: Quotation): boolean => kind !== 'crypto';

export function ForexTradeScreen(parts: TradeTabParts) {
  const titles = useTranslations('titles');
  return (
    <LeveragedTradeScreen
      {...parts}
      product="forex"
      offer="forex"
      isTraded={isPair}
      linkOf={forexTicketLink}
      chartLinkOf={forexLink}
      action={<IconButton icon={List} label={titles('forex')} onClick={() => navigate(forexMarketLink)} />}
      belowOf={below}
    />
  );
}
