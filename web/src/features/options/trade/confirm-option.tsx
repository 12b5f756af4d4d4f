/** The confirmation before buying a ticket: its facts, the rules for strike and result, and a note that both can be verified. */
import type { OptionSide } from '@candor/domain/trading/option.ts';
import { useTranslations } from 'use-intl';
import { OrderHeadline } from '../../../parts/order-headline.tsx';
import { FactRow } from '../../../ui/fact-row.tsx';
import { SendingSheet } from '../../../parts/sending-sheet.tsx';
import { useOptionWords } from './option-words.ts';
import type { OptionView } from './option-draft.ts';
import { unitOf } from './stake.ts';
import type { Purchase } from './use-purchase.ts';

export type ConfirmOptionProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly symbol: string;
  readonly side: OptionSide;
  readonly view: OptionView;
  readonly purchase: Purchase;
  readonly payoutMoved: boolean;
};

type ReviewProps = Pick<ConfirmOptionProps, 'symbol' | 'side' | 'view'>;

function Review({ symbol, side, view }: ReviewProps) {
  const t = useTranslations('option');
  const words = useOptionWords();
  const { figures, currency, seconds, breakEven, payoutRatio } = view;
  if (figures === undefined) return null;
  const money = (value: bigint) => words.money(value, currency);
  const duration = words.wholeDuration(seconds);
  return (
    <>
      <OrderHeadline value={figures.stake} unit={unitOf(currency)} />
      <div className="space-y-2 text-base">
        <p>
          {t(`sentence.${side}`, {
            symbol,
            duration,
            stake: money(figures.stake),
            payout: money(figures.payout),
            profit: money(figures.profit),
          })}
        </p>
        <p className="text-sm text-soft">{t('how')}</p>
        <p className="text-sm text-soft">{t('verifiable')}</p>
      </div>
      <dl className="mt-3 border-t border-line pt-2">
        <FactRow name={t('stake')}>
          {money(figures.stake)}
          {currency === 'EXPERIENCE' && ` · ${t('experience')}`}
        </FactRow>
        <FactRow name={t('payout')} strong>
          {money(figures.payout)}
        </FactRow>
        <FactRow name={t('profit')}>{`${money(figures.profit)} · ${words.percent(payoutRatio)}%`}</FactRow>
        <FactRow name={t('breakEven')}>{`${words.percentUp(breakEven)}%`}</FactRow>
      </dl>
    </>
  );
}

export function ConfirmOption(props: ConfirmOptionProps) {
  const { open, onClose, symbol, side, view, purchase, payoutMoved } = props;
  const t = useTranslations('option');
  const spot = useTranslations('spot');
  const words = useOptionWords();
  const { state } = purchase;
  const asked = state.stage === 'unanswered' ? state.request : { symbol, side };
  const moved = t('payoutChanged', { percent: words.percent(view.payoutRatio) });
  return (
    <SendingSheet
      open={open}
      onClose={onClose}
      title={t(`title.${asked.side}`, { symbol: asked.symbol })}
      sending={purchase}
      request={view.request?.(side)}
      kind={asked.side}
      confirmLabel={t(`confirm.${asked.side}`)}
      movedText={moved}
      unansweredText={state.stage === 'unanswered' ? spot('unanswered', { symbol: asked.symbol }) : ''}
    >
      {state.stage === 'review' && payoutMoved && !state.priceMoved && (
        <p role="status" className="mb-3 rounded-input bg-warning-wash px-3 py-2 text-sm text-warning">
          {moved}
        </p>
      )}
      <Review symbol={symbol} side={side} view={view} />
    </SendingSheet>
  );
}
