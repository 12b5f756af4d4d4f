/** What must be true of spot orders and their fills: the price, the fee and the journal of each. */
import type { Invariant } from '../../ledger/invariants.ts';

export const spotInvariants: readonly Invariant[] = [
  {
    invariant: 'L9: each fill names the journal that moved its money',
    sql: `select format('fill %s/%s of book %s', f.order_id, f.leg, f.book) from spot_fill f
      left join journal j on j.book = f.book and j.seq = f.journal_seq and j.ref = 'spot_order:' || f.order_id
      where j.seq is null`,
  },
  {
    invariant: 'L28: a fill was charged at the rate of its order, as that was accepted',
    sql: `select format('fill %s/%s of book %s, fee %s', f.order_id, f.leg, f.book, f.fee) from spot_fill f
      left join spot_order o on o.book = f.book and o.id = f.order_id
      where f.fee <> ceil(f.value * f.fee_rate * 100000000) / 100000000 or (f.leg = 1 and o.fee_rate <> f.fee_rate)`,
  },
  {
    invariant: 'L9: each spot trade has its fill',
    sql: `select format('journal %s/%s (%s)', j.book, j.seq, j.ref) from journal j
      left join spot_fill f on f.book = j.book and f.journal_seq = j.seq
      where j.kind in ('spot_buy', 'spot_sell', 'spot_fill', 'spot_convert') and f.order_id is null`,
  },
  {
    invariant: 'L9: each filled order has its fill, coin to coin both',
    sql: `select format('order %s of book %s', o.id, o.book) from spot_order o
      left join spot_fill f on f.book = o.book and f.order_id = o.id
      where o.status = 'filled' group by o.book, o.id having count(f.leg) <> case when o.to_symbol is null then 1 else 2 end`,
  },
  {
    invariant: 'L16: each fill is at the price of the entry of the tape that it names',
    sql: `select format('fill %s/%s at %s, entry %s', f.order_id, f.leg, f.price, f.tape_seq) from spot_fill f
      left join tape t on t.symbol = f.symbol and t.seq = f.tape_seq and not t.gap
      where f.price is distinct from case f.side when 'buy' then t.ask else t.bid end`,
  },
];
