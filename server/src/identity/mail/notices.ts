/**
 * What a customer must learn about their money: a row written by the command that did it, shown in the app, and mailed once
 * afterwards by whoever comes first. A crash in between delays the mail and loses none.
 */
import { append } from '../../commands/command.ts';
import type { Append } from '../../commands/command.ts';
import { whole, word } from '../../commands/columns.ts';
import type { LogTable } from '../../commands/table.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { every } from '../../db/periodic.ts';
import type { Periodic } from '../../db/periodic.ts';
import { inTransaction } from '../../db/transaction.ts';
import { tellCustomer } from './mail.ts';

/**
 * Notices of money; each is a kind of mail too, whose text names these params:
 * - deposit_credited, deposit_failed: amount, currency
 * - withdrawal_requested: amount, currency, address
 * - withdrawal_held: amount, currency, until (seconds since 1970)
 * - withdrawal_sent: amount, currency, address, reference
 * - withdrawal_failed: amount, currency
 * - address_added: network (its code), address
 * - balance_corrected: amount (negative where it was taken), currency
 * - promotion_granted: amount (USDT)
 * - fund_ending: amount, currency, until (seconds since 1970)
 * - fund_ended: amount, currency, income
 * - fund_refused: amount, currency
 * - loan_disbursed, loan_reminder, loan_overdue: amount (lent, or owed), currency, until (when it is due, of the market clock)
 * - loan_refused: amount, currency
 */
export type NoticeKind =
  | 'deposit_credited'
  | 'deposit_failed'
  | 'withdrawal_requested'
  | 'withdrawal_held'
  | 'withdrawal_sent'
  | 'withdrawal_failed'
  | 'address_added'
  | 'balance_corrected'
  | 'promotion_granted'
  | 'fund_ending'
  | 'fund_ended'
  | 'fund_refused'
  | 'loan_disbursed'
  | 'loan_refused'
  | 'loan_reminder'
  | 'loan_overdue';

export type Notice = {
  readonly book: bigint;
  readonly id: bigint;
  readonly kind: NoticeKind;
  /** What its text names: amounts as decimals, currencies, codes of the protocol. */
  readonly params: Readonly<Record<string, string>>;
  readonly timeMs: number;
};

const notices: LogTable<Notice> = {
  name: 'notice',
  columns: [
    whole('book', (row) => row.book),
    whole('id', (row) => row.id),
    word('kind', (row) => row.kind),
    { name: 'params', type: 'text', get: (row) => JSON.stringify(row.params), anyText: true },
    whole('time_ms', (row) => row.timeMs),
  ],
};

/** Writes a notice with the effects of a command. */
export function noticed(notice: Notice): Append {
  return append(notices, notice);
}

type Unmailed = { book: string; id: string; kind: NoticeKind; params: string; time_ms: string };

const BATCH = 50;

/** Puts what waits into the tray of mail; answers how many. */
export async function mailNotices(pool: Pool, nowMs: number): Promise<number> {
  return inTransaction(pool, async (connection: Connection) => {
    const found = await connection.query<Unmailed>(
      `select n.book, n.id, n.kind, n.params, n.time_ms from notice n where n.mailed_ms is null
        order by n.time_ms, n.book, n.id limit $1 for update skip locked`,
      [BATCH],
    );
    for (const { book, kind, params } of found.rows) {
      await tellCustomer(connection, { customer: BigInt(book), kind, params: readable(params), nowMs });
    }
    await connection.query(
      `update notice n set mailed_ms = $3 from unnest($1::bigint[], $2::bigint[]) as u (book, id)
        where n.book = u.book and n.id = u.id`,
      [found.rows.map((row) => row.book), found.rows.map((row) => row.id), nowMs],
    );
    return found.rows.length;
  });
}

/** The params as a mail shows them: a network by its name, which all languages write alike. */
function readable(stored: string): Record<string, string> {
  const params = JSON.parse(stored) as Record<string, string>;
  const { network } = params;
  return network === undefined ? params : { ...params, network: capitalized(network) };
}

function capitalized(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

const POLL_MS = 1000;

/** Does so from time to time until stopped. */
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
