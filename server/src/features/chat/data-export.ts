/** Exports a customer's chat conversation. */
import type { Pool } from '../../db/pool.ts';
import { LIMITS } from '../../limits.ts';
import { conversationOf, messagesOf } from './store.ts';
import { messageView } from './views.ts';

export function keptChat({ pool }: { readonly pool: Pool }) {
  return [
    {
      section: 'chat',
      rows: async (customer: bigint) => {
        const conversation = await conversationOf(pool, { kind: 'customer', customer });
        if (conversation === undefined) return [];
        const { items } = await messagesOf(pool, conversation.id, { limit: LIMITS.settings.exportRowsMax });
        return items.map((item) => ({ ...messageView(item) }));
      },
    },
  ];
}
