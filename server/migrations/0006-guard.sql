-- The guard: a process with a login of its own that evaluates the invariants every minute. What it finds freezes payouts and
-- the acceptance of new trades, by rules of the database, until two operators release the freeze (docs/decisions/guard.md).


drop table books_watch;
revoke insert, update, delete on books_breach from candor_app, candor_door;
drop trigger withdrawal_asked_books_hold on withdrawal;

-- When the guard last finished a run, in wall-clock milliseconds of the database; 0 before its first run.
create table guard_beat (
  singleton boolean primary key default true check (singleton),
  beat_ms bigint not null
);
insert into guard_beat (beat_ms) values (0);
create trigger guard_beat_kept before delete or truncate on guard_beat for each statement execute function refuse_change();

create table guard_freeze (
  number bigint primary key check (number > 0),
  -- The number of the first broken invariant, such as L1; or silence, if the guard itself did not run.
  reason text not null check (reason ~ '^(L[0-9]{1,3}|silence)$'),
  since_ms bigint not null,
  until_ms bigint check (until_ms >= since_ms),
  check (reason <> 'silence' or until_ms is not null)
);
create unique index guard_freeze_open on guard_freeze ((true)) where until_ms is null;
create function guard_freeze_ends_once() returns trigger language plpgsql as
$$
begin
  if old.until_ms is not null or (new.number, new.reason, new.since_ms) is distinct from (old.number, old.reason, old.since_ms) then
    raise exception 'freeze % stays as it is', old.number using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger guard_freeze_ends_once before update on guard_freeze for each row execute function guard_freeze_ends_once();
create trigger guard_freeze_kept before delete or truncate on guard_freeze for each statement execute function refuse_change();

-- Operators' approvals to release a freeze. Two persons within a day release it.
create table guard_approval (
  number bigint not null references guard_freeze,
  said_by text not null references operator,
  person text not null,
  said_ms bigint not null,
  primary key (number, person, said_ms)
);
create trigger guard_approval_append_only before update or delete or truncate on guard_approval
  for each statement execute function refuse_change();

-- Whether money may leave: no freeze is open, and the guard that would begin one ran within the last three minutes.
create or replace function books_hold() returns boolean language sql stable set search_path = public, pg_temp as
$$
  select not exists (select from guard_freeze f where f.until_ms is null)
    and (select b.beat_ms > extract(epoch from clock_timestamp()) * 1000 - 180000 from guard_beat b)
$$;

create function guard_now_ms() returns bigint language sql stable set search_path = public, pg_temp as
$$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$;

-- Only the guard calls this, at the end of each run: with the invariants that it evaluated, and the breaches that it found.
create function guard_ran(asked text[], broken text[], details text[]) returns void language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  at_ms constant bigint := guard_now_ms();
  -- After this long without a run, payouts stop, as `books_hold` says.
  silent_ms constant bigint := 180000;
  before_ms bigint;
begin
  if cardinality(asked) = 0 or not broken <@ asked or cardinality(broken) <> cardinality(details) then
    raise exception 'a run of the guard names what it evaluated' using errcode = 'check_violation', constraint = 'guard_ran';
  end if;
  select b.beat_ms into before_ms from guard_beat b for update;
  update guard_beat set beat_ms = greatest(before_ms, at_ms);
  if before_ms > 0 and at_ms - before_ms > silent_ms then
    insert into guard_freeze (number, reason, since_ms, until_ms)
      select coalesce(max(f.number), 0) + 1, 'silence', before_ms + silent_ms, at_ms from guard_freeze f;
  end if;
  update books_breach b set cleared_ms = greatest(b.found_ms, at_ms) where b.cleared_ms is null and b.invariant = any (asked)
    and not exists (select from unnest(broken, details) f (invariant, detail) where (f.invariant, f.detail) = (b.invariant, b.detail));
  insert into books_breach (invariant, detail, found_ms)
    select f.invariant, f.detail, at_ms from unnest(broken, details) f (invariant, detail)
    where not exists (select from books_breach b where b.cleared_ms is null and (b.invariant, b.detail) = (f.invariant, f.detail));
  if cardinality(broken) > 0 and not exists (select from guard_freeze f where f.until_ms is null) then
    insert into guard_freeze (number, reason, since_ms)
      select coalesce(max(f.number), 0) + 1, substring(broken[1] from '^L[0-9]{1,3}'), at_ms from guard_freeze f;
  end if;
