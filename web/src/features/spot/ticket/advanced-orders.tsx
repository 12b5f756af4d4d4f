/**
 * The folded part of the ticket: stop orders, time in force and post-only; and below the size, the protection of a purchase
 * and the customer's own name for the order.
 */
import { useTranslations } from 'use-intl';
import { AdvancedFold } from '../../../parts/advanced-fold.tsx';
import { OrderInstructions, useInstructionWords } from '../../../parts/order-instructions.tsx';
import { OwnNameField } from '../../../parts/own-name-field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { BracketFields } from './protection-fields.tsx';
import type { TicketDraft, TicketFacts } from './ticket-draft.ts';
import type { TicketField } from './ticket-problems.ts';

export type AdvancedOrdersProps = {
  readonly draft: TicketDraft;
  readonly facts: TicketFacts;
  readonly errorAt: (field: TicketField) => string | undefined;
  readonly onChange: (fields: Partial<TicketDraft>) => void;
};

type FoldProps = { readonly open: boolean; readonly onToggle: () => void };

export function AdvancedOrders({ open, onToggle, ...props }: AdvancedOrdersProps & FoldProps) {
  const { draft, onChange } = props;
  const t = useTranslations('spot');
  const kind = draft.type === 'market' || draft.type === 'limit' ? undefined : t(`kindName.${draft.type}`);
  const chosen = useInstructionWords(draft, kind);
  return (
    <AdvancedFold label={t('advanced')} {...{ chosen, open, onToggle }}>
      <Segmented<TicketDraft['type']>
        label={t('kindLabel')}
        labelShown
        byWord
        options={(['stop', 'stop_limit', 'oco', 'trailing_stop'] as const).map((value) => ({
          value,
          label: t(`kindName.${value}`),
        }))}
        value={draft.type}
        onChange={(type) => onChange({ type })}
      />
      <OrderInstructions {...props} />
    </AdvancedFold>
  );
}

/** The controls of the folded part that only make sense once price and size are known. */
export function AdvancedDetails(props: AdvancedOrdersProps) {
  return (
    <>
      <BracketFields {...props} />
      <OwnNameField {...props} />
    </>
  );
}
