/** Invariants of exchanges, as queries that return no rows if they hold: amounts moved, amounts credited, and prices. */
import type { Invariant } from '../../ledger/invariants.ts';

/** One row per leg of an exchange, with the exact value of its quantity in USDT. */
const EXCHANGE_LEGS = `select e.*, l.symbol, l.coin, l.side, l.quantity, l.price, l.tape_seq, l.quantity * l.price as value
  from exchange e, jsonb_to_recordset(e.legs::jsonb) as l (symbol text, coin text, side text, quantity numeric,
    price numeric, tape_seq bigint)`;

/** The value of each exchange in USDT before its fee. */
const EXCHANGE_VALUES = `select e.book, e.id, case e.from_currency when 'USDT' then e.from_amount else trunc(s.value, 8) end as value
  from exchange e left join (${EXCHANGE_LEGS}) s on s.book = e.book and s.id = e.id and s.side = 'sell'`;

export const exchangeInvariants: readonly Invariant[] = [
  {
    invariant:
      'L9: each exchange has its journal, which moves what its legs say, and each such journal its exchange',
    sql: `with said as (
        select e.book, e.journal_seq as seq, line.account, line.currency, sum(line.amount) as amount
        from exchange e join (${EXCHANGE_VALUES}) v using (book, id), lateral (
          select 'spot', e.from_currency, -e.from_amount
          union all select 'spot', e.to_currency, e.to_amount
          union all select 'fees', 'USDT', trunc(v.value * e.fee_rate, 8)
          union all select 'inventory', l.coin, case l.side when 'sell' then l.quantity else -l.quantity end
            from (${EXCHANGE_LEGS}) l where l.book = e.book and l.id = e.id
          union all select 'inventory', 'USDT',
              case l.side when 'sell' then -ceil(l.value * 100000000) / 100000000 else trunc(l.value, 8) end
            from (${EXCHANGE_LEGS}) l where l.book = e.book and l.id = e.id
        ) as line (account, currency, amount) group by 1, 2, 3, 4 having sum(line.amount) <> 0
      ), moved as (
        select p.book, p.seq, p.account::text, p.currency, sum(p.amount) as amount from posting p
        join journal j on j.book = p.book and j.seq = p.seq and j.kind = 'exchange'
        where p.account <> 'rounding' group by 1, 2, 3, 4
      )
      select format('journal %s/%s: %s %s moved %s, said %s', book, seq, account, currency, m.amount, s.amount)
      from said s full join moved m using (book, seq, account, currency) where s.amount is distinct from m.amount
      union all select format('exchange %s of book %s', e.id, e.book) from exchange e
      left join journal j on j.book = e.book and j.seq = e.journal_seq and j.kind = 'exchange' and j.ref = 'exchange:' || e.id
      where j.seq is null`,
  },
  {
    invariant: 'L18: an exchange brings what is left of its value after its fee, and no unit more or less',
    sql: `select format('exchange %s of book %s', e.id, e.book) from exchange e join (${EXCHANGE_VALUES}) v using (book, id)
      left join (${EXCHANGE_LEGS}) b on b.book = e.book and b.id = e.id and b.side = 'buy'
      where e.fee <> ceil(v.value * e.fee_rate * 100000000) / 100000000
        or (b.id is null and e.to_amount <> v.value - e.fee)
        or (b.id is not null and (b.quantity <> e.to_amount or b.value > v.value - e.fee
          or (b.quantity + 0.00000001) * b.price <= v.value - e.fee))`,
  },
  {
    invariant: 'L16: each leg of an exchange is at the price of the entry that it names',
    sql: `select format('exchange %s of book %s: %s at %s, entry %s', l.id, l.book, l.symbol, l.price, l.tape_seq)
      from (${EXCHANGE_LEGS}) l left join tape t on t.symbol = l.symbol and t.seq = l.tape_seq and not t.gap
      where l.price is distinct from case l.side when 'buy' then t.ask else t.bid end`,
  },
];
