/** The folded part of the ticket: orders that wait for a stop, how long an order waits, and whether it may only wait. */
import { useTranslations } from 'use-intl';
import { AdvancedFold } from '../../../parts/advanced-fold.tsx';
import { OrderInstructions, useInstructionWords } from '../../../parts/order-instructions.tsx';
import { OwnNameField } from '../../../parts/own-name-field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { BracketFields } from './protection-fields.tsx';
import type { TicketDraft, TicketFacts } from './ticket-draft.ts';
import { isAdvanced } from './ticket-draft.ts';
import type { TicketField } from './ticket-problems.ts';

export type AdvancedOrdersProps = {
  readonly draft: TicketDraft;
  readonly facts: TicketFacts;
  readonly errorAt: (field: TicketField) => string | undefined;
  readonly onChange: (fields: Partial<TicketDraft>) => void;
};

export function AdvancedOrders(props: AdvancedOrdersProps) {
  const { draft, onChange } = props;
  const t = useTranslations('spot');
  const chosen = useInstructionWords(draft);
  return (
    <AdvancedFold label={t('advanced')} chosen={chosen} startsOpen={isAdvanced(draft)}>
      <Segmented<TicketDraft['type']>
        label={t('kindLabel')}
        byWord
        options={(['stop', 'stop_limit', 'oco', 'trailing_stop'] as const).map((value) => ({
          value,
          label: t(`kindName.${value}`),
        }))}
        value={draft.type}
        onChange={(type) => onChange({ type })}
      />
      <OrderInstructions {...props} />
      <BracketFields {...props} />
      <OwnNameField {...props} />
    </AdvancedFold>
  );
}
