/**
 * Notices that customers must get. They are messages in the app, written in the transaction of the event that they report. A
 * notice written by a command is mailed later by the process that takes it first, so a crash in between only delays the mail. A
 * notice written in a separate transaction is mailed in that transaction.
 */
import type { Language } from '@candor/protocol/languages.ts';
import { topicOf } from '@candor/protocol/notices/kinds.ts';
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import { append } from '../../commands/command.ts';
import type { Append, Facts } from '../../commands/command.ts';
import { jsonText, key, text, whole } from '../../commands/fields.ts';
import { log } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { every } from '../../db/periodic.ts';
import type { Periodic } from '../../db/periodic.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isWanted } from './choices.ts';
import { mailCustomer, queueMail } from './mail.ts';
import type { CustomerMail } from './mail.ts';

const notices = log('notice', {
  ...key,
  kind: text<NoticeKind>(),
  /** Parameters of the text and the link: amounts as decimals, currencies, and codes of the protocol. */
  params: jsonText<Readonly<Record<string, string>>>(),
  timeMs: whole(),
});

export type Notice = RowOf<typeof notices>;

/** Returns the effect by which a command writes the notice. */
export function noticed(notice: Notice): Append {
  return append(notices, notice);
}

/**
 * Notifies a customer in the transaction of the event: with a message in the app, and with mail unless muted. `to` replaces the
 * customer's current address.
 */
export async function tellCustomer(
  connection: Connection,
  told: CustomerMail & { readonly to?: { readonly email: string; readonly language: Language } | undefined },
): Promise<void> {
  const { to, ...mail } = told;
  const written = await connection.query<{ id: string }>(
    `insert into notice (book, id, kind, params, time_ms, mailed_ms) values ($1, nextval('row_id'), $2, $3, $4, $4) returning id`,
    [mail.customer, mail.kind, JSON.stringify(mail.params ?? {}), mail.nowMs],
  );
  const [{ id }] = written.rows as [{ id: string }];
  if (to === undefined) await mailCustomer(connection, { ...mail, notice: BigInt(id) });
  else await queueMail(connection, { ...mail, to: to.email, language: to.language });
}

/** Builds a notice with the book and the time of the command. */
export function noticeNow(
  facts: Pick<Facts, 'book' | 'newId' | 'wallMs'>,
  kind: NoticeKind,
  params: Notice['params'] = {},
): Append {
  return noticed({ book: facts.book, id: facts.newId(), kind, params, timeMs: facts.wallMs });
}

type Unmailed = {
  book: string;
  id: string;
  kind: NoticeKind;
  params: string;
  chosen: boolean | null;
};

const BATCH = 50;

/** Puts pending notices into the mail outbox, and returns their number. */
export async function mailNotices(pool: Pool, nowMs: number): Promise<number> {
  return inTransaction(pool, async (connection: Connection) => {
    const found = await connection.query<Unmailed>(
      `select n.book, n.id, n.kind, n.params, (select o.enabled from notification_choice o where o.customer = n.book
          and o.channel = 'email' and o.topic = ($2::jsonb ->> n.kind)) as chosen
        from notice n where n.mailed_ms is null order by n.time_ms, n.book, n.id limit $1 for update of n skip locked`,
      [BATCH, JSON.stringify(topicOf)],
    );
    for (const { book, id, kind, params, chosen } of found.rows) {
      // A program may fill a thousand orders, and most customers want no mail about them.
      if (!isWanted({ topic: topicOf[kind], channel: 'email' }, chosen)) continue;
      await mailCustomer(connection, {
        customer: BigInt(book),
        notice: BigInt(id),
        kind,
        params: readableParams(JSON.parse(params) as Notice['params']),
        nowMs,
      });
    }
    await connection.query(
      `update notice n set mailed_ms = $3 from unnest($1::bigint[], $2::bigint[]) as u (book, id)
        where n.book = u.book and n.id = u.id`,
      [found.rows.map((row) => row.book), found.rows.map((row) => row.id), nowMs],
    );
    return found.rows.length;
  });
}

/** Replaces networks by their names, which are the same in all languages. */
export function readableParams(params: Notice['params']): Notice['params'] {
  const { network } = params;
  return network === undefined ? params : { ...params, network: capitalized(network) };
}

function capitalized(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

const POLL_MS = 1000;

/** Queues pending notices periodically until stopped. */
export function startNoticeMailer(options: {
  readonly pool: Pool;
  readonly now: () => number;
  readonly onError: (error: Error) => void;
}): Periodic {
  const work = async (): Promise<void> => {
    while ((await mailNotices(options.pool, options.now())) === BATCH);
  };
  return every(POLL_MS, work, options.onError);
}
