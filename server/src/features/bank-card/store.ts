/** Queries for bank cards. */
import type { Connection, Pool } from '../../db/pool.ts';
import type { ShownCard } from '../../identity/documents/bank-card-check.ts';

export type BoundCard = {
  readonly boundMs: number;
  /** Null if a demo assigned the card before customers could store one themselves. */
  readonly shown: ShownCard | null;
};

export async function cardOf(
  db: Pick<Pool | Connection, 'query'>,
  customer: bigint,
): Promise<BoundCard | undefined> {
  const found = await db.query<{ bound_ms: string; shown: string | null }>(
    'select b.bound_ms, b.shown from bank_card b where b.book = $1',
    [customer],
  );
  const raw = found.rows[0];
  if (raw === undefined) return undefined;
  return {
    boundMs: Number(raw.bound_ms),
    shown: raw.shown === null ? null : (JSON.parse(raw.shown) as ShownCard),
  };
}

/** The vault's purpose string for a customer's card. */
export function sealedFor(customer: bigint): string {
  return `bank card ${customer}`;
}

export async function sealedCardOf(
  db: Pick<Pool | Connection, 'query'>,
  customer: bigint,
): Promise<{ readonly sealed: Buffer | null; readonly boundMs: number } | undefined> {
  const found = await db.query<{ sealed: Buffer | null; bound_ms: string }>(
    'select b.sealed, b.bound_ms from bank_card b where b.book = $1',
    [customer],
  );
  const raw = found.rows[0];
  return raw === undefined ? undefined : { sealed: raw.sealed, boundMs: Number(raw.bound_ms) };
}

/** Stores a card, replacing any previous one. */
export async function bindCard(
  connection: Connection,
  card: {
    readonly customer: bigint;
    readonly sealed: Buffer;
    readonly shown: ShownCard;
    readonly digest: Buffer;
    readonly nowMs: number;
  },
): Promise<void> {
  await connection.query(
    `insert into bank_card (book, sealed, shown, payee_country, bound_ms, digest) values ($1, $2, $3, $4, $5, $6)
      on conflict (book, id) do update set sealed = excluded.sealed, shown = excluded.shown,
        payee_country = excluded.payee_country, bound_ms = excluded.bound_ms, digest = excluded.digest`,
    [
      card.customer,
      card.sealed,
      JSON.stringify(card.shown),
      card.shown.payee_country,
      card.nowMs,
      card.digest,
    ],
  );
}

/** Holds withdrawals for a day after a change that could redirect money. */
export async function holdWithdrawals(
  connection: Connection,
  at: { readonly customer: bigint; readonly nowMs: number },
): Promise<void> {
  await connection.query('update customer set security_changed_ms = $2 where id = $1', [
    at.customer,
    at.nowMs,
  ]);
}
