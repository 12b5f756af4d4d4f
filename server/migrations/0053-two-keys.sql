-- A coin that one key bought and another key sold still counts towards the loss of the day of the key that bought it.
create or replace view api_mandate as
  select k.book, k.id, k.scopes, k.symbols, k.order_max, k.loss_max, k.ask_above, k.expires_ms, k.revoked_ms,
    greatest(0, ceil(-coalesce((
      select sum(p.cash + (p.carried + p.quantity) * case when p.carried + p.quantity > 0 then h.bid else h.ask end
          - p.carried * coalesce(m.bid, h.bid))
      from (
        select s.symbol, s.quantity, s.cash, least(s.carried, greatest(0, coalesce((select sum(b.amount) from balance b
            where b.book = k.book and b.account in ('spot', 'spot_frozen') and b.currency = split_part(s.symbol, '/', 1)), 0) - s.quantity
          + coalesce((select sum(greatest(0, -e.carried - e.quantity)) from api_day e
            where e.book = k.book and e.symbol = s.symbol and e.key_id <> k.id and e.day = n.day), 0))) as carried
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
