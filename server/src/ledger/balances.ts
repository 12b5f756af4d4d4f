/** Reads balances for a batch, and opens rows for accounts that are used for the first time. */
import type { Account } from '@candor/domain/ledger/account.ts';

/** Returns rows of book, account, currency and amount (as text). */
export const balancesSql = `select b.book, b.account, b.currency, b.amount
  from unnest($1::bigint[], $2::account[], $3::text[]) as u (book, account, currency)
  join balance b on b.book = u.book and b.account = u.account and b.currency = u.currency`;

export const allBalancesSql = `select b.book, b.account, b.currency, b.amount
  from balance b where b.book = any($1::bigint[])`;

/** Returns rows of account, currency and amount (as text) in the process's own slot of the house accounts. */
export const houseSlotSql = `select h.account, h.currency, h.amount
  from unnest($1::account[], $2::text[]) as u (account, currency)
  join house_balance h on h.account = u.account and h.currency = u.currency and h.slot = $3::smallint`;

export const openBalancesSql = 'select open_balances($1::bigint[], $2::account[], $3::text[])';
export const openHouseSql = 'select open_house_balances($1::account[], $2::text[], $3::smallint)';
export const drawSql = 'select draw_to_slot($1::account, $2, $3::smallint, $4::numeric) as amount';

export type BalanceKey = { readonly account: Account; readonly currency: string };
