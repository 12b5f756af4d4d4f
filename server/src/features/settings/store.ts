/** Queries for settings, except those of the command executor and of the export. */
import type { Pool } from '../../db/pool.ts';
import type { Chosen, NoticeChoice } from '../../identity/mail/choices.ts';
import { foldName } from '../../identity/names.ts';
import type { CreditChange, CreditStanding } from './credit.ts';

/** Larger than the number of changes of any customer's score. */
const CREDIT_CHANGES_MAX = 200;

export async function creditOf(db: Pool, customer: bigint): Promise<CreditStanding> {
  const [standing, changes] = await Promise.all([
    db.query<{ credit_score: number; registered_ms: string }>(
      'select credit_score, registered_ms from customer where id = $1',
      [customer],
    ),
    db.query<{ time_ms: string; score_before: number; score_after: number; reason: CreditChange['reason'] }>(
      `select time_ms, score_before, score_after, reason from credit_change
        where customer = $1 order by id desc limit $2`,
      [customer, CREDIT_CHANGES_MAX],
    ),
  ]);
  const found = standing.rows[0];
  if (found === undefined)
    throw new Error(`expected a row of customer ${customer}, who has a session, found none`);
  return {
    score: found.credit_score,
    registeredMs: Number(found.registered_ms),
    changes: changes.rows.map((row) => ({
      timeMs: Number(row.time_ms),
      before: row.score_before,
      after: row.score_after,
      reason: row.reason,
    })),
  };
}

export async function noticeChoicesOf(db: Pool, customer: bigint): Promise<Chosen> {
  const [choices, mail] = await Promise.all([
    db.query<NoticeChoice>('select topic, channel, enabled from notification_choice where customer = $1', [
      customer,
    ]),
    db.query('select from customer where id = $1 and email is not null', [customer]),
  ]);
  return { choices: choices.rows, hasMail: mail.rowCount === 1 };
}

export async function keepNoticeChoice(
  db: Pool,
  { customer, choice }: { readonly customer: bigint; readonly choice: NoticeChoice },
): Promise<void> {
  await db.query(
    `insert into notification_choice (customer, topic, channel, enabled) values ($1, $2, $3, $4)
      on conflict (customer, topic, channel) do update set enabled = excluded.enabled`,
    [customer, choice.topic, choice.channel, choice.enabled],
  );
}

/** Whether this is the customer's own account name, compared as for a login. */
export async function isOwnName(
  db: Pool,
  { customer, account }: { readonly customer: bigint; readonly account: string },
): Promise<boolean> {
  const found = await db.query('select from customer where id = $1 and account_key = $2', [
    customer,
    foldName(account),
  ]);
  return found.rowCount === 1;
}