end
$$;

-- Whether a breach names the book of a customer with whom an operator has a conflict of interest.
create function guard_is_tied(of_person text, of_freeze bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (select from guard_freeze f
    join books_breach b on b.cleared_ms is null or b.cleared_ms >= f.since_ms
    join operator_tie t on b.detail ~ ('\y(of|book|journal) ' || t.customer || '\y')
    where f.number = of_freeze and t.person = of_person)
$$;

-- An approval is what its operator signed, about a freeze that a breach began and nobody released yet.
create function guard_approval_record() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  new.said_ms := guard_now_ms();
  if audit_by('house', 'freeze.release') is distinct from new.said_by
    or approved_body('house', 'freeze.release', new.said_by, new.number::text) is null
    or new.person is distinct from operator_person(new.said_by)
    or not exists (select from operator o where o.account = new.said_by and o.role in ('treasurer', 'admin') and o.disabled_ms is null)
  then
    raise exception 'the approval to release freeze % has no record', new.number
      using errcode = 'check_violation', constraint = 'guard_approval_record';
  end if;
  if not exists (select from guard_freeze f where f.number = new.number and f.until_ms is null) or guard_is_tied(new.person, new.number) then
    raise exception '% cannot release freeze %', new.said_by, new.number
      using errcode = 'check_violation', constraint = 'guard_approval_counts';
  end if;
  return new;
end
$$;
create trigger guard_approval_record before insert on guard_approval for each row execute function guard_approval_record();

-- The second person's approval releases the freeze.
create function guard_released() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  -- Of two approvals at the same time, the second sees the first.
  perform from guard_freeze f where f.number = new.number for update;
  update guard_freeze set until_ms = greatest(since_ms, new.said_ms)
    where number = new.number and until_ms is null and (select count(distinct a.person) >= 2 from guard_approval a
      where a.number = new.number and a.said_ms > new.said_ms - 86400000 and not guard_is_tied(a.person, a.number));
  return null;
end
$$;
create trigger guard_released after insert on guard_approval for each row execute function guard_released();

-- While a freeze lasts, nothing new is bought or opened; coins can be sold for USDT. A command refuses it politely by the facts that it read up to a second
-- earlier, so this rule, which no code can omit, begins two seconds after the freeze.
create function guard_cancel_only() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if exists (select from guard_freeze f where f.until_ms is null and f.since_ms < guard_now_ms() - 2000)
    and exists (select from added a cross join lateral (select to_jsonb(a) as is) r where case tg_table_name
      when 'spot_order' then r.is ->> 'side' = 'buy' or r.is ->> 'to_symbol' is not null
      when 'exchange' then r.is ->> 'to_currency' <> 'USDT' else true end)
  then
    raise exception 'nothing is opened while the books are checked'
      using errcode = 'check_violation', constraint = 'guard_cancel_only';
  end if;
  return null;
end
$$;
create trigger guard_cancel_only after insert on spot_order referencing new table as added
  for each statement execute function guard_cancel_only();
create trigger guard_cancel_only after insert on position referencing new table as added
  for each statement execute function guard_cancel_only();
create trigger guard_cancel_only after insert on option_ticket referencing new table as added
  for each statement execute function guard_cancel_only();
create trigger guard_cancel_only after insert on exchange referencing new table as added
  for each statement execute function guard_cancel_only();

-- No payment is handed to the provider, and no capital leaves the house.
create function guard_no_payout() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if not books_hold() then
    raise exception 'payment % of book % waits until the books hold', new.id, new.book
      using errcode = 'check_violation', constraint = 'guard_no_payout';
  end if;
  return new;
end
$$;
create trigger guard_no_payout before update on payout for each row when (new.attempts > old.attempts)
  execute function guard_no_payout();

create function guard_no_capital_out() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if not books_hold() and exists (select from unnest(new.accounts, new.amounts) p (account, amount)
    where p.account = 'custody' and p.amount > 0)
  then
    raise exception 'capital leaves only while the books hold' using errcode = 'check_violation', constraint = 'guard_no_capital_out';
  end if;
  return null;
end
$$;
create trigger guard_no_capital_out after insert on journal for each row when (new.kind = 'house_capital')
  execute function guard_no_capital_out();

-- Freezes for the transparency log: one entry when it begins, and one with its end.
create function tlog_due_freezes(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  select f.number::text, e.part, null::bigint,
    'candor-freeze-v1|' || f.number || '|' || f.since_ms || '|' || case e.part when 0 then '-' else f.until_ms::text end || '|' || f.reason
  from guard_freeze f cross join (values (0::bigint), (1)) e (part)
  where (e.part = 0 or f.until_ms is not null)
    and not exists (select from tlog_entry t where t.kind = 'freeze' and t.key = f.number::text and t.position = e.part)
  order by f.number, e.part limit at_most
$$;

-- Entries of the tapes that are not quotes, and the first quote after them. They carry the market clock's time, so none is much
-- older than those of the other tapes that are logged already.
create index tlog_entry_newest_halt on tlog_entry (index) where kind = 'halt';
create function tlog_due_halts(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  with newest as (
    select coalesce((select t.time_ms from tlog_entry e join tape t on t.symbol = e.key and t.seq = e.position
      where e.kind = 'halt' order by e.index desc limit 1), 0) - 3600000 as from_ms
  ), reached as materialized (
    select h.symbol, h.seq as head, tlog_reached('halt', h.symbol) as seq from tape_head h
  ), pauses as (
    select t.symbol, t.seq, t.time_ms, coalesce(t.cause, 'gap') as cause, t.reason
    from newest n join tape t on t.gap and t.time_ms >= n.from_ms join reached r on r.symbol = t.symbol and t.seq > r.seq
  ), ends as (
    select t.symbol, t.seq, t.time_ms
    from (select p.symbol, p.seq from pauses p union select r.symbol, r.seq from reached r where r.seq >= 0 and r.seq < r.head
        and (select e.gap from tape e where e.symbol = r.symbol and e.seq = r.seq)) b
    join tape t on t.symbol = b.symbol and t.seq = b.seq + 1 and not t.gap
  )
  select a.symbol, a.seq, null::bigint, a.text from (
    select p.symbol, p.seq, p.time_ms, 'candor-pause-v1|' || p.symbol || '|' || p.seq || '|' || p.time_ms || '|' || p.cause || '|' || coalesce(p.reason, '-') as text
      from pauses p
    union all select e.symbol, e.seq, e.time_ms, 'candor-resume-v1|' || e.symbol || '|' || e.seq || '|' || e.time_ms from ends e
  ) a order by a.time_ms, a.symbol, a.seq limit at_most
$$;

-- Void tickets: each an entry without its customer, so that the published list of voids can be compared with the log.
create index tlog_entry_newest_void on tlog_entry (index) where kind = 'void';
create function tlog_due_voids(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  select t.book || '/' || t.id, t.settled_ms, null::bigint, 'candor-void-v1|' || t.symbol || '|'
    || case t.reason when 'gap_strike' then 'strike' else 'expiry' end || '|'
    || case t.reason when 'gap_strike' then coalesce(t.strike_seq - 1, t.accepted_seq) else t.settle_seq end || '|' || t.settled_ms
  from (select coalesce((select e.position from tlog_entry e where e.kind = 'void' order by e.index desc limit 1), 0) - 86400000 as from_ms) n
  join option_ticket t on t.status = 'void' and t.reason <> 'start_over' and t.settled_ms >= n.from_ms
  where not exists (select from tlog_entry e where e.kind = 'void' and e.key = t.book || '/' || t.id)
  order by t.settled_ms, t.id limit at_most
$$;

insert into tlog_source (kind, due, ordinal) values
  ('freeze', 'tlog_due_freezes', 10), ('halt', 'tlog_due_halts', 101), ('void', 'tlog_due_voids', 102);

grant select on guard_beat, guard_freeze to candor_app;
grant select, insert on guard_approval to candor_app;
comment on table guard_approval is 'written by the door';
revoke execute on function guard_approval_record, guard_cancel_only, guard_freeze_ends_once, guard_is_tied, guard_no_capital_out,
  guard_no_payout, guard_now_ms, guard_ran, guard_released, tlog_due_freezes, tlog_due_halts, tlog_due_voids from public;
grant execute on function guard_is_tied, guard_now_ms to candor_app;
