-- Emergency stops. One operator can stop payouts, the openings of one product, or those of one instrument at once and for at most a
-- day; two end a stop early. What is open goes on: a stop refuses only what would open something new, of both sides alike, and
-- says so in public (docs/decisions/emergency-stops.md).

create table emergency_stop (
  number bigint primary key check (number > 0),
  target text not null
    check (target ~ '^(payouts|product:(spot|contracts|forex|options|exchange|fund|loans)|instrument:[A-Z0-9]{2,12}/[A-Z]{3,4})$'),
  -- The public reason. The operator's own words are in the operators' log only, because they may name persons.
  cause text not null check (cause in ('prices', 'provider', 'error', 'security', 'authority')),
  hours int not null check (hours between 1 and 24),
  begun_by text not null references operator,
  person text not null,
  -- By the house's time. A stop is in effect until it has lasted its hours, or until two persons have released it.
  since_ms bigint not null,
  until_ms bigint not null check (until_ms >= since_ms),
  -- By the market clock. Orders that an earlier entry of the tape reached still fill at it.
  since_market_ms bigint not null,
  check (until_ms <= since_ms + hours * 3600000::bigint)
);
create index emergency_stop_until on emergency_stop (until_ms);
create trigger emergency_stop_kept before delete or truncate on emergency_stop for each statement execute function refuse_change();

-- The approvals of a release. Two persons within a day release a stop.
create table emergency_stop_approval (
  number bigint not null references emergency_stop,
  said_by text not null references operator,
  person text not null,
  said_ms bigint not null,
  primary key (number, person, said_ms)
);
create trigger emergency_stop_approval_append_only before update or delete or truncate on emergency_stop_approval
  for each statement execute function refuse_change();

create function emergency_stop_now_ms() returns bigint language plpgsql stable set search_path = public, pg_temp as
$$ begin return floor(extract(epoch from house_clock()) * 1000); end $$;

-- A stop begins now, with the record of the operator who signed exactly it. Nobody stops the same thing twice in a row: within a
-- day after a stop ended, the next one of the same target is begun by another person, so that no single person can prolong it.
create function emergency_stop_record() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  signed jsonb;
  last emergency_stop;
begin
  -- The record holds the lock of the operators' log, so of two concurrent stops the second sees the first.
  signed := approved_body('house', 'stop.begin', new.begun_by, null);
  if audit_by('house', 'stop.begin') is distinct from new.begun_by
    or (signed ->> 'target', signed ->> 'cause', signed ->> 'hours') is distinct from (new.target, new.cause, new.hours::text)
    or new.person is distinct from operator_person(new.begun_by)
    or not exists (select from operator o where o.account = new.begun_by and o.role in ('treasurer', 'admin') and o.disabled_ms is null)
  then
    raise exception 'the stop of % has no record', new.target using errcode = 'check_violation', constraint = 'emergency_stop_record';
  end if;
  if new.target like 'instrument:%' and not exists (select from tape_head h where h.symbol = substr(new.target, 12)) then
    raise exception 'there is no % to stop', new.target using errcode = 'check_violation', constraint = 'emergency_stop_target';
  end if;
  new.number := coalesce((select max(s.number) from emergency_stop s), 0) + 1;
  new.since_ms := emergency_stop_now_ms();
  new.until_ms := new.since_ms + new.hours * 3600000::bigint;
  new.since_market_ms := market_now_ms();
  select * into last from emergency_stop s where s.target = new.target order by s.number desc limit 1;
  if last.until_ms > new.since_ms then
    raise exception '% is stopped already', new.target using errcode = 'check_violation', constraint = 'emergency_stop_once';
  end if;
  if last.person = new.person and last.until_ms > new.since_ms - 86400000 then
    raise exception '% cannot stop % again', new.begun_by, new.target
      using errcode = 'check_violation', constraint = 'emergency_stop_two_persons';
  end if;
  return new;
end
$$;
create trigger emergency_stop_record before insert on emergency_stop for each row execute function emergency_stop_record();

