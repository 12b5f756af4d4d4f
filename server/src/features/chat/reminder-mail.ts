/**
 * Emails a customer about an answer that stays unread while none of their devices is connected. Until they have read it, no
 * further email is sent. Visitors have no email address.
 */
import type { Pool } from '../../db/pool.ts';
import { every } from '../../db/periodic.ts';
import type { Periodic } from '../../db/periodic.ts';
import { inTransaction } from '../../db/transaction.ts';
import { tellCustomer } from '../../identity/mail/notices.ts';
import { limits } from './limits.ts';

export type WaitingMailDeps = {
  readonly pool: Pool;
  readonly now: () => number;
  /** Whether a device of the customer is connected. A connected device shows the answer immediately. */
  readonly hears: (customer: bigint) => boolean;
  /**
   * Set in a process that no devices connect to. There, a customer counts as connected if one of their sessions was used within
   * this time, because a connected device keeps marking its session as used.
   */
  readonly usedWithinMs?: number | undefined;
  /** Number of conversations examined per transaction. */
  readonly batch?: number;
};

type Place = { readonly sinceMs: bigint; readonly id: bigint };

/** Queues the emails that are due and returns their number. Connected customers are skipped and examined again later. */
export async function mailWaiting(deps: WaitingMailDeps): Promise<number> {
  let mailed = 0;
  for (let after: Place | undefined = { sinceMs: -1n, id: 0n }; after !== undefined;) {
    // Continues after the last conversation of the previous batch.
    // oxlint-disable-next-line no-await-in-loop
    const done: { readonly mailed: number; readonly last: Place | undefined } = await mailBatch(deps, after);
    mailed += done.mailed;
    after = done.last;
  }
  return mailed;
}

async function mailBatch({ pool, now, hears, usedWithinMs, batch = 50 }: WaitingMailDeps, after: Place) {
  const nowMs = now();
  return inTransaction(pool, async (connection) => {
    const found = await connection.query<{ id: string; customer: string; since: string }>(
      `select c.id, c.customer, c.unread_since_ms as since from chat_conversation c
        where c.customer is not null and c.unread_since_ms is not null and c.mailed_at_read is distinct from c.customer_read
          and c.unread_since_ms <= $1 and (c.unread_since_ms, c.id) > ($2::bigint, $3::bigint)
          and not exists (select from customer k where k.id = c.customer and k.status = 'closed')
          and not exists (select from session s where s.customer = c.customer and s.revoked_ms is null and s.seen_ms > $5::bigint - house_ahead_ms())
        order by c.unread_since_ms, c.id limit $4 for no key update of c skip locked`,
      [
        ...[nowMs - limits.mailAfterMs, after.sinceMs, after.id, batch],
        usedWithinMs === undefined ? null : nowMs - usedWithinMs,
      ],
    );
    const absent = found.rows.filter(({ customer }) => !hears(BigInt(customer)));
    for (const { customer } of absent) {
      await tellCustomer(connection, { customer: BigInt(customer), kind: 'chat_waiting', nowMs });
    }
    await connection.query(
      'update chat_conversation c set mailed_at_read = c.customer_read where c.id = any($1::bigint[])',
      [absent.map(({ id }) => id)],
    );
    const end = found.rows.length < batch ? undefined : found.rows.at(-1);
    return {
      mailed: absent.length,
      last: end === undefined ? undefined : { sinceMs: BigInt(end.since), id: BigInt(end.id) },
    };
  });
}

export function startWaitingMailer(
  options: WaitingMailDeps & { readonly onError: (error: Error) => void },
): Periodic {
  const work = async (): Promise<void> => {
    await mailWaiting(options);
  };
  return every(limits.mailEveryMs, work, options.onError);
}
