/**
 * The ledger's invariants, asked of the database itself on another path than the one that wrote it. Their numbers are
 * those of `docs/invariants.md`. A test ends with these, and so does a minute of the product's life.
 */
import type { Pool } from '../db/pool.ts';

export type Breach = { readonly invariant: string; readonly detail: string };

/** The closings of positions, a row each. */
const CLOSINGS = `select p.book, p.id, p.symbol, p.side, c.quantity, c.price, c.tape_seq, c.pnl, c.shortfall, c.journal_seq
  from position p, jsonb_to_recordset(p.closes) as c (quantity numeric, price numeric, tape_seq bigint, pnl numeric,
    shortfall numeric, journal_seq bigint)`;

/** Each statement answers a row of text for everything that is wrong, and none when nothing is. */
const CHECKS: readonly { readonly invariant: string; readonly sql: string }[] = [
  {
    invariant: 'L1: a journal sums to zero per currency',
    sql: `select format('journal %s/%s leaves %s %s', book, seq, sum(amount), currency) from posting
      group by book, seq, currency having sum(amount) <> 0`,
  },
  {
    invariant: 'L1: all postings sum to zero per currency',
    sql: `select format('%s %s too much', sum(amount), currency) from posting group by currency having sum(amount) <> 0`,
  },
  {
    invariant: 'L2: a customer balance is the sum of its postings',
    sql: `select format('%s %s of %s: %s, postings %s', account, currency, book, b.amount, p.amount)
      from (select book, account, currency, sum(amount) as amount from posting where not is_house(account)
        group by book, account, currency) p
      full join balance b using (book, account, currency) where coalesce(b.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    invariant: 'L2: a house account is the sum of its postings',
    sql: `select format('%s %s: %s, postings %s', account, currency, h.amount, p.amount)
      from (select account, currency, sum(amount) as amount from posting where is_house(account)
        group by account, currency) p
      full join (select account, currency, sum(amount) as amount from house_balance group by account, currency) h
      using (account, currency) where coalesce(h.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    invariant: 'L3: no account is below zero, custody not above',
    sql: `select format('%s %s of %s: %s', account, currency, book, amount) from balance where amount < 0
      union all select format('%s %s slot %s: %s', account, currency, slot, amount) from house_balance
      where case when account = 'custody' then amount > 0 else amount < 0 end`,
  },
  {
    invariant: 'L4: what is frozen is the sum of open holds',
    sql: `select format('%s %s of %s: frozen %s, holds %s', account, currency, book, b.amount, h.amount)
      from (select book, account, currency, sum(amount) as amount from open_hold group by book, account, currency) h
      full join (select * from balance where account::text like '%\\_frozen' and amount > 0) b
      using (book, account, currency) where coalesce(b.amount, 0) <> coalesce(h.amount, 0)`,
  },
  {
    invariant: 'L5: journals of a book are numbered without a repeat, none above its number',
    sql: `select format('book %s is at %s and has journal %s', b.id, b.seq, max(j.seq)) from book b
      join journal j on j.book = b.id group by b.id, b.seq having max(j.seq) > b.seq`,
  },
  {
    invariant: 'L9: each fill names the journal that moved its money',
    sql: `select format('fill %s/%s of book %s', f.order_id, f.leg, f.book) from spot_fill f
      left join journal j on j.book = f.book and j.seq = f.journal_seq and j.ref = 'spot_order:' || f.order_id
      where j.seq is null`,
  },
  {
    invariant: 'L9: each spot trade has its fill',
    sql: `select format('journal %s/%s (%s)', j.book, j.seq, j.ref) from journal j
      left join spot_fill f on f.book = j.book and f.journal_seq = j.seq
      where j.kind in ('spot_buy', 'spot_sell', 'spot_fill', 'spot_convert') and f.order_id is null`,
  },
  {
    invariant: 'L9: each opened position has one journal that opened it, and each such journal its position',
    sql: `select format('position %s of book %s has %s openings', p.id, p.book, count(j.seq)) from position p
      left join journal j on j.book = p.book and j.ref = 'position:' || p.id and j.kind in ('contract_open', 'contract_fill')
      group by p.book, p.id, p.entry_price having count(j.seq) <> (p.entry_price is not null)::int
      union all select format('journal %s/%s (%s)', j.book, j.seq, j.ref) from journal j
      left join position p on p.book = j.book and j.ref = 'position:' || p.id
      where j.kind like 'contract\\_%' and p.id is null`,
  },
  {
    invariant: 'L9: each closing names the journal that settled it, and each such journal is a closing',
    sql: `select format('position %s of book %s, journal %s', c.id, coalesce(c.book, j.book), coalesce(c.journal_seq, j.seq))
      from (${CLOSINGS}) c full join (select * from journal where kind = 'contract_close') j
        on j.book = c.book and j.seq = c.journal_seq and j.ref = 'position:' || c.id
      where c.id is null or j.seq is null`,
  },
  {
    invariant: 'L15: what a loss exceeds its margin by is paid by the house, exactly',
    sql: `select format('position %s of book %s: shortfall %s', c.id, c.book, c.shortfall) from (${CLOSINGS}) c
      where c.shortfall > 0 and c.shortfall is distinct from (select -sum(p.amount) from posting p
        where p.book = c.book and p.seq = c.journal_seq and p.account in ('insurance', 'equity'))`,
  },
  {
    invariant: 'L11: what customers may claim does not exceed what is held',
    sql: `select format('%s: claims %s, held %s', currency, claims.amount, -custody.amount)
      from (select currency, sum(amount) as amount from balance group by currency) claims
      left join (select currency, sum(amount) as amount from house_balance where account = 'custody'
        group by currency) custody using (currency)
      where claims.amount > coalesce(-custody.amount, 0)`,
  },
  {
    invariant: 'L16: each fill is at the price of the entry of the tape that it names',
    sql: `select format('fill %s/%s at %s, entry %s', f.order_id, f.leg, f.price, f.tape_seq) from spot_fill f
      left join tape t on t.symbol = f.symbol and t.seq = f.tape_seq
      where f.price is distinct from case f.side when 'buy' then t.ask else t.bid end`,
  },
  {
    invariant: 'L16: each opening and closing of a position is at the price of the entry that it names',
    sql: `select format('position %s of book %s opened at %s, entry %s', p.id, p.book, p.entry_price, p.entry_seq)
      from position p left join tape t on t.symbol = p.symbol and t.seq = p.entry_seq
      where p.entry_price is not null
        and p.entry_price is distinct from case p.side when 'long' then t.ask else t.bid end
      union all select format('position %s of book %s closed at %s, entry %s', c.id, c.book, c.price, c.tape_seq)
      from (${CLOSINGS}) c left join tape t on t.symbol = c.symbol and t.seq = c.tape_seq
      where c.price is distinct from case c.side when 'long' then t.bid else t.ask end`,
  },
  {
    invariant: 'L27: a position made what its closings made',
    sql: `select format('position %s of book %s: %s', p.id, p.book, p.realised_pnl) from position p
      left join (select book, id, sum(pnl) as pnl, sum(quantity) as quantity from (${CLOSINGS}) c group by book, id) c
        on c.book = p.book and c.id = p.id
      where p.realised_pnl <> coalesce(c.pnl, 0)
        or (p.entry_price is not null and p.quantity - p.open_quantity <> coalesce(c.quantity, 0))`,
  },
];

/** Everything that is wrong; an empty list is what one wants to see. `except` leaves out invariants by number. */
export async function breaches(
  pool: Pick<Pool, 'query'>,
  options: { except?: readonly string[] } = {},
): Promise<Breach[]> {
  const found: Breach[] = [];
  for (const { invariant, sql } of CHECKS) {
    if (options.except?.some((number) => invariant.startsWith(`${number}:`))) continue;
    const result = await pool.query<{ format: string }>(sql);
    for (const row of result.rows) found.push({ invariant, detail: row.format });
  }
  return found;
}
