/** The field for the quantity in coins or lots, with a slider for its share of the largest possible quantity. */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { formatAmount, ONE } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { PercentSlider } from '../../ui/percent-slider.tsx';
import { quantityCarried, quantityToShare, shareToQuantity } from './opening-share.ts';
import { typedOpening } from './opening.ts';
import { useFieldSentence } from './opening-words.ts';
import type { OpeningProblem } from './opening-problems.ts';
import type { Opening } from './use-opening.ts';

export type QuantityFieldProps = {
  readonly opening: Opening;
  readonly problems: readonly OpeningProblem[];
  readonly onChange: Opening['change'];
};

export function useQuantityUnit({ product, row }: Pick<Opening, 'product' | 'row'>): string {
  const t = useTranslations('opening');
  return product === 'contract' ? row.base : t('lots');
}

/** Converts lots to units of the base currency. */
function useLotHint({ product, row, facts, draft }: Opening): string | undefined {
  const t = useTranslations('opening');
  const format = useFormat();
  if (product === 'contract') return undefined;
  const lots = typedOpening(draft).quantity ?? ONE;
  const units = `${format.quantity(formatAmount((lots * facts.terms.contractSize) / ONE))} ${row.base}`;
  return lots === ONE
    ? t('lotSize', { units })
    : t('lotsAre', { lots: format.quantity(formatAmount(lots)), units });
}

export function QuantityField({ opening, problems, onChange }: QuantityFieldProps) {
  const t = useTranslations('opening');
  const spot = useTranslations('spot');
  const { draft, facts } = opening;
  const carried = quantityCarried(draft, facts);
  const unit = useQuantityUnit(opening);
  return (
    <div>
      <AmountField
        label={spot('quantity')}
        unit={unit}
        value={draft.quantity}
        onChange={(quantity) => onChange({ quantity })}
        decimals={decimalsOf(facts.terms.contractStep)}
        placeholder="0"
        error={useFieldSentence(problems, 'quantity')}
        hint={useLotHint(opening)}
      />
      <PercentSlider
        label={t('share')}
        percent={quantityToShare(typedOpening(draft).quantity, carried)}
        disabled={carried === undefined || carried === 0n}
        onChange={(percent) => {
          if (carried !== undefined) onChange({ quantity: shareToQuantity(percent, carried, facts) });
        }}
      />
    </div>
  );
}