-- Whether two persons have approved the release of a stop within a day.
create function emergency_stop_let_go(of_number bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select count(distinct a.person) >= 2 from emergency_stop_approval a
    where a.number = of_number and a.said_ms > emergency_stop_now_ms() - 86400000
$$;

create function emergency_stop_ends_once() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if (new.number, new.target, new.cause, new.hours, new.begun_by, new.person, new.since_ms, new.since_market_ms)
      is distinct from (old.number, old.target, old.cause, old.hours, old.begun_by, old.person, old.since_ms, old.since_market_ms)
    or new.until_ms > old.until_ms or old.until_ms <= emergency_stop_now_ms() or not emergency_stop_let_go(old.number)
  then
    raise exception 'stop % stays as it is', old.number using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger emergency_stop_ends_once before update on emergency_stop for each row execute function emergency_stop_ends_once();

create function emergency_stop_approval_record() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  new.said_ms := emergency_stop_now_ms();
  if audit_by('house', 'stop.release') is distinct from new.said_by
    or approved_body('house', 'stop.release', new.said_by, new.number::text) is null
    or new.person is distinct from operator_person(new.said_by)
    or not exists (select from operator o where o.account = new.said_by and o.role in ('treasurer', 'admin') and o.disabled_ms is null)
  then
    raise exception 'the approval to release stop % has no record', new.number
      using errcode = 'check_violation', constraint = 'emergency_stop_approval_record';
  end if;
  if not exists (select from emergency_stop s where s.number = new.number and s.until_ms > new.said_ms) then
    raise exception 'stop % is over', new.number
      using errcode = 'check_violation', constraint = 'emergency_stop_approval_counts';
  end if;
  return new;
end
$$;
create trigger emergency_stop_approval_record before insert on emergency_stop_approval
  for each row execute function emergency_stop_approval_record();

-- The second person's approval ends the stop. The log's lock orders concurrent approvals.
create function emergency_stop_released() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  update emergency_stop s set until_ms = greatest(s.since_ms, new.said_ms) where s.number = new.number and emergency_stop_let_go(s.number);
  return null;
end
$$;
create trigger emergency_stop_released after insert on emergency_stop_approval for each row execute function emergency_stop_released();

-- Whether openings of a product or an instrument are stopped. Commands read the stops up to a second before they write, so the
-- database refuses from two seconds after the beginning. An order that fills at an entry of the tape is stopped only if the
-- entry was made after the stop began; without an entry, `entry_ms` is null.
create function opening_is_stopped(of_product text, of_symbol text, entry_ms bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  now_ms bigint := emergency_stop_now_ms();
begin
  return exists (select from emergency_stop s where s.until_ms > now_ms and s.since_ms < now_ms - 2000
    and s.target in ('product:' || of_product, 'instrument:' || of_symbol) and coalesce(s.since_market_ms <= entry_ms, true));
end
$$;

-- Whether a stop was a true reason not to fill an order at an entry: it began before the entry, and lasts or has just ended.
create function opening_was_stopped(of_product text, of_symbol text, entry_ms bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return exists (select from emergency_stop s where s.until_ms > emergency_stop_now_ms() - 10000
    and s.target in ('product:' || of_product, 'instrument:' || of_symbol) and s.since_market_ms <= entry_ms);
end
$$;

-- Nothing is opened during a stop, whoever writes. A plan of purchases opens nothing; its purchases are orders. Each batch of
-- orders calls this, so the question whether anything at all is stopped comes first.
create function emergency_stop_upheld() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if not exists (select from emergency_stop s where s.until_ms > emergency_stop_now_ms()) then return null; end if;
  if exists (select from added a cross join lateral (select to_jsonb(a) as is) r where case tg_table_name
    -- A sale of coins for USDT gets out, so it goes on, like an order that only reduces a position.
    when 'spot_order' then (r.is ->> 'side' = 'buy' or r.is ->> 'to_symbol' is not null)
      and opening_is_stopped('spot', coalesce(r.is ->> 'to_symbol', r.is ->> 'symbol'), null)
    when 'spot_fill' then r.is ->> 'side' = 'buy' and opening_is_stopped('spot', r.is ->> 'symbol',
      (select t.time_ms from tape t where t.symbol = r.is ->> 'symbol' and t.seq = (r.is ->> 'tape_seq')::bigint))
    when 'position' then r.is ->> 'reduces' is null
      and opening_is_stopped(case r.is ->> 'product' when 'forex' then 'forex' else 'contracts' end, r.is ->> 'symbol', null)
    when 'option_ticket' then opening_is_stopped('options', r.is ->> 'symbol', null)
    when 'exchange' then r.is ->> 'to_currency' <> 'USDT'
      and opening_is_stopped('exchange', (r.is ->> 'to_currency') || '/USDT', null)
    when 'fund_order' then opening_is_stopped('fund', null, null)
    when 'loan' then opening_is_stopped('loans', null, null)
    else true end)
  then
    raise exception 'nothing is opened during a stop' using errcode = 'check_violation', constraint = 'emergency_stop_upheld';
  end if;
  return null;
end
$$;
create trigger emergency_stop_upheld after insert on spot_order referencing new table as added
  for each statement execute function emergency_stop_upheld();
create trigger emergency_stop_upheld after insert on spot_fill referencing new table as added
  for each statement execute function emergency_stop_upheld();
create trigger emergency_stop_upheld after insert on position referencing new table as added
  for each statement execute function emergency_stop_upheld();
create trigger emergency_stop_upheld after insert on option_ticket referencing new table as added
  for each statement execute function emergency_stop_upheld();
create trigger emergency_stop_upheld after insert on exchange referencing new table as added
  for each statement execute function emergency_stop_upheld();
create trigger emergency_stop_upheld after insert on fund_order referencing new table as added
  for each statement execute function emergency_stop_upheld();
create trigger emergency_stop_upheld after insert on loan referencing new table as added
  for each statement execute function emergency_stop_upheld();

-- An order is not amended into a new one during a stop either, and a waiting order opens no position at an entry made after the
-- beginning of the stop.
create function emergency_stop_entry() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  is_now jsonb := to_jsonb(new);
begin
  if (case tg_table_name
    when 'spot_order' then opening_is_stopped('spot', coalesce(is_now ->> 'to_symbol', is_now ->> 'symbol'), null)
    else opening_is_stopped(case is_now ->> 'product' when 'forex' then 'forex' else 'contracts' end, is_now ->> 'symbol',
      (is_now ->> 'entry_ms')::bigint) end)
  then
    raise exception '% % is not opened during a stop', tg_table_name, is_now ->> 'id'
      using errcode = 'check_violation', constraint = 'emergency_stop_upheld';
  end if;
  return null;
end
$$;
create trigger emergency_stop_entry after update on spot_order for each row
  when (old.amended_ms is distinct from new.amended_ms and new.side = 'buy') execute function emergency_stop_entry();
create trigger emergency_stop_entry after update on position for each row
  when (new.reduces is null and (old.amended_ms is distinct from new.amended_ms or (old.status = 'pending' and new.status = 'open')))
  execute function emergency_stop_entry();

-- While payouts are stopped, no withdrawal is approved, and no approved one is handed to the payment provider. What was paid before
-- can still be recorded as paid. The deadline of each withdrawal stays.
create function payouts_are_stopped(for_ms bigint) returns boolean language plpgsql stable set search_path = public, pg_temp as
$$
declare
  now_ms bigint := emergency_stop_now_ms();
begin
  return exists (select from emergency_stop s where s.target = 'payouts' and s.until_ms > now_ms and s.since_ms <= now_ms - for_ms);
end
$$;

create function emergency_stop_no_payout() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  -- An approval is decided with facts of up to a second before; the provider is asked right after this question.
  if payouts_are_stopped(case tg_table_name when 'payout' then 0 else 2000 end) then
    raise exception '% % of book % waits until the stop of payouts ends', tg_table_name, new.id, new.book
      using errcode = 'check_violation', constraint = 'emergency_stop_no_payout';
  end if;
  return new;
end
$$;
create trigger emergency_stop_no_payout before update on payout for each row when (new.attempts > old.attempts)
  execute function emergency_stop_no_payout();
create trigger emergency_stop_no_payout before update on withdrawal for each row
  when (new.status <> old.status and new.status = 'waiting' or new.first_by is distinct from old.first_by)
  execute function emergency_stop_no_payout();

grant select, insert (target, cause, hours, begun_by, person) on emergency_stop to candor_app;
grant select, insert (number, said_by, person) on emergency_stop_approval to candor_app;
comment on table emergency_stop is 'written by the door';
comment on table emergency_stop_approval is 'written by the door';
revoke execute on function emergency_stop_approval_record, emergency_stop_ends_once, emergency_stop_entry, emergency_stop_let_go,
  emergency_stop_no_payout, emergency_stop_now_ms, emergency_stop_record, emergency_stop_released, emergency_stop_upheld,
  opening_is_stopped, opening_was_stopped, payouts_are_stopped from public;
grant execute on function emergency_stop_now_ms, opening_is_stopped, payouts_are_stopped to candor_app;

-- Read by the invariants, which the guard evaluates.
grant select on emergency_stop, emergency_stop_approval to candor_guard;
