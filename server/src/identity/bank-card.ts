/** Whether a customer has bound a bank card, as a row that a command reads under the book's lock. */
import type { Pool } from '../db/pool.ts';
import type { RowTable } from '../commands/table.ts';

export type BankCard = { readonly book: bigint; readonly id: bigint };

/** The one row of a book in `bank_card`. */
export const BANK_CARD_ID = 0n;

export const bankCards: RowTable<BankCard> = {
  name: 'bank_card',
  columns: [],
  idOf: (row) => row.id,
  read: (raw) => ({ book: BigInt(raw['book'] as string), id: BigInt(raw['id'] as string) }),
  openWhere: 'true',
  isOpen: () => true,
};

/** In a demo a new customer has a card of play money. */
export async function bindDemoCard(pool: Pool, card: { customer: bigint; nowMs: number }): Promise<void> {
  await pool.query('insert into bank_card (book, bound_ms) values ($1, $2) on conflict do nothing', [
    card.customer,
    card.nowMs,
  ]);
}

/** Binds one for every customer of a demo who has none, because a stop came between account and card. */
export async function bindDemoCards(pool: Pool, nowMs: number): Promise<void> {
  await pool.query(
    `insert into bank_card (book, bound_ms)
      select c.id, $1 from customer c where not exists (select from bank_card b where b.book = c.id)
      on conflict do nothing`,
    [nowMs],
  );
}
