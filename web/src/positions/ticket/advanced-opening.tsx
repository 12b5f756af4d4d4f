/**
 * The folded part of the leveraged ticket: an order that opens when the price comes to a stop, how long an order waits, whether it
 * may only wait, and the customer's own name for it.
 */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { openingPrice } from '@candor/domain/trading/contract.ts';
import { useTranslations } from 'use-intl';
import { AdvancedFold } from '../../parts/advanced-fold.tsx';
import { AmountField } from '../../parts/amount-field.tsx';
import { OrderInstructions, useInstructionWords } from '../../parts/order-instructions.tsx';
import { OwnNameField } from '../../parts/own-name-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { OpeningDraft } from './opening.ts';
import type { OpeningProblem } from './opening-problems.ts';
import { useFieldSentence } from './opening-words.ts';
import type { Opening } from './use-opening.ts';

export type AdvancedOpeningProps = {
  readonly opening: Opening;
  readonly problems: readonly OpeningProblem[];
  readonly priceError: string | undefined;
  readonly onChange: Opening['change'];
};

function StopField({ opening, priceError, onChange }: Omit<AdvancedOpeningProps, 'problems'>) {
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

export function AdvancedOpening({ opening, problems, priceError, onChange }: AdvancedOpeningProps) {
  const { draft } = opening;
  const spot = useTranslations('spot');
  const chosen = useInstructionWords(draft);
  const endError = useFieldSentence(problems, 'expires_at');
  const nameError = useFieldSentence(problems, 'client_order_id');
  const errorAt = (field: 'expires_at' | 'client_order_id') =>
    field === 'expires_at' ? endError : nameError;
  return (
    <AdvancedFold label={spot('advanced')} chosen={chosen} startsOpen={chosen !== ''}>
      <Segmented<OpeningDraft['type']>
        label={spot('kindLabel')}
        byWord
        options={[{ value: 'stop', label: spot('kindName.stop') }]}
        value={draft.type}
        onChange={(type) => onChange({ type })}
      />
      {draft.type === 'stop' && <StopField {...{ opening, priceError, onChange }} />}
      <OrderInstructions {...{ draft, errorAt, onChange }} />
      <OwnNameField {...{ draft, errorAt, onChange }} />
    </AdvancedFold>
  );
}
