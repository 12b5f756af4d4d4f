/**
 * The ledger's invariants, asked of the database itself on another path than the one that wrote it. Their numbers are
 * those of `docs/invariants.md`. A test ends with these; those that read no history the running server asks every minute (`watch.ts`).
 */
import type { Pool } from '../db/pool.ts';
import { contentInvariants } from './content-invariants.ts';
import { creditInvariants } from './credit-invariants.ts';
import { endedInvariants } from './ended-invariants.ts';
import { exchangeInvariants } from './exchange-invariants.ts';
import { fundInvariants } from './fund-invariants.ts';
import { fundOrderInvariants } from './fund-order-invariants.ts';
import { houseInvariants } from './house-invariants.ts';
import { loanInvariants } from './loan-invariants.ts';
import { overdueInvariants } from './overdue-invariants.ts';
import { paymentInvariants } from './payment-invariants.ts';
import { contractSizeOf, positionInvariants } from './position-invariants.ts';
import { referralInvariants } from './referral-invariants.ts';
import { timeInvariants } from './time-invariants.ts';

export type Breach = { readonly invariant: string; readonly detail: string };

/** The closings of positions, a row each. */
const CLOSINGS = `select p.book, p.id, p.symbol, p.side, c.quantity, c.price, c.tape_seq, c.pnl, c.fee, c.financing,
    c.shortfall, c.owed, c."offset", c.charge, c.journal_seq
  from position p, jsonb_to_recordset(p.closes) as c (quantity numeric, price numeric, tape_seq bigint, pnl numeric,
    fee numeric, financing numeric, shortfall numeric, owed numeric, "offset" numeric, charge numeric, journal_seq bigint)`;

