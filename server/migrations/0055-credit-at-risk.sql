-- Experience credit is turned over by risk that was taken, and no credit is one half of a hedge.

-- What was turned over with a credit until it ended: stakes of tickets that were won or lost, and of positions that were closed what
-- was at risk over the time: 0.1% of their value an hour (0.02% of forex and metals, which move less), at most their initial margin.
-- A part that was closed earlier counts by its own time. A position held for a moment so counts next to nothing, whatever its
-- leverage. Of a partly closed position the row keeps the rest's initial margin; the whole is reckoned back from that share.
create or replace view experience_turnover as
  select c.book, c.id,
    coalesce((
      select sum(t.stake) from option_ticket t
      where t.book = c.book and t.source = 'promo' and t.status in ('won', 'lost')
        and t.accepted_ms >= c.granted_ms and t.settled_ms <= coalesce(c.ended_ms, t.settled_ms)
    ), 0) + coalesce((
      select sum(trunc(part.margin * least(1,
        p.leverage * greatest(part.time_ms - p.entry_ms, 0) * case p.product when 'forex' then 0.0002 else 0.001 end / 3600000), 8))
      from position p cross join lateral (
        select (e ->> 'time_ms')::bigint as time_ms,
          p.initial_margin * (e ->> 'quantity')::numeric / (p.closes -> -1 ->> 'quantity')::numeric as margin
        from jsonb_array_elements(p.closes) e
      ) part
      where p.book = c.book and p.collateral = 'promo' and p.status = 'closed'
        and (p.closes -> -1 ->> 'journal_seq')::bigint > c.id and p.closed_ms <= coalesce(c.ended_ms, p.closed_ms)
    ), 0) as amount
  from experience_credit c;

-- A conversion says how much was turned over; rows bear it out.
create function experience_credit_turned_over() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if new.turnover > (select u.amount from experience_turnover u where u.book = new.book and u.id = new.id) then
    raise exception 'experience credit %/% was not turned over', new.book, new.id
      using errcode = 'check_violation', constraint = 'experience_credit_turned_over';
  end if;
  return new;
end
$$;
create trigger experience_credit_turned_over before update on experience_credit for each row
  when (new.status = 'converted') execute function experience_credit_turned_over();

-- Who holds both sides of an instrument risks nothing, and with credit on one side the house alone can lose. So while credit is
-- margin of a position or of an order that rests, or the stake of a ticket, its customer takes no other side of it.
create index position_credit_alive on position (book, symbol) where collateral = 'promo' and status in ('pending', 'open', 'closing');

create function position_unhedged() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if new.collateral = 'promo' and exists (
    select from position p where p.book = new.book and p.status in ('pending', 'open', 'closing')
      and p.symbol = new.symbol and p.side <> new.side
  ) or new.collateral <> 'promo' and exists (
    select from position p where p.book = new.book and p.symbol = new.symbol and p.collateral = 'promo'
      and p.status in ('pending', 'open', 'closing') and p.side <> new.side
  ) then
    raise exception 'position % is the other side of credit', new.id
      using errcode = 'check_violation', constraint = 'position_unhedged';
  end if;
  return null;
end
$$;
create trigger position_unhedged after insert on position for each row execute function position_unhedged();

create function option_ticket_unhedged() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if exists (
    select from option_ticket t where t.book = new.book and t.status = 'open' and t.symbol = new.symbol
      and t.side <> new.side and 'promo' in (t.source, new.source)
  ) then
    raise exception 'ticket % is the other side of credit', new.id
      using errcode = 'check_violation', constraint = 'option_ticket_unhedged';
  end if;
  return null;
end
$$;
create trigger option_ticket_unhedged after insert on option_ticket for each row execute function option_ticket_unhedged();
