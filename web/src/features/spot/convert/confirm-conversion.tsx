/** Repeats a conversion in a sentence, sends it, and shows both legs as they filled. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import type { Leg } from '../orders/leg-facts.tsx';
import { paidText } from '../ticket/shown-amounts.ts';
import { LegFacts } from '../orders/leg-facts.tsx';
import type { ConvertView } from './convert.ts';
import { PlanFacts } from './plan-facts.tsx';
import type { UseConversion } from './use-conversion.ts';

export type ConfirmConversionProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly view: ConvertView;
  readonly tickSizes: { readonly from: string; readonly to: string };
  readonly conversion: UseConversion;
  readonly onDone: () => void;
};

function Review({
  view,
  tickSizes,
  moved,
}: Pick<ConfirmConversionProps, 'view' | 'tickSizes'> & { readonly moved: boolean }) {
  const t = useTranslations('convert');
  const format = useFormat();
  const { plan } = view;
  if (plan === undefined) return null;
  return (
    <div className="space-y-3">
      {moved && (
        <p role="status" className="rounded-input bg-warning-wash px-3 py-2 text-sm text-warning">
          {t('moved')}
        </p>
      )}
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

function FilledLegs({ legs }: { readonly legs: readonly Leg[] }) {
  const t = useTranslations('convert');
  const format = useFormat();
  const coins = (leg: Leg) => `${format.quantity(leg.quantity)} ${leg.symbol.split('/')[0] ?? ''}`;
  return legs.map((leg) => (
    <LegFacts
      key={`${leg.symbol} ${leg.side}`}
      leg={leg}
      title={t(`leg.${leg.side}`, { coins: coins(leg) })}
    />
  ));
}

export function ConfirmConversion(props: ConfirmConversionProps) {
  const { open, onClose, view, tickSizes, conversion, onDone } = props;
  const t = useTranslations('convert');
  const { converting, busy } = conversion;
  const unanswered = converting.stage === 'unanswered';
  const request = unanswered ? converting.request : view.request;
  const send = async () => {
    if (request === undefined) return;
    const outcome = await conversion.send(request);
    if (outcome === 'done') onDone();
    if (outcome === 'refused') onClose();
  };
  const done = converting.stage === 'done';
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={done ? t('doneTitle') : t('confirmTitle')}
      footer={
        done ? (
          <Button block kind="secondary" onClick={onClose}>
            {t('done')}
          </Button>
        ) : (
          <Button
            block
            busy={busy}
            reason={request === undefined ? t('notNow') : undefined}
            onClick={() => void send()}
          >
            {unanswered ? t('sendAgain') : t('confirm')}
          </Button>
        )
      }
    >
      {done && <FilledLegs legs={converting.result.legs} />}
      {unanswered && <p className="text-base">{t('unanswered')}</p>}
      {converting.stage === 'review' && <Review view={view} tickSizes={tickSizes} moved={converting.moved} />}
    </Sheet>
  );
}