/** Each statement answers a row of text for everything that is wrong, and none when nothing is. */
const CHECKS: readonly { readonly invariant: string; readonly sql: string; readonly quick?: true }[] = [
  {
    invariant: 'L1: what all accounts hold sums to zero per currency',
    quick: true,
    sql: `select format('%s %s too much', sum(amount), currency) from (select currency, amount from balance
        union all select currency, amount from house_balance) held group by currency having sum(amount) <> 0`,
  },
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
    quick: true,
    sql: `select format('%s %s of %s: %s', account, currency, book, amount) from balance where amount < 0
      union all select format('%s %s slot %s: %s', account, currency, slot, amount) from house_balance
      where case when account = 'custody' then amount > 0 else amount < 0 end`,
  },
  {
    invariant: 'L4: what is frozen is the sum of open holds',
    quick: true,
    sql: `select format('%s %s of %s: frozen %s, holds %s', account, currency, book, b.amount, h.amount)
      from (select book, account, currency, sum(amount) as amount from open_hold group by book, account, currency) h
      full join (select * from balance where account::text like '%\\_frozen' and amount > 0) b
      using (book, account, currency) where coalesce(b.amount, 0) <> coalesce(h.amount, 0)`,
  },
  {
    invariant: 'L4: the escrow of options is the stakes and greatest gains of open tickets',
    quick: true,
    sql: `select format('%s: escrow %s, open tickets %s', currency, e.amount, t.amount)
      from (select currency, sum(amount) as amount from house_balance where account = 'option_escrow' group by currency) e
      full join (select currency, sum(amount + house_amount) as amount from open_stake group by currency) t
      using (currency) where coalesce(e.amount, 0) <> coalesce(t.amount, 0)`,
  },
  {
    invariant: 'L4: credit that is free, margin or staked is of a credit that has not ended',
    quick: true,
    sql: `select format('book %s has %s', h.book, h.amount)
      from (select book, sum(amount) as amount from (
          select book, amount from balance where account in ('promo', 'promo_frozen')
          union all select book, amount from open_stake where account = 'promo_frozen'
        ) held group by book) h
      left join experience_credit c on c.book = h.book and c.status = 'active' where h.amount > 0 and c.id is null`,
  },
  {
    invariant: 'L4: a closed account holds nothing and waits for nothing',
    sql: `select format('closed account %s has %s %s of %s', c.id, h.amount, h.currency, h.account) from customer c
      join (select book, account::text, currency, amount from balance where amount > 0
        union all select book, ref, currency, amount from open_hold
        union all select book, ref, currency, amount from open_stake
        union all select book, 'deposit:' || id, currency, amount from deposit where status in ('under_review', 'waiting')
        union all select book, 'house_debt:' || id, 'USDT', amount - paid from house_debt where status = 'owed'
        union all select book, 'loan:' || id, currency, amount from loan where status in ('pending_review', 'disbursed')
      ) h on h.book = c.id where c.status = 'closed'`,
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
    invariant: 'L28: a fill was charged at the rate of its order, as that was accepted',
    sql: `select format('fill %s/%s of book %s, fee %s', f.order_id, f.leg, f.book, f.fee) from spot_fill f
      left join spot_order o on o.book = f.book and o.id = f.order_id
      where f.fee <> ceil(f.value * f.fee_rate * 100000000) / 100000000 or (f.leg = 1 and o.fee_rate <> f.fee_rate)`,
  },
  {
    // A limit that fired is charged at its own price or at the fill's; an order at market that waits, by the quote behind it.
    invariant: 'L28: a contract was charged at the rates of its order, as that was accepted',
    sql: `select format('position %s of book %s, fee %s of %s', p.id, p.book, c.fee, c.notional) from position p
      cross join lateral (select ${contractSizeOf('p')} as size) s
      cross join lateral (
        select p.open_fee as fee, p.quantity * s.size * coalesce(p.entry_price * p.open_rate, p.price * p.placed_rate) as notional,
          p.quantity * s.size * p.price * p.placed_rate as other
        union all
        select (c ->> 'fee')::numeric, (c ->> 'quantity')::numeric * s.size * (c ->> 'price')::numeric * (c ->> 'rate')::numeric, null
        from jsonb_array_elements(p.closes) c
      ) c
      where c.notional is not null and c.fee * 100000000 <> ceil(ceil(c.notional * 100000000) * p.fee_rate)
        and (c.other is null or c.fee * 100000000 <> ceil(ceil(c.other * 100000000) * p.fee_rate))`,
  },
  {
    invariant: 'L9: each spot trade has its fill',
    sql: `select format('journal %s/%s (%s)', j.book, j.seq, j.ref) from journal j
      left join spot_fill f on f.book = j.book and f.journal_seq = j.seq
      where j.kind in ('spot_buy', 'spot_sell', 'spot_fill', 'spot_convert') and f.order_id is null`,
  },
  ...exchangeInvariants,
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
    invariant:
      'L9: each ticket has one journal that staked it, once it ended one of its kind of end, and no other',
    sql: `select format('ticket %s of book %s (%s): %s', t.id, t.book, t.status, string_agg(j.kind, ', ' order by j.seq))
      from option_ticket t left join journal j on j.book = t.book and j.ref = 'option:' || t.id and j.kind <> 'experience_keep'
      group by t.book, t.id
      having string_agg(j.kind, ' ' order by j.seq) is distinct from 'option_stake' || case t.status
        when 'open' then '' when 'won' then ' option_win' when 'lost' then ' option_loss' else ' option_return' end
      union all select format('journal %s/%s (%s)', j.book, j.seq, j.ref) from journal j
      left join option_ticket t on t.book = j.book and j.ref = 'option:' || t.id
      where j.kind like 'option\\_%' and t.id is null`,
  },
  {
    invariant: 'L9: what options set aside for a customer is within its bound, counted exactly',
    sql: `select format('%s: %s, open tickets %s', c.name, c.value, t.value)
      from (select name, sum(value) as value from counter where name like 'option\\_exposure:%' group by name) c
      full join (select 'option_exposure:' || symbol as name, sum(profit_usdt) as value from option_ticket
        where status = 'open' group by symbol) t using (name)
      where coalesce(c.value, 0) <> coalesce(t.value, 0)`,
  },
  {
    invariant: 'L25: of each own limit that much is used as history says',
    sql: `select format('%s of book %s a %s: used %s, history %s', l.kind, l.book, l.period, l.used, coalesce(d.amount, 0))
      from own_limit l left join lateral (
        select sum(case l.kind when 'stake' then staked when 'loss' then open - result else deposited end) as amount from own_day
        where book = l.book and day >= l.period_start_ms / 86400000
      ) d on true
      where l.amount is not null and l.used <> coalesce(d.amount, 0)`,
  },
  ...creditInvariants,
  {
    invariant: 'L22: what moved money by hand two persons did, and each such journal is of such a proposal',
    sql: `select format('journal %s/%s (%s)', j.book, j.seq, j.ref) from journal j
      left join proposal p on p.book = j.book and p.journal_seq = j.seq and p.status = 'done' and j.ref = 'proposal:' || p.id
      where j.kind in ('manual_correction', 'house_move', 'house_capital', 'promotion_grant')
        and (p.id is null or operator_person(p.proposed_by) is not distinct from operator_person(p.decided_by))
      union all select format('proposal %s of book %s (%s)', p.id, p.book, p.kind) from proposal p
      left join journal j on j.book = p.book and j.seq = p.journal_seq and j.kind = case p.kind
        when 'correction' then 'manual_correction' when 'promotion' then 'promotion_grant' else p.kind end
      where p.status = 'done' and p.kind <> 'terms' and j.seq is null`,
  },
  {
    invariant: 'L22: what was published two persons published, in versions without a gap',
    sql: `select format('%s version %s', t.subject, t.version) from terms t
      left join proposal p on p.book = 0 and p.id = t.proposal and p.status = 'done' and p.kind = 'terms'
      where p.id is null or t.effective_ms < t.published_ms + 60000
        or t.version <> (select count(*) from terms s where s.subject = t.subject and s.version <= t.version)
        or operator_person(p.proposed_by) is not distinct from operator_person(p.decided_by)
      union all select format('proposal %s', p.id) from proposal p left join terms t on t.proposal = p.id
      where p.kind = 'terms' and p.status = 'done' and t.subject is null`,
  },
  {
    invariant:
      'L22: who acts for the house was added on record, and confirmed by another person where it took two',
    // A record that says nothing of waiting is from before it took two.
    sql: `select format('operator %s, added by %s, confirmed by %s', o.account, o.added_by, o.confirmed_by) from operator o
      left join operator a on a.account = o.added_by left join operator c on c.account = o.confirmed_by
      left join audit r on r.subject = 'operator:' || o.account and r.action = 'operator.add' and r.operator = o.added_by
      where o.added_by is not null and (r.seq is null or case
        when o.confirmed_by is null then o.sealed_totp_secret is not null
          or exists (select from operator_session s where s.account = o.account)
        when o.confirmed_by = o.added_by then coalesce(r.after::jsonb ->> 'waits', 'false') <> 'false'
        else not exists (select from audit b where b.subject = 'operator:' || o.account and b.action = 'operator.confirm'
            and b.operator = o.confirmed_by)
          or (o.confirmed_by <> 'bootstrap' and (a.person <> c.person and c.person <> o.person) is not true) end)
        -- Nobody adds the examples of a demo, and there are no others of them.
        or o.added_by is null and not operator_is_example(o.account, o.role, o.person)`,
  },
  ...paymentInvariants,
  ...fundInvariants,
  ...fundOrderInvariants,
  ...loanInvariants,
  ...referralInvariants,
  ...contentInvariants,
  ...positionInvariants,
  ...timeInvariants,
  ...endedInvariants,
  ...overdueInvariants,
  ...houseInvariants(CLOSINGS),
  {
    invariant: 'L16: each fill is at the price of the entry of the tape that it names',
    sql: `select format('fill %s/%s at %s, entry %s', f.order_id, f.leg, f.price, f.tape_seq) from spot_fill f
      left join tape t on t.symbol = f.symbol and t.seq = f.tape_seq and not t.gap
      where f.price is distinct from case f.side when 'buy' then t.ask else t.bid end`,
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
    invariant: 'L16: each ticket was struck and ended as the tape says',
    sql: `select format('ticket %s of book %s (%s)', t.id, t.book, t.status) from option_ticket t
      left join tape accepted on accepted.symbol = t.symbol and accepted.seq = t.accepted_seq
      left join lateral (select * from tape e where e.symbol = t.symbol and e.seq > t.accepted_seq
        and e.cause is distinct from 'reject' order by e.seq limit 1) strike on true
      left join lateral (select * from tape e where e.symbol = t.symbol and e.time_ms > t.expires_ms
        and e.seq > t.accepted_seq and e.cause is distinct from 'reject' order by e.seq limit 1) after
        on t.status <> 'open'
      left join lateral (select * from tape e where e.symbol = t.symbol and e.seq < after.seq
        and e.cause is distinct from 'reject' order by e.seq desc limit 1) before on true
      left join tape settle on settle.symbol = t.symbol and settle.seq =
        case when after.time_ms - before.time_ms > 3000 and t.reason is null then after.seq else before.seq end
      where coalesce(case
        when t.strike is distinct from strike.last and t.strike is not null then true
        when t.status = 'open' then false
        when t.reason = 'start_over' then not exists (
          select from journal j where j.book = t.book and j.kind = 'start_over' and j.time_ms = t.settled_ms)
        when t.reason = 'gap_strike' then
          not (strike.gap or accepted.gap or strike.time_ms > t.expires_ms)
        when strike.gap or accepted.gap or strike.time_ms > t.expires_ms then true
        when t.settle_seq is distinct from settle.seq or t.settle is distinct from settle.last then true
        when t.reason = 'gap_expiry' then not (before.gap or after.gap)
        else before.gap or after.gap or t.status is distinct from
          case when settle.last = t.strike then 'tied' when (settle.last > t.strike) = (t.side = 'up') then 'won'
            else 'lost' end
      end, true)`,
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
  {
    invariant: 'L16: what an entry reached a minute ago has fired',
    sql: 'select told as format from left_unfired() union all select told from left_behind_rates()',
  },
  {
    invariant: 'L27: a ticket made what its journals moved',
    sql: `select format('ticket %s of book %s: pnl %s, moved %s', t.id, t.book, t.pnl, p.amount) from option_ticket t
      join (select book, ref, sum(amount) as amount from posting join journal using (book, seq)
        where not is_house(posting.account) and journal.kind like 'option\\_%' group by book, ref) p
        on p.book = t.book and p.ref = 'option:' || t.id
      where p.amount <> case t.status when 'open' then -t.stake else t.pnl end`,
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

/** Those of the books that read accounts and what is open, and no history: they cost little however old the house is. */
export async function quickBreaches(connection: Pick<Pool, 'query'>): Promise<Breach[]> {
  const found: Breach[] = [];
  for (const { invariant, sql, quick } of CHECKS) {
    if (quick !== true) continue;
    const result = await connection.query<{ format: string }>(sql);
    for (const row of result.rows) found.push({ invariant, detail: row.format });
  }
  return found;
}
