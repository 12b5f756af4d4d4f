/** Reminds of an order whose answer never came, until it has one or the customer has checked for themselves. */
import { useTranslations } from 'use-intl';
import { navigate } from '../../../lib/hash-history.ts';
import { ordersLink } from '../../../lib/links.ts';
import { Button } from '../../../ui/button.tsx';
import type { PairRequest } from './ticket.ts';
import type { Trade } from './use-trade.ts';

export function UnansweredNotice({
  trade,
  onOpen,
}: {
  readonly trade: Trade<PairRequest>;
  readonly onOpen: () => void;
}) {
  const t = useTranslations('spot');
  if (trade.state.stage !== 'unanswered' || trade.busy) return null;
  return (
    <div role="status" className="rounded-card bg-warning-wash px-3 py-2 text-sm text-warning">
      <p>{t('unansweredNotice', { symbol: trade.state.request.symbol })}</p>
      <div className="-ml-3 flex flex-wrap">
        <Button kind="quiet" small onClick={onOpen}>
          {t('sendAgain')}
        </Button>
        <Button
          kind="quiet"
          small
          onClick={() => {
            trade.dismiss();
            navigate(ordersLink);
          }}
        >
          {t('checkOrders')}
        </Button>
      </div>
    </div>
  );
}
