/** Repeats a conversion in a sentence, sends it, and shows both legs as they filled. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { queryClient, toastSuccess } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useCommand } from '../../../lib/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { LegFacts } from '../orders/leg-facts.tsx';
import type { CoinRequest, ConvertView } from './convert.ts';
import { PlanFacts } from './plan-facts.tsx';

export type ConfirmConversionProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly view: ConvertView;
  readonly tickSizes: { readonly from: string; readonly to: string };
  readonly onDone: () => void;
};

export function ConfirmConversion({ open, onClose, view, tickSizes, onDone }: ConfirmConversionProps) {
  const t = useTranslations('convert');
  const format = useFormat();
  const command = useCommand('POST coin/trade');
  const [result, setResult] = useState<CallOutput<'POST coin/trade'>>();
  const [moved, setMoved] = useState(false);
  // An unanswered conversion is repeated as it was: the same request under the same key has one effect.
  const unanswered = useRef<CoinRequest>(undefined);
  const [waiting, setWaiting] = useState(false);
  const { plan } = view;

  const close = () => {
    onClose();
    setResult(undefined);
    setMoved(false);
  };
  const send = async () => {
    const request = unanswered.current ?? view.request;
    if (request === undefined) return;
    const answer = await command.send(request);
    const undecided = answer?.type === 'error' && (answer.error === 'busy' || answer.error === 'try_again');
    unanswered.current = answer === undefined || undecided ? request : undefined;
    setWaiting(unanswered.current !== undefined);
    if (answer === undefined || undecided) return;
    setMoved(answer.type === 'error' && answer.error === 'price_moved');
    if (answer.type === 'ok') {
      setResult(answer.message);
      toastSuccess('order_filled');
      void queryClient.invalidateQueries({ queryKey: ['POST wallet/list'] });
      void queryClient.invalidateQueries({ queryKey: ['GET coin/list'] });
      onDone();
    } else if (answer.error !== 'price_moved') close();
  };

  return (
    <Sheet
      open={open}
      onClose={close}
      title={result === undefined ? t('confirmTitle') : t('doneTitle')}
      footer={
        result !== undefined ? (
          <Button block kind="secondary" onClick={close}>
            {t('done')}
          </Button>
        ) : (
          <Button
            block
            busy={command.busy}
            reason={waiting || view.request !== undefined ? undefined : t('notNow')}
            onClick={() => void send()}
          >
            {waiting ? t('sendAgain') : t('confirm')}
          </Button>
        )
      }
    >
      {result !== undefined ? (
        result.legs.map((leg) => (
          <LegFacts
            key={`${leg.symbol} ${leg.side}`}
            leg={leg}
            title={t(`leg.${leg.side}`, {
              coins: `${format.quantity(leg.quantity)} ${leg.symbol.split('/')[0] ?? ''}`,
            })}
          />
        ))
      ) : waiting ? (
        <p className="text-base">{t('unanswered')}</p>
      ) : (
        plan !== undefined && (
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
                fees: `${format.decimal(formatAmount(plan.sell.fee + plan.buy.fee), { min: 2, max: 8 })} ${plan.sell.quote}`,
              })}
            </p>
            <PlanFacts view={view} tickSizes={tickSizes} />
          </div>
        )
      )}
    </Sheet>
  );
}
