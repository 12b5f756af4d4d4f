-- The certain costs of an API key's orders count towards the key's loss limit, for all orders of a batch together.

-- The certain cost of an order once it fills, in USDT: its fees, and the difference between the ask and the bid at its
-- acceptance. A purchase with a bracket costs twice as much, because its sale costs the same again.
create function api_order_cost(of_order spot_order) returns numeric language sql stable set search_path = public, pg_temp as
$$
  select (ceil(o.size * of_order.fee_rate * 100000000) + ceil(o.size * coalesce(of_order.to_fee_rate, 0) * 100000000)
      + ceil(o.size * (t.ask - t.bid) * 100000000 / t.bid) + coalesce(ceil(o.size * (u.ask - u.bid) * 100000000 / u.bid), 0))
      * case when of_order.take_profit is null then 1 else 2 end / 100000000
    from (select api_order_size(of_order) as size) o
    join tape t on t.symbol = of_order.symbol and t.seq = of_order.armed_seq
    left join tape u on u.symbol = of_order.to_symbol and u.seq = of_order.to_armed_seq
$$;

-- Mandates as they are now. The loss of the day is the proceeds and costs of the key's fills of the day, plus its holdings at
-- the newest prices, less its holdings at midnight at the last bid before. The holdings are the coins that it bought and did
-- not sell, as far as its customer still has them; coins sold beyond that today are to be bought back. Reserved are the certain
-- costs of its open orders.
create or replace view api_mandate as
  select k.book, k.id, k.scopes, k.symbols, k.order_max, k.loss_max, k.ask_above, k.expires_ms, k.revoked_ms,
    greatest(0, ceil(-coalesce((
      select sum(p.cash + (p.carried + p.quantity) * case when p.carried + p.quantity > 0 then h.bid else h.ask end
          - p.carried * coalesce(m.bid, h.bid))
      from (
        select s.symbol, s.quantity, s.cash, least(s.carried, greatest(0, coalesce((select sum(b.amount) from balance b
            where b.book = k.book and b.account in ('spot', 'spot_frozen') and b.currency = split_part(s.symbol, '/', 1)), 0) - s.quantity)) as carried
        from (
          select d.symbol, case d.day when n.day then d.carried else greatest(0, d.carried + d.quantity) end as carried,
            case d.day when n.day then d.quantity else 0 end as quantity, case d.day when n.day then d.cash else 0 end as cash
          from api_day d where d.book = k.book and d.key_id = k.id) s
      ) p
      join tape_head h on h.symbol = p.symbol
      left join tape m on m.symbol = p.symbol and m.seq = case when p.carried > 0 then entry_before(p.symbol, n.day * 86400000) end
    ), 0) * 100000000) / 100000000)::numeric(38,8) as loss,
    coalesce((select sum(api_order_cost(s)) from spot_order s
      join api_order o on o.book = s.book and o.order_id = coalesce(s.entry_id, s.id)
      where s.book = k.book and s.status = 'open' and o.key_id = k.id), 0)::numeric(38,8) as reserved
  from api_key k cross join (select market_now_ms() / 86400000 as day) n;

-- If an order names a key, it must be within the key's mandate.
create or replace function api_order_within() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  found record;
begin
  -- Most batches contain no order by a key.
  if not exists (select from added n join api_order o on o.book = n.book and o.order_id = n.id) or not is_bound_in_time(tg_relid) then
    return null;
  end if;
  for found in
    select a.id,
        coalesce(m.scopes like '%trade' and m.revoked_ms is null
          and (m.symbols = '*' or (a.symbol = any (string_to_array(m.symbols, ' '))
            and coalesce(a.to_symbol, a.symbol) = any (string_to_array(m.symbols, ' '))))
          and a.symbol like '%/USDT' and coalesce(a.to_symbol, a.symbol) like '%/USDT'
          and api_order_size(a) <= least(m.order_max, m.ask_above), false) as is_within
      from added n join api_order o on o.book = n.book and o.order_id = n.id
      join spot_order a on a.book = n.book and a.id = n.id
      join api_key m on m.book = o.book and m.id = o.key_id
  loop
    if not found.is_within then
      raise exception 'order % is not within the mandate of its api key', found.id
        using errcode = 'check_violation', constraint = 'api_order_within';
    end if;
  end loop;
  -- All orders of a key in this batch are counted together. Orders that filled immediately are not counted as open, and their
  -- fills are not written yet. A sale that protects a purchase was already counted with the purchase.
  for found in
    select k.key_id from (
      select n.book, o.key_id, sum(case when n.entry_id is null and n.status <> 'open' then api_order_cost(a)
          when n.entry_id is not null and n.status = 'open' then -api_order_cost(a) else 0 end) as more
        from added n join api_order o on o.book = n.book and o.order_id = coalesce(n.entry_id, n.id)
        join spot_order a on a.book = n.book and a.id = n.id
        group by 1, 2 having bool_or(n.entry_id is null)) k
      join api_mandate m on m.book = k.book and m.id = k.key_id
      where m.loss >= m.loss_max or m.loss + m.reserved + k.more > m.loss_max
  loop
    perform read_too_long_ago('api key ' || found.key_id);
  end loop;
  return null;
end
$$;

revoke execute on function api_order_cost from public;
-- The view calls them with the rights of whoever reads it.
grant execute on function api_order_cost, api_order_size to candor_app;

-- The call to which each signature of the compatible interface is bound, in all processes that serve it, because a signature does
-- not cover its call. A row is needed for only a minute. The table is unlogged: losing its rows in a crash of the database does
-- less harm than the delay of durable writes.
create unlogged table api_signature (
  -- The SHA-256 of the key's code and the signed text.
  hash bytea primary key check (octet_length(hash) = 32),
  call text not null check (length(call) between 1 and 100),
  changes boolean not null,
  until_ms bigint not null
);
create index api_signature_until on api_signature (until_ms);

grant select, insert, delete on api_signature to candor_app;
comment on table api_signature is 'written by the door';
