/** The fields of a trailing stop's distance, and of the take profit and the stop loss of a purchase. */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { AmountField } from '../../../parts/amount-field.tsx';
import { ChipChoice } from '../../../ui/chip-choice.tsx';
import { isProtectable } from './protection-draft.ts';
import type { TicketDraft, TicketFacts } from './ticket-draft.ts';
import type { TicketField } from './ticket-problems.ts';

type Props = {
  readonly draft: TicketDraft;
  readonly facts: TicketFacts;
  readonly errorAt: (field: TicketField) => string | undefined;
  readonly onChange: (fields: Partial<TicketDraft>) => void;
};

export function TrailField({ draft, facts, errorAt, onChange, hint }: Props & { readonly hint?: string }) {
  const t = useTranslations('spot');
  if (draft.type !== 'trailing_stop') return null;
  const { quote, tickSize } = facts.instrument;
  const inPrice = draft.trailIn === 'price';
  return (
    <div>
      <AmountField
        label={t('trailing')}
        unit={inPrice ? quote : '%'}
        value={draft.trail ?? ''}
        onChange={(trail) => onChange({ trail })}
        decimals={inPrice ? decimalsOf(tickSize) : 2}
        error={errorAt('trailing')}
        hint={hint}
      />
      <ChipChoice<'percent' | 'price'>
        label={t('trailIn')}
        className="mt-1.5 flex justify-end"
        options={[
          { value: 'percent', label: '%' },
          { value: 'price', label: quote },
        ]}
        value={inPrice ? 'price' : 'percent'}
        onChange={(trailIn) => onChange({ trailIn, trail: '' })}
      />
    </div>
  );
}

export function BracketFields({ draft, facts, errorAt, onChange }: Props) {
  const t = useTranslations('spot');
  if (!isProtectable(draft)) return null;
  const { quote, tickSize } = facts.instrument;
  const shared = { unit: quote, decimals: decimalsOf(tickSize), step: formatAmount(tickSize) };
  const stepFrom = formatAmount(facts.ask);
  return (
    <>
      <AmountField
        {...{ ...shared, stepFrom, label: t('takeProfit'), value: draft.takeProfit ?? '' }}
        onChange={(takeProfit) => onChange({ takeProfit })}
        error={errorAt('take_profit')}
      />
      <AmountField
        {...{ ...shared, stepFrom, label: t('stopLoss'), value: draft.stopLoss ?? '' }}
        onChange={(stopLoss) => onChange({ stopLoss })}
        error={errorAt('stop_loss')}
      />
    </>
  );
}
