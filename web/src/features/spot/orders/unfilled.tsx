/** The reason why an order that waited for its price was not filled. */
import type { SpotOrder } from '../../../live/order-list.ts';
import { UnfilledFacts } from '../../../parts/unfilled-facts.tsx';
import { useReasonText } from './order-words.ts';

export function Unfilled({ order }: { readonly order: SpotOrder }) {
  return <UnfilledFacts reason={useReasonText(order)} />;
}
