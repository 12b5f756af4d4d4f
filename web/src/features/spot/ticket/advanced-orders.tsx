/**
 * The folded part of the ticket: the expiry of an order, whether it is post-only, the protection of a purchase, and the
 * customer's own name for the order.
 */
import { useTranslations } from 'use-intl';
import { AdvancedFold } from '../../../parts/advanced-fold.tsx';
import { OrderInstructions, useInstructionWords } from '../../../parts/order-instructions.tsx';
import { OwnNameField } from '../../../parts/own-name-field.tsx';
import { bracketOf } from './protection-draft.ts';
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
  const t = useTranslations('spot');
  const opening = useTranslations('opening');
  const { takeProfit, stopLoss } = bracketOf(props.draft) ?? {};
  const levels = [takeProfit, stopLoss].filter((level) => level !== undefined).length;
  const chosen = useInstructionWords(
    props.draft,
    levels === 0 ? undefined : `${opening('levels')}: ${opening('levelsSet', { count: levels })}`,
  );
  return (
    <AdvancedFold label={t('advanced')} {...{ chosen, open, onToggle }}>
      <OrderInstructions {...props} />
      <BracketFields {...props} />
      <OwnNameField {...props} />
    </AdvancedFold>
  );
}
