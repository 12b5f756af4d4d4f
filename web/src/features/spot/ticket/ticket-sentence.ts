/** The effect of an order, as the names of the sentences that describe it. Pure. */
import type { OrderType } from '@candor/domain/trading/conditions.ts';
import type { Side } from '@candor/domain/trading/spot.ts';
import { isPostOnly, termOf } from '../../../lib/order-terms.ts';
import { bracketOf } from './protection-draft.ts';
import type { TicketDraft } from './ticket-draft.ts';

export type SentenceName =
  | `${OrderType | 'now'}.${Side}`
  | 'until'
  | 'waitsOnly'
  | 'bracket'
  | 'bracketTarget'
  | 'bracketGuard';

export function sentencesOf(draft: TicketDraft): SentenceName[] {
  const term = termOf(draft);
  const names: SentenceName[] = [`${term === 'IOC' ? 'now' : draft.type}.${draft.side}`];
  const bracket = bracketOf(draft);
  if (bracket?.stopLoss === undefined)
    names.push(...(bracket === undefined ? [] : ['bracketTarget' as const]));
  else names.push(bracket.takeProfit === undefined ? 'bracketGuard' : 'bracket');
  if (term === 'GTD') names.push('until');
  if (isPostOnly(draft)) names.push('waitsOnly');
  return names;
}
