/** The sheet that summarises a conversion, sends it, and shows both legs once they are filled. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import type { Leg } from '../orders/leg-facts.tsx';
import { paidText } from '../../../lib/shown-amounts.ts';
import { LegFacts } from '../orders/leg-facts.tsx';
import { Unfilled } from '../orders/unfilled.tsx';
import { useTradeNow } from '../orders/use-trade-now.ts';
import { SendingSheet } from '../../../parts/sending-sheet.tsx';
import type { Trade } from '../ticket/use-trade.ts';
import type { CoinRequest, ConvertView } from './convert.ts';
import { PlanFacts } from './plan-facts.tsx';

export type ConfirmConversionProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly view: ConvertView;
  readonly tickSizes: { readonly from: string; readonly to: string };
  readonly trade: Trade<CoinRequest>;
};

function Review({ view, tickSizes }: Pick<ConfirmConversionProps, 'view' | 'tickSizes'>) {
  const t = useTranslations('convert');
  const format = useFormat();
  const { plan } = view;
  if (plan === undefined) return null;
  return (
    <div className="space-y-3">
      <p className="text-base">
        {t('sentence', {
          given: `${format.quantity(formatAmount(plan.sell.quantity))} ${plan.sell.base}`,
          taken: `${format.quantity(formatAmount(plan.buy.quantity))} ${plan.buy.base}`,
          fees: `${format.money(paidText(plan.sell.fee + plan.buy.fee))} ${plan.sell.quote}`,
        })}
      </p>
      <PlanFacts view={view} tickSizes={tickSizes} />
    </div>
  );
}

function FilledLegs({ legs, order }: { readonly legs: readonly Leg[]; readonly order: string }) {
  const t = useTranslations('convert');
  const format = useFormat();
  const coins = (leg: Leg) => `${format.quantity(leg.quantity)} ${leg.symbol.split('/')[0] ?? ''}`;
  return legs.map((leg) => (
    <LegFacts
      key={`${leg.symbol} ${leg.side}`}
      leg={leg}
      order={order}
      title={t(`leg.${leg.side}`, { coins: coins(leg) })}
    />
  ));
}

export function ConfirmConversion({ open, onClose, view, tickSizes, trade }: ConfirmConversionProps) {
  const t = useTranslations('convert');
  const spot = useTranslations('spot');
  const now = useTradeNow(trade, open);
  const titles = {
    review: t('confirmTitle'),
    waiting: spot('waitingTitle'),
    filled: t('doneTitle'),
    unfilled: spot('unfilledTitle'),
  } as const;
  return (
    <SendingSheet
      open={open}
      onClose={onClose}
      title={titles[now === undefined ? 'review' : (now.end ?? 'waiting')]}
      sending={trade}
      request={view.request}
      confirmLabel={t('confirm')}
      movedText={t('moved')}
      unansweredText={t('unanswered')}
    >
      {now === undefined && <Review view={view} tickSizes={tickSizes} />}
      {now !== undefined && now.end === undefined && <p className="text-base">{t('waitingText')}</p>}
      {now !== undefined && <FilledLegs legs={now.legs} order={now.id} />}
      {now?.end === 'unfilled' && now.order !== undefined && <Unfilled order={now.order} />}
    </SendingSheet>
  );
}
