-- The guard is a process with its own login that evaluates the invariants every minute. By rules of the database, its findings
-- freeze payouts and the acceptance of new trades until two operators release the freeze (docs/decisions/guard.md).

-- The guard's runs of the last day. They are ordered by transaction and not by time, because the house controls the database's
-- clock and could set it back.
create table guard_run (
  number bigint primary key check (number > 0),
  -- Recorded before the run's first read: the time by the database's clock, the start time of the database server, the newest
  -- record of the operators' log, and how often the leader of the market had appended to the public log.
  began_ms bigint not null,
  server_started timestamptz not null,
  audit_seq bigint not null,
  appended bigint not null,
  -- Whether the database's clock has advanced since the guard's previous run by as much as the guard's own clock.
  in_time boolean not null,
  -- When the run ended, if it evaluated every quick invariant; and whether it found the books in order.
  ended_ms bigint,
  held boolean,
  check ((ended_ms is null) = (held is null))
);

create table guard_beat (
  singleton boolean primary key default true check (singleton),
  -- When the newest complete run ended, in wall-clock milliseconds of the database; 0 before the first one.
  beat_ms bigint not null,
  -- The newest run that has begun, the newest one that found the books in order, and the newest one that had begun before the
  -- last release of a freeze. Only a run that begins after a release can show that the books are in order again.
  run bigint not null default 0,
  held_run bigint not null default 0,
  released_run bigint not null default 0
);
insert into guard_beat (beat_ms) values (0);
create trigger guard_beat_kept before delete or truncate on guard_beat for each statement execute function refuse_change();

-- The invariants that the guard evaluates. For each: the run that last evaluated it, and the newest record of the operators' log
-- before the run in which it last held.
create table guard_check (
  invariant text primary key check (invariant ~ '^L[0-9]{1,3}: '),
  quick boolean not null,
  run bigint not null,
  held_audit_seq bigint not null default 0,
  -- The number of consecutive failures to evaluate it, the number of consecutive timeouts, and the newest error.
  failures int not null default 0,
  timeouts int not null default 0,
  error text
);

