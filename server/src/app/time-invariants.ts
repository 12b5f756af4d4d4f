/**
 * Checks that orders were accepted and filled at the tape entry that their time requires, without relying on the guards that
 * admitted them. It reads each complete tape, and neither minute rows nor tape heads. The newest entry at a given time is the
 * last one recorded by then.
 */
import type { Invariant } from '../ledger/invariants.ts';
import { contractSizeOf } from '../positions/asked-in-sql.ts';

/** The maximum duration of a transaction, multiplied by the replay speed. */
const SLACK = `(select ceil(3000 * greatest(c.speed, 1)) from clock c)`;

/**
 * The time from which an entry may fill an order: the order's acceptance. Orders filled by an earlier release, which did not
 * check this, match any entry.
 */
export const madeFrom = (acceptedMs: string): string =>
  `(case when ${acceptedMs} >= (select s.accepted_ms from made_since s) then ${acceptedMs} else 0 end)`;
/** The time at which an entry was made, to be compared with `madeFrom`. */
export const MADE = `least(q.time_ms, q.feed_time_ms)`;

/** Every acceptance: its subject, its time by the market's clock, and the entry recorded as the newest at that time. */
const ACCEPTED = `
  select format('order %s of book %s', o.id, o.book) as what, o.symbol, o.created_ms as ms, o.armed_seq as seq from spot_order o
    where (o.type = 'market' or o.version = 1) and o.entry_id is null
  union all select format('order %s of book %s to its second coin', o.id, o.book), o.to_symbol, o.created_ms, o.to_armed_seq from spot_order o
    where o.to_symbol is not null
  union all select format('cancelling of order %s of book %s', o.id, o.book), o.symbol, o.cancel_ms, o.cancel_seq from spot_order o where o.cancel_ms is not null
  union all select format('cancelling of order %s of book %s', p.id, p.book), p.symbol, p.cancel_ms, p.cancel_seq from position p where p.cancel_ms is not null
  union all select format('amendment of order %s of book %s', a.order_id, a.book), a.symbol, a.time_ms, a.tape_seq from spot_amendment a
  union all select format('amendment of position %s of book %s', a.position_id, a.book), a.symbol, a.time_ms, a.tape_seq from position_amendment a
  union all select format('change of position %s of book %s', p.id, p.book), p.symbol, p.change_ms, p.change_seq from position p where p.change_ms is not null
  union all select format('position %s of book %s', p.id, p.book), p.symbol, p.created_ms, p.created_seq from position p
  union all select format('closing of position %s of book %s', p.id, p.book), p.symbol, c.asked_ms, c.asked_seq
    from position p cross join jsonb_to_recordset(p.closes) as c (asked_ms bigint, asked_seq bigint) where c.asked_ms is not null
  union all select format('ticket %s of book %s', t.id, t.book), t.symbol, t.accepted_ms, t.accepted_seq from option_ticket t`;

/** Every market order's fill, with its acceptance and the entry that it names. */
const AT_MARKET = `
  select format('order of fill %s/%s of book %s', f.order_id, f.leg, f.book) as what, f.symbol, o.created_ms as ms,
      case f.leg when 1 then o.armed_seq else o.to_armed_seq end as seq,
      case f.leg when 1 then o.fill_age_ms else o.to_fill_age_ms end as age_ms, f.tape_seq
    from spot_fill f join spot_order o on o.book = f.book and o.id = f.order_id where o.type = 'market'
  union all select format('opening of position %s of book %s', p.id, p.book), p.symbol, p.created_ms, p.created_seq, p.fill_age_ms, p.entry_seq
    from position p where p.type = 'market' and p.entry_seq is not null
  union all select format('closing of position %s of book %s', p.id, p.book), p.symbol, c.asked_ms, c.asked_seq, p.fill_age_ms, c.tape_seq
    from position p cross join jsonb_to_recordset(p.closes) as c (asked_ms bigint, asked_seq bigint, tape_seq bigint)
    where c.asked_ms is not null`;

