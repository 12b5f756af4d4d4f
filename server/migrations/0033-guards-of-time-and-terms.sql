-- What the market's clock may be set to, whoever asks; which terms an order of the fund may name, and how long before they count
-- they are known; and that no play capital comes into a live house.

-- A live house is one with somebody in it and without play capital, as the server tells it (`ledger/play-money.ts`).
create function is_live_house() returns boolean language sql stable security definer set search_path = public, pg_temp as
$$
  select not exists (select from journal j where j.book = 0 and j.seq = 1 and j.kind = 'house_opening')
    and (exists (select from operator) or exists (select from customer))
$$;

-- So that none becomes a demo by an entry: play capital is there before anybody else.
create function no_play_capital() returns trigger language plpgsql as
$$
begin
  if is_live_house() then
    raise exception 'a live house has no play capital' using errcode = 'check_violation', constraint = 'no_play_capital';
  end if;
  return new;
end
$$;
create trigger no_play_capital before insert on journal for each row
  when (new.kind = 'house_opening') execute function no_play_capital();

-- The market's time is the wall's in a live house: its clock is set by nobody, not even by the owner of the database. In a demo
-- the clock of a simulated market goes forward, by as much as the record says; prices from outside come with the
-- time that it is; and the clock of a replay, which is that of its file, never goes behind the newest entry of any tape.
create function clock_set_forward() returns trigger language plpgsql as
$$
declare
  running text := (select l.feed from leader l where l.role = 'market');
  newest_ms bigint := (select max(h.time_ms) from tape_head h);
  wall_ms numeric := extract(epoch from clock_timestamp()) * 1000;
  owns boolean := pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member');
  passes boolean;
begin
  -- Of a demo the owner of the database may do what a test does. The record is read of a simulated market alone: who leads any
  -- other has no right to it.
  if is_live_house() then
    passes := false;
  elsif owns then
    passes := true;
  elsif running = 'external' then
    passes := false;
  elsif running = 'simulated' then
    passes := (new.base_wall_ms, new.speed) = (old.base_wall_ms, old.speed)
      and new.base_market_ms > old.base_market_ms
      and exists (
        select from (select * from audit order by seq desc limit 1) a, lateral (
          select extract(epoch from (a.before::jsonb ->> 'market_time')::timestamptz) * 1000 as was_ms,
            extract(epoch from (a.after::jsonb ->> 'market_time')::timestamptz) * 1000 as is_ms) said
        where a.xid = pg_current_xact_id_if_assigned() and a.subject = 'clock' and a.action = 'clock.forward'
          and said.is_ms - said.was_ms = new.base_market_ms - old.base_market_ms
          -- One record is one step: after a second one it would be later than was said. The minutes are for clocks that differ.
          and abs(said.is_ms - (new.base_market_ms + (wall_ms - new.base_wall_ms) * new.speed)) < 300000);
  else
    -- A few seconds are for clocks that differ.
    passes := new.base_market_ms + greatest(0, wall_ms - new.base_wall_ms) * new.speed
      >= coalesce(newest_ms, 0) - 5000 * greatest(new.speed, 1);
  end if;
  if passes is not true then
    raise exception 'the market clock cannot be set so' using errcode = 'check_violation', constraint = 'clock_set_forward';
  end if;
  return new;
end
$$;
create trigger clock_set_forward before update on clock for each row execute function clock_set_forward();
create trigger clock_kept before delete or truncate on clock for each statement execute function refuse_change();

-- An order of the fund is agreed under the version of its tier's terms that counts, or one that did until five minutes ago,
-- since clocks differ; the house's own configuration, version 0, counts until something is published. That the figures are those
-- of the version `fund_order_transition` asks.
create function fund_order_version() returns trigger language plpgsql as
$$
declare
  of_tier text := 'fund:' || new.project;
  wall_ms numeric := extract(epoch from clock_timestamp()) * 1000;
begin
  if exists (select from terms u where u.subject = of_tier and u.version > new.terms_version and u.effective_ms <= wall_ms - 300000)
    or (new.terms_version > 0 and not exists (
      select from terms t where t.subject = of_tier and t.version = new.terms_version and t.effective_ms <= wall_ms + 300000
        and (t.body::jsonb ->> 'open') is distinct from 'false'))
  then
    raise exception 'fund order % is not of the terms that count', new.id
      using errcode = 'check_violation', constraint = 'fund_order_version';
  end if;
  return new;
end
$$;
create trigger fund_order_version before insert on fund_order for each row execute function fund_order_version();

-- What customers agree to for days is known a day before it counts: the tiers of the fund and what loans cost, once they are
-- open. What is closed nobody agrees to, so that may count at once. The minutes are for clocks that differ.
create function terms_notice() returns trigger language plpgsql as
$$
begin
  if new.subject ~ '^(fund:\d+|loan)$' and new.body::jsonb ->> 'open' = 'true'
    and new.effective_ms < extract(epoch from clock_timestamp()) * 1000 + 86400000 - 300000
  then
    raise exception 'terms of % count before they were known for a day', new.subject
      using errcode = 'check_violation', constraint = 'terms_notice';
  end if;
  return new;
end
$$;
create trigger terms_notice before insert on terms for each row execute function terms_notice();
