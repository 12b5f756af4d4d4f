/** Records a change of a security setting in the same transaction: an event, an email, and the time of the change. */
import type { Language } from '@candor/protocol/languages.ts';
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CallContext } from '../../calls/handler.ts';
import { tellCustomer } from '../../identity/mail/notices.ts';
import { noteEvent } from '../../identity/security-events.ts';
import type { SecurityEventKind } from '../../identity/security-events.ts';
import { noteChanged } from './store.ts';

export type ChangeDeps = { readonly pool: Pool; readonly now: () => number };

export type Change = {
  readonly context: CallContext;
  readonly event: SecurityEventKind;
  readonly mail?: NoticeKind | undefined;
  /** The recipient of the email. By default it is the customer's address after the change. */
  readonly to?: { readonly email: string; readonly language: Language };
  /**
   * Whether the change starts a hold of withdrawals for 24 hours. Setting something up for the first time removes no protection,
   * so it starts no hold.
   */
  readonly holds: boolean;
};

/** Runs `write` and records the change, in one transaction. If `write` returns undefined, nothing is recorded. */
export function recordChange<Answer>(
  { pool, now }: ChangeDeps,
  change: Change,
  write: (connection: Connection) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const { event, mail, to, holds } = change;
  const { customer, agent, address } = change.context;
  const nowMs = now();
  return inTransaction(pool, async (connection) => {
    const answer = await write(connection);
    if (answer === undefined) return undefined;
    await noteEvent(connection, { customer, kind: event, nowMs, agent, address });
    if (holds) await noteChanged(connection, { customer, nowMs });
    if (mail === undefined) return answer;
    await tellCustomer(connection, { customer, kind: mail, nowMs, to });
    return answer;
  });
}
