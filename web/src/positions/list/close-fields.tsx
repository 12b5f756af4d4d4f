/** The quantity to close, by keypad or slider, and the result of closing it. */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { signOf, useFormat } from '../../lib/format.ts';
import { paidText } from '../../lib/shown-amounts.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { PercentSlider } from '../../ui/percent-slider.tsx';
import type { CloseFacts, CloseView } from './close-draft.ts';
import { openShare, shareOfOpen } from './close-draft.ts';
import type { PositionSheetProps } from './position-sheets.tsx';
import { toneOf, usePositionWords } from './position-words.ts';

export type CloseFieldsProps = {
  readonly facts: CloseFacts;
  readonly view: CloseView;
  readonly quantity: string;
  readonly error: string | undefined;
  readonly onChange: (quantity: string) => void;
};

export function CloseFields({ facts, view, quantity, error, onChange }: CloseFieldsProps) {
  const t = useTranslations('positions');
  const words = usePositionWords();
  const { position, terms } = facts;
  return (
    <div>
      <AmountField
        label={t('quantityToClose')}
        unit={position.product === 'forex' ? t('lotsUnit') : (position.symbol.split('/')[0] ?? '')}
        value={quantity}
        onChange={onChange}
        decimals={decimalsOf(terms.contractStep)}
        error={error}
        hint={t('openNow', { quantity: words.size(position, position.open_quantity) })}
      />
      <PercentSlider
        label={t('shareToClose')}
        percent={openShare(view.quantity, position)}
        onChange={(percent) => onChange(shareOfOpen(percent, position, terms))}
      />
    </div>
  );
}

export type ClosePreviewProps = Pick<PositionSheetProps, 'position' | 'tickSize'> & {
  readonly view: CloseView;
  /** Whether the position will close later, at a price that is not known yet. */
  readonly estimated: boolean;
};

export function ClosePreview({ position, tickSize, view, estimated }: ClosePreviewProps) {
  const t = useTranslations('positions');
  const format = useFormat();
  const words = usePositionWords();
  const { closing, quantity } = view;
  // The facts keep their space while the customer types the quantity.
  if (closing === undefined || quantity === undefined) return <div className="min-h-68" />;
  const { settlement, rest } = closing;
  const paid = (value: bigint) => `${format.money(paidText(value))} USDT`;
  const gets = formatAmount(settlement.returned + settlement.gained);
  const price = format.price(formatAmount(closing.price), tickSize);
  const facts = {
    quantity: words.size(position, formatAmount(quantity)),
    symbol: position.symbol,
    price,
    total: words.money(gets),
  };
  return (
    <div className="min-h-68">
      <p className="text-base">
        {estimated ? t('closeLaterSentence', facts) : t(`closeSentence.${position.side}`, facts)}
      </p>
      <dl className="mt-2 border-t border-line pt-1">
        <FactRow name={t('mark')}>{price}</FactRow>
        <FactRow name={t('profit')}>
          <span className={toneOf(signOf(formatAmount(closing.pnl)))}>
            {words.money(formatAmount(closing.pnl), { signed: true })}
          </span>
        </FactRow>
        <FactRow name={t('fee')}>{paid(closing.fee)}</FactRow>
        <FactRow name={t('financing')}>{paid(closing.financing)}</FactRow>
        <FactRow name={t('marginReleased')}>{words.money(formatAmount(closing.marginReleased))}</FactRow>
        <FactRow name={t('youGet')} strong>
          {words.money(gets)}
        </FactRow>
        {!view.isWhole && (
          <FactRow name={t('staysOpen')}>
            {t('staysOpenWith', {
              quantity: words.size(position, formatAmount(rest.quantity)),
              margin: words.money(formatAmount(rest.margin)),
            })}
          </FactRow>
        )}
      </dl>
    </div>
  );
}
