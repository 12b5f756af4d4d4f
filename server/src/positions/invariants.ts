/** Invariants of positions: how each was opened and closed, at which prices and fees, and with which result. */
import type { Invariant } from '../ledger/invariants.ts';
import { CLOSINGS, contractSizeOf } from './asked-in-sql.ts';
import { houseInvariants } from './house-invariants.ts';
import { rateInvariants } from './rate-invariants.ts';

const openedAndClosed: readonly Invariant[] = [
  {
    // A limit order is charged at its limit or at its fill; a waiting market order, at the quote after its acceptance.
    invariant: 'L28: a contract was charged at the rates of its order, as that was accepted',
    sql: `select format('position %s of book %s, fee %s of %s', p.id, p.book, c.fee, c.notional) from position p
      cross join lateral (select ${contractSizeOf('p')} as size) s
      cross join lateral (
        select p.open_fee as fee, p.quantity * s.size * coalesce(p.entry_price * p.open_rate, p.price * p.placed_rate) as notional,
          case p.type when 'stop' then null else p.quantity * s.size * p.price * p.placed_rate end as other
        union all
        select (c ->> 'fee')::numeric, (c ->> 'quantity')::numeric * s.size * (c ->> 'price')::numeric * (c ->> 'rate')::numeric, null
        from jsonb_array_elements(p.closes) c
      ) c
      where c.notional is not null and p.reduces is null and c.fee * 100000000 <> ceil(ceil(c.notional * 100000000) * p.fee_rate)
        and (c.other is null or c.fee * 100000000 <> ceil(ceil(c.other * 100000000) * p.fee_rate))`,
  },
  {
    invariant: 'L28: what opened at market or at a stop is within the bound that its customer gave',
    sql: `select format('opening of position %s of book %s beyond its bound', p.id, p.book) from position p
      where p.type <> 'limit' and case p.side when 'long' then p.entry_price > p.worst_price else p.entry_price < p.worst_price end`,
  },
  {
    invariant:
      'L28: an amended leveraged order has the terms of its last amendment, each of which begins with those of the one before',
    sql: `select format('amendment %s of position %s of book %s', a.version, a.position_id, a.book) from (
        select m.*, lead(m.version) over w as next_version, lead(m.was_price) over w as next_price, lead(m.was_quantity) over w as next_quantity,
          lead(m.was_expires_ms) over w as next_expires_ms, lead(m.was_since_ms) over w as next_since_ms
        from position_amendment m window w as (partition by m.book, m.position_id order by m.version)) a
      left join position p on p.book = a.book and p.id = a.position_id
      where case when a.next_version is null
        then (p.price, p.quantity, p.expires_ms, p.amended_ms) is distinct from (a.price, a.quantity, a.expires_ms, a.time_ms)
        else (a.next_price, a.next_quantity, a.next_expires_ms, a.next_since_ms) is distinct from (a.price, a.quantity, a.expires_ms, a.time_ms) end
      union all select format('position %s of book %s was amended without a recorded amendment', p.id, p.book) from position p
      where p.amended_ms is not null and not exists (select from position_amendment a where a.book = p.book and a.position_id = p.id)`,
  },
  {
    invariant: 'L16: a leveraged order is amended at a price young enough to open one at market',
    sql: `select format('amendment %s of position %s of book %s', a.version, a.position_id, a.book) from position_amendment a
      left join tape t on t.symbol = a.symbol and t.seq = a.tape_seq and not t.gap
      where (a.time_ms - least(t.time_ms, t.feed_time_ms) <= a.fill_age_ms) is not true`,
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
    invariant: 'L16: each opening and closing of a position is at the price of the entry that it names',
    sql: `select format('position %s of book %s opened at %s, entry %s', p.id, p.book, p.entry_price, p.entry_seq)
      from position p left join tape t on t.symbol = p.symbol and t.seq = p.entry_seq and not t.gap
      where p.entry_price is not null
        and p.entry_price is distinct from case p.side when 'long' then t.ask else t.bid end
      union all select format('position %s of book %s closed at %s, entry %s', c.id, c.book, c.price, c.tape_seq)
      from (${CLOSINGS}) c left join tape t on t.symbol = c.symbol and t.seq = c.tape_seq and not t.gap
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
  {
    invariant: 'L27: a closing of a contract made what its prices make',
    sql: `select format('position %s of book %s closed at %s: %s', p.id, p.book, c.price, c.pnl)
      from position p cross join jsonb_to_recordset(p.closes) as c (quantity numeric, price numeric, rate numeric, pnl numeric,
        tape_seq bigint)
      cross join lateral (select ${contractSizeOf('p')} as size) s
      where (c.pnl * 100000000 = floor(c.quantity * s.size * c.rate * 100000000
          * case p.side when 'long' then c.price - p.entry_price else p.entry_price - c.price end)
        and c.tape_seq >= p.entry_seq) is not true`,
  },
];

export const positionInvariants = [...openedAndClosed, ...rateInvariants, ...houseInvariants];
