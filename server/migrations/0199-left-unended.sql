-- As 0122 has it, which asked of orders and levels alone: a ticket that is over ends, what was asked to close closes, and who changes one
-- coin for another gets the second. Whoever told the engine that one of these waits no longer kept a winner's money, and nothing said so.
create or replace function left_unfired() returns table (told text)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select format('position %s of book %s: its %s was reached and did not fire', p.id, p.book, r.part)
    from position p, position_reached(p, entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())) as r (part)
    where p.status in ('pending', 'open') and r.part is not null
  union all
  select format('position %s of book %s: its night was passed and is not charged', p.id, p.book) from position p
    where p.status in ('open', 'closing') and exists (select from tape t where t.symbol = p.symbol and not t.gap
      and t.seq = entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) and t.time_ms / 86400000 > p.financed_ms / 86400000)
  union all
  select format('order %s of book %s waits at market for an entry that has come', o.id, o.book) from (
      select p.book, p.id, p.symbol, p.created_seq as seq, p.created_ms as ms, p.fill_age_ms from position p
        where p.status = 'pending' and p.type = 'market'
      union all
      select s.book, s.id, s.symbol, s.armed_seq, s.created_ms, s.fill_age_ms from spot_order s
        where s.status = 'open' and s.type = 'market' and not s.priced @> '[{"leg": 1}]'
    ) o where filling_seq(o.symbol, o.seq, o.ms, o.fill_age_ms) <= entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('spot order %s of book %s was reached and did not fill', o.id, o.book) from spot_order o
    where o.status = 'open' and o.type = 'limit' and reached_between(o.symbol, case o.side when 'buy' then 'ask' else 'bid' end,
      o.side = 'buy', o.price, o.armed_seq, entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) + 1)
  union all
  -- What was asked to close over a closed session closes at the first quote from its reopening on.
  select format('position %s of book %s is asked to close, and its entry has come', p.id, p.book) from position p
    where p.status = 'closing' and p.asked_seq is not null
      and case when session_reopens_ms(p.symbol, p.asked_ms) is null then filling_seq(p.symbol, p.asked_seq, p.asked_ms, p.fill_age_ms)
        else (select q.seq from tape q where q.symbol = p.symbol and q.seq > p.asked_seq and not q.gap
          and q.time_ms >= session_reopens_ms(p.symbol, p.asked_ms) order by q.seq limit 1) end
        <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('order %s of book %s waits for its second coin, whose entry has come', o.id, o.book) from spot_order o
    where o.status = 'open' and o.type = 'market' and o.priced @> '[{"leg": 1}]'
      and filling_seq(o.to_symbol, o.to_armed_seq, o.created_ms, o.to_fill_age_ms)
        <= entry_past(o.to_symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('ticket %s of book %s is over and did not end', t.id, t.book) from option_ticket t
    where t.status = 'open' and exists (select from tape e where e.symbol = t.symbol and e.cause is distinct from 'reject'
      and e.seq = entry_past(t.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) and e.time_ms > t.expires_ms)
$$;
