/** Handlers of the message calls. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import { cursorOf, noCursor, pageOf, placeOf, shownOf } from '../../calls/paging.ts';
import type { Pool } from '../../db/pool.ts';
import type { Handlers } from '../../calls/handler.ts';
import { markRead, messagesById, messagesOf, unreadOf } from './store.ts';
import { messageView, readId } from './view.ts';

type NotificationCalls = 'GET user/usermessage' | 'POST user/message_read';

export function notificationsHandlers({
  pool,
  now,
}: {
  readonly pool: Pool;
  readonly now: () => number;
}): Pick<Handlers, NotificationCalls> {
  return {
    'GET user/usermessage': async ({ id, cursor, limit }, { customer }) => {
      if (id !== undefined) {
        const one = readId(id);
        const found = one === undefined ? [] : await messagesById(pool, { customer, ids: [one] });
        if (found.length === 0) return refuse('not_found', { field: 'id' });
        return ok({ items: found.map(messageView), unread: await unreadOf(pool, customer), next: null });
      }
      const place = placeOf(cursor, 2);
      if (place === null) return noCursor;
      const [timeMs, below] = place ?? [];
      const before = timeMs === undefined || below === undefined ? undefined : { timeMs, id: below };
      const shown = shownOf(limit);
      const [found, unread] = await Promise.all([
        messagesOf(pool, { customer, before, limit: shown + 1 }),
        unreadOf(pool, customer),
      ]);
      const { rows, next } = pageOf(found, {
        shown,
        place: (last) => cursorOf(BigInt(last.timeMs), last.id),
      });
      return ok({ items: rows.map(messageView), unread, next });
    },
    'POST user/message_read': async (input, { customer }) => {
      const id = input.id === undefined ? undefined : readId(input.id);
      const isNone = input.id !== undefined && id === undefined;
      if (isNone || !(await markRead(pool, { customer, id, nowMs: now() }))) {
        return refuse('not_found', { field: 'id' });
      }
      return ok({ unread: await unreadOf(pool, customer) });
    },
  };
}