create table guard_freeze (
  number bigint primary key check (number > 0),
  -- The number of the first violated invariant, such as L1; or `silence` if the guard itself did not run.
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
    raise exception 'freeze % cannot change', old.number using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger guard_freeze_ends_once before update on guard_freeze for each row execute function guard_freeze_ends_once();
create trigger guard_freeze_kept before delete or truncate on guard_freeze for each statement execute function refuse_change();

-- The customers whose books are affected by the violations of a freeze.
create table guard_subject (
  number bigint not null references guard_freeze,
  book bigint not null references book,
  primary key (number, book)
);
create trigger guard_subject_append_only before update or delete or truncate on guard_subject
  for each statement execute function refuse_change();

-- The persons who acted on these customers, or on the house, after the invariant last held. They may have caused the violation,
-- so they can't release the freeze.
create table guard_party (
  number bigint not null references guard_freeze,
  person text not null,
  -- The person's newest such record in the operators' log.
  record bigint not null references audit,
  primary key (number, person)
);
create trigger guard_party_append_only before update or delete or truncate on guard_party
  for each statement execute function refuse_change();

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

create function guard_now_ms() returns bigint language sql stable set search_path = public, pg_temp as
$$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$;

-- Whether the newest run that found the books in order is still valid: it began after the last release and since the database
-- server started, and it ended at most three minutes ago. Because the clock can be set back, it is also valid for at most 240
-- appends to the public log, which another process makes once a second.
create function guard_holds() returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (select from guard_beat b join guard_run r on r.number = b.held_run
    where b.held_run > b.released_run and r.held and r.server_started = pg_postmaster_start_time()
      and r.ended_ms between guard_now_ms() - 180000 and guard_now_ms() + 1000
      and (select p.appends from tlog_progress p) - r.appended <= 240)
$$;

-- Only the guard calls this function, at the beginning of each run. It passes all invariants that it knows, the number of its own
-- previous run, and the time since that run began by its own clock. The function returns the number of the new run, and the
-- invariants that read history in the order in which they are due: first those that are violated or could not be evaluated, then
-- those that were evaluated longest ago. If the guard knows no such invariant, it returns one row without an invariant.
create function guard_begins(known text[], are_quick boolean[], before_run bigint, before_elapsed_ms bigint)
  returns table (run bigint, invariant text, timeouts int) language plpgsql security definer set search_path = public, pg_temp as
$$
#variable_conflict use_column
declare
  of_run bigint;
  at_ms bigint;
  before_ms bigint;
begin
  if cardinality(known) = 0 or cardinality(known) <> cardinality(are_quick) or not true = any (are_quick) then
    raise exception 'a run of the guard must list the invariants that it knows' using errcode = 'check_violation', constraint = 'guard_begins';
  end if;
  update guard_beat b set run = b.run + 1 returning b.run into of_run;
  at_ms := guard_now_ms();
  select r.began_ms into before_ms from guard_run r where r.number = before_run;
  insert into guard_run (number, began_ms, server_started, audit_seq, appended, in_time) values (of_run, at_ms, pg_postmaster_start_time(),
    coalesce((select a.seq from audit a order by a.seq desc limit 1), 0), (select p.appends from tlog_progress p),
    -- For a run of another guard, or the first run of a process, there is no previous run to compare with.
    coalesce(abs(at_ms - before_ms - before_elapsed_ms) <= 10000, true));
  delete from guard_run r using guard_beat b where r.number < of_run - 1440 and r.number <> b.held_run;
  delete from guard_check c where c.invariant <> all (known);
  insert into guard_check (invariant, quick, run) select u.invariant, u.is_quick, of_run from unnest(known, are_quick) u (invariant, is_quick)
    on conflict (invariant) do update set quick = excluded.quick where guard_check.quick <> excluded.quick;
  return query select of_run, c.invariant, c.timeouts from (values (of_run)) r left join guard_check c on not c.quick
    order by exists (select from books_breach b where b.cleared_ms is null and b.invariant = c.invariant) desc, c.failures > 0 desc, c.run,
      c.invariant;
end
$$;

-- Only the guard calls this function, at the end of each run. It passes the invariants that it evaluated, those whose evaluation
-- failed or timed out, and the violations that it found, each with the books of the customers concerned.
create function guard_ran(of_run bigint, asked text[], failed text[], late text[], errors text[], broken text[], details text[], about text[])
  returns void language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  at_ms constant bigint := guard_now_ms();
  -- If there was no run for this long, payouts stop (`guard_holds`).
  silent_ms constant bigint := 180000;
  beat guard_beat;
  this guard_run;
  is_complete boolean;
  is_in_order boolean;
  open_freeze bigint;
  is_new boolean := false;
begin
  if cardinality(asked || failed || late) = 0 or not broken <@ asked or asked && (failed || late)
    or cardinality(failed || late) <> cardinality(errors) or cardinality(broken) <> cardinality(details)
    or cardinality(broken) <> cardinality(about)
  then
    raise exception 'a run of the guard must list each evaluated invariant once' using errcode = 'check_violation', constraint = 'guard_ran';
  end if;
  select * into beat from guard_beat b for update;
  select * into this from guard_run r where r.number = of_run and r.ended_ms is null;
  if not found then
    raise exception 'run % of the guard has not begun or has ended', of_run using errcode = 'check_violation', constraint = 'guard_ran';
  end if;
  is_complete := not exists (select from guard_check c where c.quick and c.invariant <> all (asked));
  if is_complete and beat.beat_ms > 0 and (at_ms - beat.beat_ms > silent_ms or at_ms < beat.beat_ms or not this.in_time) then
    insert into guard_freeze (number, reason, since_ms, until_ms)
      select coalesce(max(f.number), 0) + 1, 'silence', least(beat.beat_ms + silent_ms, at_ms), at_ms from guard_freeze f;
  end if;
  update books_breach b set cleared_ms = greatest(b.found_ms, at_ms) where b.cleared_ms is null and b.invariant = any (asked)
    and not exists (select from unnest(broken, details) f (invariant, detail) where (f.invariant, f.detail) = (b.invariant, b.detail));
  select f.number into open_freeze from guard_freeze f where f.until_ms is null;
  if cardinality(broken) > 0 and open_freeze is null then
    insert into guard_freeze (number, reason, since_ms)
      select coalesce(max(f.number), 0) + 1, substring(broken[1] from '^L[0-9]{1,3}'), at_ms from guard_freeze f
      returning number into open_freeze;
    is_new := true;
  end if;
  perform guard_binds(open_freeze, of_run, f.invariant, f.about::bigint[]) from unnest(broken, details, about) f (invariant, detail, about)
    where is_new or not exists (select from books_breach b where b.cleared_ms is null and (b.invariant, b.detail) = (f.invariant, f.detail));
  insert into books_breach (invariant, detail, found_ms)
    select f.invariant, f.detail, at_ms from unnest(broken, details) f (invariant, detail)
    where not exists (select from books_breach b where b.cleared_ms is null and (b.invariant, b.detail) = (f.invariant, f.detail));
  update guard_check c set run = of_run, failures = 0, timeouts = 0, error = null,
      held_audit_seq = case when c.invariant = any (broken) then c.held_audit_seq else this.audit_seq end
    where c.invariant = any (asked);
  update guard_check c set error = f.error, failures = case when c.invariant = any (failed) then c.failures + 1 else c.failures end,
      timeouts = case when c.invariant = any (late) then c.timeouts + 1 else c.timeouts end
    from unnest(failed || late, errors) f (invariant, error) where c.invariant = f.invariant;
  if not is_complete then return; end if;
  -- An invariant that is violated, or that could not be evaluated three times in a row, is not in order until it is evaluated
  -- again.
  is_in_order := this.in_time and cardinality(broken) = 0 and not exists (select from guard_check c
    where c.failures >= 3 or exists (select from books_breach b where b.cleared_ms is null and b.invariant = c.invariant));
  update guard_run r set ended_ms = at_ms, held = is_in_order where r.number = of_run;
  update guard_beat b set beat_ms = at_ms, held_run = case when is_in_order then greatest(b.held_run, of_run) else b.held_run end;
end
$$;

-- Records the customers concerned by a violation, and the operators who acted on them between the time the invariant last held
-- and the run that found the violation. If it concerns no customer, these are all operators who acted on anyone in the last day
-- of that period.
create function guard_binds(of_freeze bigint, of_run bigint, broken text, books bigint[]) returns void language sql
  set search_path = public, pg_temp as
$$
  insert into guard_subject (number, book) select distinct of_freeze, b.id from book b where b.id = any (books) and b.id > 0
    on conflict do nothing;
  insert into guard_party (number, person, record)
    select of_freeze, o.person, max(a.seq) from guard_check c join guard_run r on r.number = of_run
      join audit a on a.seq > c.held_audit_seq and a.seq <= r.audit_seq and a.action !~ '\.read$' and a.action <> 'freeze.release'
        and case when exists (select from unnest(books) b (id) where b.id > 0)
          then a.subject in (select 'customer:' || b.id from unnest(books) b (id))
          else a.time_ms > r.began_ms - 86400000 and a.subject ~ '^(house$|customer:|platform:)' end
      join operator o on o.account = a.operator
    where c.invariant = broken group by o.person
    on conflict do nothing;
$$;

-- Whether a person has a conflict of interest about a freeze: with a customer concerned by one of its violations, or because the
-- person acted on one.
create function guard_is_tied(of_person text, of_freeze bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (select from guard_party p where p.number = of_freeze and p.person = of_person)
    or exists (select from guard_subject s join operator_tie t on t.customer = s.book where s.number = of_freeze and t.person = of_person)
$$;

-- An approval is signed by its operator, and is about a freeze that a violation caused and that has not been released yet.
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
  -- Of two concurrent approvals, the second sees the first. A run of the guard begins or ends either before or after this.
  perform from guard_beat b for update;
  perform from guard_freeze f where f.number = new.number for update;
  update guard_freeze set until_ms = greatest(since_ms, new.said_ms)
    where number = new.number and until_ms is null and (select count(distinct a.person) >= 2 from guard_approval a
      where a.number = new.number and a.said_ms > new.said_ms - 86400000 and not guard_is_tied(a.person, a.number));
  if found then update guard_beat set released_run = run; end if;
  return null;
end
$$;
create trigger guard_released after insert on guard_approval for each row execute function guard_released();

-- While a freeze lasts, nothing new is bought or opened; coins can be sold for USDT, and positions closed. Commands refuse this
-- based on facts that they read up to a second earlier. This rule, which no code can bypass, therefore takes effect two seconds
-- after the freeze.
create function guard_cancel_only() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  -- Each batch of orders calls this, so it is a separate statement, which costs little to start.
  if not exists (select from guard_freeze f where f.until_ms is null) then return null; end if;
  if exists (select from guard_freeze f where f.until_ms is null and f.since_ms < guard_now_ms() - 2000)
    and exists (select from added a cross join lateral (select to_jsonb(a) as is) r where case tg_table_name
      when 'spot_order' then r.is ->> 'side' = 'buy' or r.is ->> 'to_symbol' is not null
      -- An order that only reduces a position opens nothing.
      when 'position' then r.is ->> 'reduces' is null
      when 'exchange' then r.is ->> 'to_currency' <> 'USDT' else true end)
  then
    raise exception 'new trades are not allowed while they are frozen'
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

-- During a freeze, no payment is handed to the provider, and no capital is paid out.
create function guard_no_payout() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if not books_hold() then
    raise exception 'payment % of book % must wait while payouts are frozen', new.id, new.book
      using errcode = 'check_violation', constraint = 'guard_no_payout';
  end if;
  return new;
end
$$;
create trigger guard_no_payout before update on payout for each row when (new.attempts > old.attempts)
  execute function guard_no_payout();

create function guard_no_capital_out(posted journal) returns void language plpgsql set search_path = public, pg_temp as
$$
begin
  if not books_hold() and exists (select from unnest(posted.accounts, posted.amounts) p (account, amount)
    where p.account = 'custody' and p.amount > 0)
  then
    raise exception 'capital cannot leave while payouts are frozen' using errcode = 'check_violation', constraint = 'guard_no_capital_out';
  end if;
end
$$;

-- Returns the entries of the transparency log about freezes: one when a freeze begins, and one when it ends.
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

-- Returns entries of the tapes that are not quotes, each with the first quote after it. The entries of a tape are numbered in the
-- order in which they are written, so all those after the newest logged one are due, and no others.
create index tape_pause on tape (symbol, seq) where gap;
create function tlog_due_halts(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  with reached as materialized (
    select h.symbol, h.seq as head, tlog_reached('halt', h.symbol) as seq from tape_head h
  ), pauses as (
    select p.* from reached r cross join lateral (select t.symbol, t.seq, t.time_ms, coalesce(t.cause, 'gap') as cause, t.reason
      from tape t where t.gap and t.symbol = r.symbol and t.seq > r.seq order by t.seq limit at_most) p
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

-- Voided tickets, one entry each, without the customer, so that the published list of voids can be compared with the log. A
-- ticket is in this table from the transaction that voided it until it is logged, even if that transaction commits late.
create table tlog_void (
  book bigint not null,
  ticket bigint not null,
  primary key (book, ticket)
);
insert into tlog_void (book, ticket) select t.book, t.id from option_ticket t where t.status = 'void' and t.reason <> 'start_over';
create function option_ticket_void_waits() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  insert into tlog_void (book, ticket) values (new.book, new.id) on conflict do nothing;
  return null;
end
$$;
create trigger option_ticket_void_waits after insert or update of status on option_ticket for each row
  when (new.status = 'void' and new.reason <> 'start_over') execute function option_ticket_void_waits();
create function tlog_due_voids(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql volatile set search_path = public, pg_temp as
$$
  with due as materialized (
    select t.* from tlog_void v join option_ticket t on t.book = v.book and t.id = v.ticket order by t.settled_ms, t.id limit at_most
  ), taken as (
    delete from tlog_void v using due d where v.book = d.book and v.ticket = d.id
  )
  select t.book || '/' || t.id, t.settled_ms, null::bigint, 'candor-void-v1|' || t.symbol || '|'
    || case t.reason when 'gap_strike' then 'strike' else 'expiry' end || '|'
    || case t.reason when 'gap_strike' then coalesce(t.strike_seq - 1, t.accepted_seq) else t.settle_seq end || '|' || t.settled_ms
  from due t order by t.settled_ms, t.id
$$;

insert into tlog_source (kind, due, ordinal, every) values
  ('freeze', 'tlog_due_freezes', 10, 5), ('halt', 'tlog_due_halts', 101, 5), ('void', 'tlog_due_voids', 102, 5);

grant select on guard_beat, guard_check, guard_freeze, guard_party, guard_run, guard_subject to candor_app;
grant select, insert on guard_approval to candor_app;
comment on table guard_approval is 'written by the door';
revoke execute on function guard_approval_record, guard_begins, guard_binds, guard_cancel_only, guard_freeze_ends_once, guard_holds,
  guard_is_tied, guard_no_capital_out, guard_no_payout, guard_now_ms, guard_ran, guard_released, option_ticket_void_waits,
  tlog_due_freezes, tlog_due_halts, tlog_due_voids from public;
grant execute on function guard_holds, guard_is_tied, guard_now_ms to candor_app;

-- The guard can read what the invariants read, as granted in each file, and apart from that can only report its findings.
grant usage on schema public to candor_guard;
grant execute on function guard_begins, guard_ran to candor_guard;
