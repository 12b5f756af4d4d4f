/**
 * Tells a customer by mail that an answer waits, where they are not connected and have not read it for a while: once, until
 * they have read. A visitor has no address.
 */
import type { Pool } from '../../db/pool.ts';
import { every } from '../../db/periodic.ts';
import type { Periodic } from '../../db/periodic.ts';
import { inTransaction } from '../../db/transaction.ts';
import { tellCustomer } from '../../identity/mail/notices.ts';
import { LIMITS } from '../../limits.ts';

const BATCH = 50;

export type WaitingMailDeps = {
  readonly pool: Pool;
  readonly now: () => number;
  /** Whether a device of the customer is connected, who then sees the answer as it comes. */
  readonly hears: (customer: bigint) => boolean;
};

/** Writes the mails that are due; answers how many. */
export async function mailWaiting({ pool, now, hears }: WaitingMailDeps): Promise<number> {
  const nowMs = now();
  return inTransaction(pool, async (connection) => {
    const found = await connection.query<{ id: string; customer: string }>(
      `select c.id, c.customer from chat_conversation c
        where c.unread_since_ms <= $1 and c.customer is not null and c.mailed_at_read is distinct from c.customer_read
        order by c.unread_since_ms limit $2 for no key update skip locked`,
      [nowMs - LIMITS.chat.mailAfterMs, BATCH],
    );
    const absent = found.rows.filter(({ customer }) => !hears(BigInt(customer)));
    for (const { customer } of absent) {
      await tellCustomer(connection, { customer: BigInt(customer), kind: 'chat_waiting', nowMs });
    }
    await connection.query(
      'update chat_conversation c set mailed_at_read = c.customer_read where c.id = any($1::bigint[])',
      [absent.map(({ id }) => id)],
    );
    return absent.length;
  });
}

/** Does so from time to time until stopped. */
export function startWaitingMailer(
  options: WaitingMailDeps & { readonly onError: (error: Error) => void },
): Periodic {
  const work = async (): Promise<void> => {
    await mailWaiting(options);
  };
  return every(LIMITS.chat.mailEveryMs, work, options.onError);
}
