/**
 * Invariants of positions' conversion rates and nights. They are computed from the tape, independently of the triggers that check
 * them on writing. One query compares all rows, and it also uses later entries, not only the newest entry at the time.
 */
import type { Invariant } from '../ledger/invariants.ts';
import { contractSizeOf } from './asked-in-sql.ts';

/** The maximum difference between two clocks, in milliseconds. */
const CLOCKS_MS = 2000;

/**
 * Every rate that a position names, with the period in which it may have been the newest one. If the closing or charge was
 * settled manually, the period extends to the settlement.
 */
const RATES = `
  select p.book, p.id, 'placed' as what, p.symbol, p.placed_rate as rate, p.placed_rate_seq as rate_seq, p.created_ms as from_ms,
    p.created_ms as to_ms from position p
  union all
  select p.book, p.id, 'opening', p.symbol, p.open_rate, p.open_rate_seq, least(t.time_ms, p.entry_ms), p.entry_ms
    from position p left join tape t on t.symbol = p.symbol and t.seq = p.entry_seq where p.entry_seq is not null
  union all
  select p.book, p.id, 'closing', p.symbol, c.rate, c.rate_seq, t.time_ms, c.time_ms
    from position p cross join jsonb_to_recordset(p.closes) as c (rate numeric, rate_seq bigint, tape_seq bigint, time_ms bigint)
    left join tape t on t.symbol = p.symbol and t.seq = c.tape_seq
  union all
  select p.book, p.id, 'night', p.symbol, n.rate, n.rate_seq, n.time_ms, greatest(n.time_ms, coalesce(p.closed_ms, p.updated_ms))
    from position p cross join jsonb_to_recordset(p.nights) as n (rate numeric, rate_seq bigint, time_ms bigint)`;

/** Each charge for midnights, with the previous charge and the quantity that was open. */
const NIGHTS = `
  select p.book, p.id, p.symbol, p.product, p.entry_price, p.financing_rate, n.*,
    lag(n.time_ms, 1, p.entry_ms) over (partition by p.book, p.id order by n.seq) as since_ms,
    p.quantity - coalesce((select sum(c.quantity) from jsonb_to_recordset(p.closes) as c (quantity numeric, tape_seq bigint)
      where c.tape_seq < n.seq), 0) as open
  from position p cross join jsonb_to_recordset(p.nights) as n (seq bigint, time_ms bigint, nights int, quantity numeric, rate numeric,
    amount numeric)`;

export const rateInvariants: readonly Invariant[] = [
  {
    invariant: 'L16: each conversion rate is that of its entry, which was the newest when it counted',
    sql: `select format('position %s of book %s: %s at rate %s, entry %s', r.id, r.book, r.what, r.rate, r.rate_seq)
      from (${RATES}) r
      left join tape e on e.symbol = split_part(r.symbol, '/', 2) || '/USDT' and e.seq = r.rate_seq
      left join tape later on later.symbol = e.symbol and later.seq = e.seq + 1
      where case when split_part(r.symbol, '/', 2) in ('USDT', 'USD') then (r.rate = 1 and r.rate_seq is null) is not true
        else (r.rate = e.last and e.time_ms <= greatest(r.to_ms, r.from_ms) + ${CLOCKS_MS}
          and coalesce(later.time_ms > r.from_ms - ${CLOCKS_MS}, true)) is not true end`,
  },
  {
    invariant: 'L16: each night names the entry that brought it about, and is charged of what was open',
    sql: `select format('position %s of book %s, entry %s: %s', n.id, n.book, n.seq, n.amount) from (${NIGHTS}) n
      left join tape t on t.symbol = n.symbol and t.seq = n.seq and not t.gap
      where (t.time_ms = n.time_ms and n.quantity = n.open
        and n.nights = n.time_ms / 86400000 - n.since_ms / 86400000 and n.nights > 0
        and n.amount * 100000000 = n.nights * ceil(n.financing_rate * ceil(100000000 * n.rate * n.entry_price * n.open
          * ${contractSizeOf('n')}))) is not true`,
  },
  {
    invariant: 'L27: margin that counts as added was added by journals',
    sql: `select format('position %s of book %s: %s added, by journals %s', p.id, p.book, a.amount, coalesce(m.amount, 0))
      from position p
      cross join lateral (select coalesce(sum(x.amount), 0) as amount from jsonb_to_recordset(p.added) as x (amount numeric)) a
      left join (select j.book, j.ref, sum(e.amount) as amount from journal j cross join unnest(j.accounts, j.amounts) as e (account, amount)
        where j.kind = 'contract_margin' and e.account in ('contract_frozen', 'promo_frozen') group by 1, 2) m
        on m.book = p.book and m.ref = 'position:' || p.id
      where a.amount <> coalesce(m.amount, 0)`,
  },
  {
    invariant:
      'L27: what nights charged was settled by closings or is due, and no midnight was left out by one',
    sql: `select format('position %s of book %s: nights %s, settled %s, due %s', p.id, p.book, n.amount, c.amount, p.financing)
      from position p
      left join lateral (select coalesce(sum(n.amount), 0) as amount, coalesce(sum(n.nights), 0) as nights
        from jsonb_to_recordset(p.nights) as n (amount numeric, nights int)) n on true
      left join lateral (select coalesce(sum(c.financing), 0) as amount, max(t.time_ms) as last_ms
        from jsonb_to_recordset(p.closes) as c (financing numeric, tape_seq bigint)
        left join tape t on t.symbol = p.symbol and t.seq = c.tape_seq) c on true
      where n.amount <> c.amount + p.financing
        or (c.last_ms is not null and n.nights < c.last_ms / 86400000 - p.entry_ms / 86400000)`,
  },
];
