/** The receipt of one purchase: its cost, the fee, and the tape entry that proves its price. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { TapeProof } from '../../live/tape-proof.tsx';
import { VerifyButton } from '../../proof/verify-button.tsx';
import { Button } from '../../ui/button.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useSkipReason } from './skip-reason.ts';
import { coinOf } from './use-plans.ts';
import type { Plan, Purchase } from './use-plans.ts';

type Fill = NonNullable<Purchase['fill']>;

function FillFacts({ fill, coin }: { readonly fill: Fill; readonly coin: string }) {
  const t = useTranslations('orders');
  const format = useFormat();
  const [shown, setShown] = useState(false);
  const exact = (value: string) => `${format.decimal(value, { min: 2, max: 8 })} USDT`;
  return (
    <>
      <dl className="mt-2 border-t border-line pt-2">
        <FactRow name={t('paid')} strong>
          {exact(formatAmount(amount(fill.value) + amount(fill.fee)))}
        </FactRow>
        <FactRow name={t('received')} strong>
          {`${format.quantity(fill.quantity)} ${coin}`}
        </FactRow>
        <FactRow name={t('price')}>{exact(fill.price)}</FactRow>
        <FactRow name={t('value')}>{exact(fill.value)}</FactRow>
        <FactRow name={t('fee')}>{exact(fill.fee)}</FactRow>
        <FactRow name={t('tapeEntry')}>
          {t('tapeSeq', { symbol: fill.symbol, seq: String(fill.tape_seq) })}
        </FactRow>
      </dl>
      {shown && <TapeProof symbol={fill.symbol} seq={fill.tape_seq} price={fill.price} side={fill.side} />}
      <div className="flex flex-wrap items-center gap-2 pt-1">
        <VerifyButton subject={{ kind: 'fill', fill: { kind: 'spot', ...fill } }} />
        {!shown && (
          <Button kind="quiet" small onClick={() => setShown(true)}>
            {t('showEntry')}
          </Button>
        )}
      </div>
    </>
  );
}

export type PurchaseSheetProps = {
  readonly purchase: Purchase;
  readonly plan: Plan;
  readonly open: boolean;
  readonly onClose: () => void;
};

export function PurchaseSheet({ purchase, plan, open, onClose }: PurchaseSheetProps) {
  const t = useTranslations('recurring');
  const format = useFormat();
  const reason = useSkipReason(purchase.reason);
  const coin = coinOf(plan);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('amountOf', { amount: format.quantity(purchase.amount), coin })}
    >
      <dl>
        <FactRow name={t('state')}>{t(`status.${purchase.status}`)}</FactRow>
        <FactRow name={t('due')}>{format.dateTime(purchase.due_at)}</FactRow>
        <FactRow name={t('done')}>{format.dateTime(purchase.time_at)}</FactRow>
        {purchase.order !== null && <FactRow name={t('order')}>{purchase.order}</FactRow>}
      </dl>
      {reason !== undefined && <p className="pt-2 text-sm text-soft">{reason}</p>}
      {purchase.fill !== null && <FillFacts fill={purchase.fill} coin={coin} />}
    </Sheet>
  );
}
