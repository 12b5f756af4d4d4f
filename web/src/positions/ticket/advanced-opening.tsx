/** The folded part of the leveraged ticket: an order that opens when the price comes to a stop. */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { openingPrice } from '@candor/domain/trading/contract.ts';
import { useTranslations } from 'use-intl';
import { AdvancedFold } from '../../parts/advanced-fold.tsx';
import { AmountField } from '../../parts/amount-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { OpeningDraft } from './opening.ts';
import type { Opening } from './use-opening.ts';

export type AdvancedOpeningProps = {
  readonly opening: Opening;
  readonly priceError: string | undefined;
  readonly onChange: Opening['change'];
};

function StopField({ opening, priceError, onChange }: AdvancedOpeningProps) {
  const t = useTranslations('opening');
  const spot = useTranslations('spot');
  const { draft, facts, row } = opening;
  const { tickSize, pipSize } = facts.terms;
  return (
    <AmountField
      label={spot('stopPrice')}
      unit={row.quote}
      value={draft.price}
      onChange={(price) => onChange({ price })}
      decimals={decimalsOf(tickSize)}
      step={formatAmount(pipSize)}
      stepFrom={formatAmount(openingPrice(draft.side, facts))}
      error={priceError}
      hint={t('stopAbout')}
    />
  );
}

export function AdvancedOpening(props: AdvancedOpeningProps) {
  const { opening, onChange } = props;
  const { draft } = opening;
  const spot = useTranslations('spot');
  const isStop = draft.type === 'stop';
  return (
    <AdvancedFold label={spot('advanced')} chosen={isStop && spot('kindName.stop')} startsOpen={isStop}>
      <Segmented<OpeningDraft['type']>
        label={spot('kindLabel')}
        byWord
        options={[{ value: 'stop', label: spot('kindName.stop') }]}
        value={draft.type}
        onChange={(type) => onChange({ type })}
      />
      {isStop && <StopField {...props} />}
    </AdvancedFold>
  );
}