/** Fills at a level that completed their row. Only for these rows is the last arming known to be the one that fired. */
const AT_LEVELS = `
  select format('order of fill %s/%s of book %s', f.order_id, f.leg, f.book) as what, f.symbol, f.side = 'buy' as at_ask,
      (f.side = 'buy') <> w.at_stop as falls, case when w.at_stop then o.stop else o.price end as level,
      o.armed_seq as armed, ${madeFrom('coalesce(o.amended_ms, o.created_ms)')} as since, f.tape_seq
    from spot_fill f join spot_order o on o.book = f.book and o.id = f.order_id
      cross join lateral (select coalesce(o.triggered_seq is null
        and case f.side when 'buy' then f.price >= o.stop else f.price <= o.stop end, false) as at_stop) w
    where o.type <> 'market' and (o.type <> 'trailing_stop' or o.stop is not null) and f.tape_seq > o.armed_seq
  union all
  select format('opening of position %s of book %s', p.id, p.book), p.symbol, p.side = 'long', (p.side = 'long') <> (p.type = 'stop'), p.price,
      (p.armed -> 'limit' ->> 1)::bigint, coalesce((p.armed -> 'limit' ->> 2)::bigint, 0), p.entry_seq
    from position p where p.type <> 'market' and p.entry_seq > (p.armed -> 'limit' ->> 1)::bigint
  union all
  select format('reduction of position %s of book %s', p.id, p.book), p.symbol, p.side = 'short', (p.side = 'short') <> (r.type = 'stop'), r.price,
      (r.armed -> 'limit' ->> 1)::bigint, coalesce((r.armed -> 'limit' ->> 2)::bigint, 0), c.tape_seq
    from position p cross join jsonb_to_recordset(p.closes) as c (reason text, tape_seq bigint, "order" bigint)
      left join position r on r.book = p.book and r.id = c."order" and r.reduces = p.id and r.reason = 'reduced'
    where c.reason = 'reduce'
  union all
  select format('closing of position %s of book %s', p.id, p.book), p.symbol, p.side = 'short', (p.side = 'long') <> (c.reason = 'take_profit'),
      case c.reason when 'take_profit' then p.take_profit else p.stop_price end,
      (p.armed -> case c.reason when 'take_profit' then 'target' else 'stop' end ->> 1)::bigint,
      coalesce((p.armed -> case c.reason when 'take_profit' then 'target' else 'stop' end ->> 2)::bigint, 0), c.tape_seq
    from position p cross join jsonb_to_recordset(p.closes) as c (reason text, tape_seq bigint)
    where c.reason in ('stop_loss', 'profit_lock', 'take_profit')`;

/** Fills of a trailing stop, which watches the tape from the entry that armed it. */
const TRAILED = `select format('order of fill %s/%s of book %s', f.order_id, f.leg, f.book) as what, f.symbol, f.side = 'buy' as at_ask,
    o.trail_distance as distance, o.trail_seq as armed, coalesce(o.amended_ms, o.created_ms) as since, f.tape_seq
  from spot_fill f join spot_order o on o.book = f.book and o.id = f.order_id where o.type = 'trailing_stop' and o.stop is null
  union all select format('closing of position %s of book %s', p.id, p.book) as what, p.symbol, p.side = 'short' as at_ask, p.trail_distance as distance,
    (p.armed -> 'trail' ->> 1)::bigint as armed, coalesce((p.armed -> 'trail' ->> 2)::bigint, 0) as since, c.tape_seq
  from position p cross join jsonb_to_recordset(p.closes) as c (reason text, tape_seq bigint) where c.reason = 'trailing'`;

/**
 * Liquidations, with the margin that their journal released, less amounts that did not apply yet. `room` is the profit or loss,
 * in price terms, at which half of the margin is left. `own` is the financing charged by the closing entry, which no earlier
 * entry can have taken into account.
 */
const CLOSED_OUT = `select format('closing of position %s of book %s', p.id, p.book) as what, p.symbol, p.side = 'short' as at_ask, p.side = 'long' as falls,
    p.entry_price, case p.side when 'long' then 1 else -1 end as sign, c.quantity * ${contractSizeOf('p')} as units, c.rate,
    p.initial_margin / 2 - m.margin + coalesce((p.change_waits ->> 'margin')::numeric, 0) + c.financing + coalesce(c.charge, 0) - n.amount as room, n.amount as own,
    split_part(p.symbol, '/', 2) as quote, (p.armed -> 'margin' ->> 1)::bigint as armed, c.tape_seq
  from position p cross join jsonb_to_recordset(p.closes) as c (reason text, tape_seq bigint, quantity numeric, rate numeric,
      financing numeric, charge numeric, journal_seq bigint)
    cross join lateral (select -sum(l.amount) as margin from posting l
      where l.book = p.book and l.seq = c.journal_seq and l.account in ('contract_frozen', 'promo_frozen')) m
    cross join lateral (select coalesce(sum(e.amount), 0) as amount
      from jsonb_to_recordset(p.nights) as e (seq bigint, amount numeric) where e.seq = c.tape_seq) n
  where c.reason = 'close_out'`;
const AT_PAR = `l.quote in ('USDT', 'USD')`;

/**
 * The lowest and highest conversion rate that may have applied between arming and closing: all rates published in between, and
 * the newest rate of one minute before arming, because rows adopt a new rate one after another. The database does not record
 * which rate a row used at a given time.
 */
