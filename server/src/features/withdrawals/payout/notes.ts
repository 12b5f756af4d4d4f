/** Reads and records the handover of payments to the provider, and the provider's reports. */
import { toNumeric } from '@candor/domain/money/amount.ts';
import type { Connection, Pool } from '../../../db/pool.ts';
import type { PayoutReport } from './callback.ts';

type Db = Pick<Pool | Connection, 'query'>;
type Place = { readonly book: bigint; readonly id: bigint };

export type Handover = {
  readonly attempts: number;
  readonly acknowledged: boolean;
  readonly trouble: string | null;
};

/** Returns the state of a payment's handover to the provider, or undefined before the payment is queued. */
export async function handoverOf(db: Db, { book, id }: Place): Promise<Handover | undefined> {
  const found = await db.query<Handover>({
    name: 'withdrawal-handover',
    text: `select p.attempts, p.acknowledged_ms is not null as acknowledged, p.trouble from payout p
      where p.book = $1 and p.id = $2`,
    values: [book, id],
  });
  return found.rows[0];
}

const TROUBLE_CHARS_MAX = 300;

/** Records the provider's response for operators to see. A payment that was acknowledged remains acknowledged. */
export async function noteHandover(
  db: Db,
  { book, id }: Place,
  said: { readonly acknowledgedMs: number | null; readonly trouble: string | null },
): Promise<void> {
  await db.query(
    `update payout p set acknowledged_ms = coalesce(p.acknowledged_ms, $3), trouble = $4
      where p.book = $1 and p.id = $2`,
    [book, id, said.acknowledgedMs, said.trouble?.slice(0, TROUBLE_CHARS_MAX) ?? null],
  );
}

/** Records the provider's report. The database requires one for every settlement in the provider's name. */
export async function noteReport(db: Db, { book, id, amount, outcome }: PayoutReport): Promise<void> {
  const said = outcome.kind === 'paid' ? outcome.reference : outcome.proof;
  await db.query(
    `insert into payout_report (book, id, paid, amount, said) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [book, id, outcome.kind === 'paid', toNumeric(amount), said],
  );
}
