/**
 * Who reads about many customers: each is counted once an hour, what adds up is put on record, and beyond a bound nothing more is shown
 * until an admin who is another person allows it.
 */
import type { ConsoleContext, ConsoleHandlers } from '../../http/console-handler.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { LIMITS } from '../../limits.ts';
import { appendRecord } from '../../operators/audit.ts';
import { paceFault, readAbout } from '../../operators/pace.ts';

type Watched = Pick<ConsoleHandlers, 'GET customers' | 'GET customer' | 'GET timeline'>;

export function watched<Handlers extends Watched>(
  handlers: Handlers,
  { pool, now }: { readonly pool: Pool; readonly now: () => number },
): Handlers {
  const seen = (customers: readonly string[], { operator }: ConsoleContext) =>
    noted({ pool, nowMs: now() }, { customers, operator });
  const reading: Watched = {
    'GET customers': async (input, context) => {
      const found = await handlers['GET customers'](input, context);
      if (!found.ok) return found;
      return (
        (await seen(
          found.value.items.map(({ id }) => id),
          context,
        )) ?? found
      );
    },
    'GET customer': async (input, context) => {
      const found = await handlers['GET customer'](input, context);
      return found.ok ? ((await seen([input.customer], context)) ?? found) : found;
    },
    'GET timeline': async (input, context) => {
      const found = await handlers['GET timeline'](input, context);
      return found.ok ? ((await seen([input.customer], context)) ?? found) : found;
    },
  };
  return { ...handlers, ...reading };
}

type Reading = { readonly customers: readonly string[]; readonly operator: ConsoleContext['operator'] };

/** The refusal of somebody who has read about too many; a record at every so many, whether shown or refused. */
async function noted(
  { pool, nowMs }: { readonly pool: Pool; readonly nowMs: number },
  { customers, operator }: Reading,
) {
  if (customers.length === 0) return undefined;
  return inTransaction(pool, async (connection) => {
    const { before, ...counted } = await readAbout(connection, { person: operator.person, customers });
    const each = LIMITS.duties.readsNotedEach;
    if (Math.floor(counted.now / each) > Math.floor(before / each)) {
      const subject = `operator:${operator.account}`;
      const after = { customers_this_hour: counted.now, most: counted.max };
      const entry = { action: 'customers.read', subject, before: {}, after, reason: undefined };
      await appendRecord(connection, entry, { operator, nowMs });
    }
    // What was seen this hour may be looked at again.
    return counted.now > before ? paceFault(counted) : undefined;
  });
}