const RATES_MEANWHILE = `(select min(r.last) as least, max(r.last) as greatest from tape r
  where r.symbol = l.quote || '/USDT'
    and r.time_ms <= (select t.time_ms from tape t where t.symbol = l.symbol and t.seq = l.tape_seq)
    and r.seq >= coalesce((select max(b.seq) from tape b where b.symbol = l.quote || '/USDT' and b.time_ms <= (
      select t.time_ms from tape t where t.symbol = l.symbol and t.seq = l.armed) - 20 * ${SLACK}), 0))`;

const PRICE = `case when l.at_ask then q.ask else q.bid end`;
const GAINED = `l.units * l.sign * (${PRICE} - l.entry_price)`;

/** Fills of orders with a limit and a stop. The level that did not fill must not have been reached earlier. */
const ONE_CANCELS_OTHER = `
  select format('order of fill %s/%s of book %s', f.order_id, f.leg, f.book) as what, f.symbol, o.side, o.price, o.stop, f.tape_seq, o.armed_seq as armed,
      ${madeFrom('coalesce(o.amended_ms, o.created_ms)')} as since
    from spot_fill f join spot_order o on o.book = f.book and o.id = f.order_id where o.type = 'oco'`;

export const timeInvariants: readonly Invariant[] = [
  {
    invariant: 'L16: time: what was accepted was there for everybody at once',
    noFreeze: true,
    sql: `select format('transaction %s wrote at %s (%s) and was not there until %s', xid, at, told, seen) from held_back`,
  },
  {
    invariant: 'L16: the head of a tape is the entry that it names',
    sql: `select format('%s at entry %s', h.symbol, h.seq) from tape_head h join tape t on t.symbol = h.symbol and t.seq = h.seq
      where (h.time_ms, h.bid, h.ask, h.last) <> (t.time_ms, t.bid, t.ask, t.last)`,
  },
  {
    invariant: 'L16: time: what was accepted names the entry that was the newest then',
    sql: `select format('%s: entry %s of %s at %s', a.what, a.seq, a.symbol, a.ms) from (${ACCEPTED}) a
      left join tape t on t.symbol = a.symbol and t.seq = a.seq
      where (t.time_ms <= a.ms + ${SLACK}) is not true or exists (
        select from tape later where later.symbol = a.symbol and later.seq = a.seq + 1 and later.time_ms <= a.ms - ${SLACK})`,
  },
  {
    invariant:
      'L16: time: what fills at market fills at the newest entry if that is young, else at the first quote that was made since',
    sql: `select format('%s: entry %s of %s, accepted behind %s', m.what, m.tape_seq, m.symbol, m.seq) from (${AT_MARKET}) m
      left join tape n on n.symbol = m.symbol and n.seq = m.seq
      where m.tape_seq is distinct from case
        -- Orders placed during a closed session fill at the first quote after it reopens.
        when m.what like 'closing%' and session_reopens_ms(m.symbol, m.ms) is not null then (
          select min(q.seq) from tape q where q.symbol = m.symbol and q.seq > m.seq and q.seq <= m.tape_seq and not q.gap
            and q.time_ms >= session_reopens_ms(m.symbol, m.ms) and ${MADE} >= ${madeFrom('m.ms')})
        when not n.gap and m.ms - n.time_ms <= m.age_ms and m.ms - n.feed_time_ms <= m.age_ms then m.seq
        else (select min(q.seq) from tape q where q.symbol = m.symbol and q.seq > m.seq and q.seq <= m.tape_seq and not q.gap
          and ${MADE} >= ${madeFrom('m.ms')}) end`,
  },
  {
    invariant: 'L16: time: what waits for a level fills at the first entry that reaches it',
    sql: `select format('%s: entry %s of %s, level %s since %s', l.what, l.tape_seq, l.symbol, l.level, l.armed) from (${AT_LEVELS}) l
      where l.armed is not null and l.tape_seq is distinct from (
        select q.seq from tape q where q.symbol = l.symbol and q.seq > l.armed and q.seq <= l.tape_seq and not q.gap
          and ${MADE} >= l.since and case when l.falls then ${PRICE} <= l.level else ${PRICE} >= l.level end order by q.seq limit 1)`,
  },
  {
    invariant: 'L16: time: what waits for a limit or a stop fills at the first entry that reaches either',
    sql: `select format('%s: entry %s of %s, armed at %s', l.what, l.tape_seq, l.symbol, l.armed) from (${ONE_CANCELS_OTHER}) l
      where l.tape_seq is distinct from (
        select q.seq from tape q where q.symbol = l.symbol and q.seq > l.armed and q.seq <= l.tape_seq and not q.gap and ${MADE} >= l.since
          and case l.side when 'buy' then q.ask <= l.price or q.ask >= l.stop else q.bid >= l.price or q.bid <= l.stop end
        order by q.seq limit 1)`,
  },
  {
    invariant: 'L16: time: nothing fills from its expiry on',
    sql: `select format('fill %s/%s of book %s: entry %s of %s', f.order_id, f.leg, f.book, f.tape_seq, f.symbol)
      from spot_fill f join spot_order o on o.book = f.book and o.id = f.order_id
      join tape q on q.symbol = f.symbol and q.seq = f.tape_seq where q.time_ms >= o.expires_ms`,
  },
  {
    invariant: 'L16: time: what is closed out is so at the first entry at which half of its margin is left',
    sql: `select format('%s: entry %s of %s, level %s since %s', l.what, l.tape_seq, l.symbol, l.level, l.armed)
      from (select l.*, l.entry_price + l.sign * l.room / (l.units * l.rate) as level,
          l.entry_price + l.sign * (l.room + l.own) / (l.units * l.rate) as own_level from (${CLOSED_OUT}) l where ${AT_PAR}) l
      where l.tape_seq is distinct from (
        select q.seq from tape q where q.symbol = l.symbol and q.seq > l.armed and q.seq <= l.tape_seq and not q.gap
          and case when l.falls then ${PRICE} <= case q.seq when l.tape_seq then l.own_level else l.level end
            else ${PRICE} >= case q.seq when l.tape_seq then l.own_level else l.level end end order by q.seq limit 1)`,
  },
  {
    invariant:
      'L16: time: where the rate moves, what is closed out had come to it at its entry and no entry before, whatever counted of the rates',
    sql: `select format('%s: entry %s of %s at rate %s, since %s', l.what, l.tape_seq, l.symbol, l.rate, l.armed)
      from (${CLOSED_OUT}) l cross join lateral ${RATES_MEANWHILE} r
      where not (${AT_PAR}) and (
        not exists (select from tape q where q.symbol = l.symbol and q.seq = l.tape_seq and q.seq > l.armed and not q.gap
          and ${GAINED} * l.rate <= l.room + l.own)
        or exists (select from tape q where q.symbol = l.symbol and q.seq > l.armed and q.seq < l.tape_seq and not q.gap
          and ${GAINED} * r.least <= l.room and ${GAINED} * r.greatest <= l.room))`,
  },
  {
    invariant: 'L16: time: what trails fills at the first entry that came back far enough',
    sql: `select format('%s: entry %s of %s, %s since %s', l.what, l.tape_seq, l.symbol, l.distance, l.armed) from (${TRAILED}) l
      where l.tape_seq is distinct from (
        select w.seq from (
            select q.seq, q.gap, ${MADE} as made, case when l.at_ask then q.ask - min(q.ask) over (order by q.seq)
              else max(q.bid) over (order by q.seq) - q.bid end as back
            from tape q where q.symbol = l.symbol and q.seq between l.armed and l.tape_seq) w
          where w.seq > l.armed and w.made >= l.since and not w.gap and w.back >= l.distance order by w.seq limit 1)`,
  },
  {
    invariant:
      'L16: what a stake was worth is its amount at a price of its currency then, and its gain follows from that',
    // The tape has no index by time, so the query first narrows the search to the surrounding minutes.
    sql: `select format('ticket %s of book %s: %s %s as %s, gain %s', t.id, t.book, t.stake, t.currency, t.stake_usdt, t.profit_usdt)
      from option_ticket t
      where t.profit_usdt <> trunc(t.stake_usdt * t.payout_ratio, 8) or not case when t.currency = 'USDT' then t.stake_usdt = t.stake
        else exists (
          select from tape e where e.symbol = t.currency || '/USDT' and trunc(t.stake * e.bid, 8) = t.stake_usdt
            and e.time_ms <= t.accepted_ms + ${SLACK}
            and e.seq >= coalesce((select m.first_seq from tape_minute m
              where m.symbol = e.symbol and m.minute_ms <= t.accepted_ms - ${SLACK} order by m.minute_ms desc limit 1), 0)
            and e.seq <= coalesce((select m.first_seq from tape_minute m
              where m.symbol = e.symbol and m.minute_ms > t.accepted_ms + ${SLACK} order by m.minute_ms limit 1), e.seq)
            and not exists (select from tape n where n.symbol = e.symbol and n.seq = e.seq + 1 and n.time_ms <= t.accepted_ms - ${SLACK}))
        end`,
  },
  {
    invariant: 'L16: what an entry reached a minute ago has fired',
    noFreeze: true,
    sql: 'select told as format from left_unfired() union all select told from left_behind_rates()',
  },
  {
    invariant: 'L16: time: the engine was told nothing that no row bears out',
    sql: `select format('%s %s of book %s on %s, version %s: %s', kind, row_id, book, symbol, version, told)
      from engine_set_aside where why = 'false'`,
  },
  {
    invariant: 'L16: time: no firing was set aside because it stayed busy',
    noFreeze: true,
    sql: `select format('%s %s of book %s on %s, version %s: %s', kind, row_id, book, symbol, version, told)
      from engine_set_aside where why = 'busy'`,
  },
];
