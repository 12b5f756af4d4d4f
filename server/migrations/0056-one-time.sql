-- Introduces the house's time, which dates everything in a demo and follows the market clock when it is set forward. A demo that
-- was set forward before has rows dated by the wall clock; from now on, all rows are dated by the house's time.
alter table clock add column ahead_ms bigint not null default 0;
alter table clock disable trigger user;
update clock set ahead_ms = base_market_ms - base_wall_ms where speed = 1 and exists (select from market_run)
  and not is_live_house() and base_market_ms > base_wall_ms;
alter table clock enable trigger user;

-- Whether the newest audit record of this transaction is the one that sets the clock forward from `old_clock` to `new_clock`. A
-- record permits only one step: a second step would end later than the record says. The five minutes allow for clock
-- differences.
create function clock_said_so(old_clock clock, new_clock clock) returns boolean language sql stable as
$$
  select exists (
    select from (select * from audit order by seq desc limit 1) a, lateral (
      select extract(epoch from (a.before::jsonb ->> 'market_time')::timestamptz) * 1000 as was_ms,
        extract(epoch from (a.after::jsonb ->> 'market_time')::timestamptz) * 1000 as is_ms) said
    where a.xid = pg_current_xact_id_if_assigned() and a.subject = 'clock' and a.action = 'clock.forward'
      and said.is_ms - said.was_ms = new_clock.base_market_ms - old_clock.base_market_ms
      and abs(said.is_ms - (new_clock.base_market_ms
        + (extract(epoch from clock_timestamp()) * 1000 - new_clock.base_wall_ms) * new_clock.speed)) < 300000)
$$;

-- The house's time. Everything that a customer or an operator sees is dated by it, and every business rule reads it. It equals
-- the wall clock, except in a simulated demo that an operator set forward (docs/decisions/one-time.md). Heartbeats of processes,
-- ages of transactions, sessions, and times that are compared with another machine's clock use the wall clock instead.

-- Names are qualified, because setting a search path would take longer than running the function.
create function house_ahead_ms() returns bigint language plpgsql stable as
$$ begin return (select c.ahead_ms from public.clock c); end $$;

create function house_clock() returns timestamptz language plpgsql stable as
$$ begin return clock_timestamp() + (select c.ahead_ms from public.clock c) * interval '1 millisecond'; end $$;

-- Each change of the difference between the house's time and the wall clock. From `wall_ms` on, the house's time is ahead by
-- `ahead_ms`. Every change is in the public log, so that anyone can tell when something was written, whatever its date.
create table clock_step (
  number bigint primary key check (number > 0),
  wall_ms bigint not null,
  -- The size of the change. Only the first step of a new demo can go into the past.
  step_ms bigint not null check (step_ms <> 0),
  ahead_ms bigint not null,
  -- The operator's record of the step. A record permits only one step.
  audit_seq bigint unique,
  constraint clock_step_forward check (step_ms > 0 or number = 1)
);
-- The difference is recorded in steps of at most a day, like later ones, because an outside watch accepts no longer steps.
insert into clock_step (number, wall_ms, step_ms, ahead_ms)
  select n, floor(extract(epoch from now()) * 1000), least(c.ahead_ms, n * 86400000) - (n - 1) * 86400000, least(c.ahead_ms, n * 86400000)
  from clock c, generate_series(1, (c.ahead_ms + 86399999) / 86400000) n;
create trigger clock_step_append_only before update or delete or truncate on clock_step
  for each statement execute function refuse_change();
create function clock_step_goes_on() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  last clock_step;
begin
  select * into last from clock_step s order by s.number desc limit 1;
  if (new.number, new.ahead_ms, new.ahead_ms) is distinct from
    (coalesce(last.number, 0) + 1, coalesce(last.ahead_ms, 0) + new.step_ms, (select c.ahead_ms from clock c))
    or (new.step_ms > 0) <> (new.audit_seq is not null)
  then
    raise exception 'step % of the clock does not follow step %', new.number, last.number
      using errcode = 'check_violation', constraint = 'clock_step_goes_on';
  end if;
  return new;
end
$$;
create trigger clock_step_goes_on before insert on clock_step for each row execute function clock_step_goes_on();

-- Records a step. Waits for transactions that have written journals or command records at the previous time. Later transactions
-- find the new time when they write, and a batch that was decided at the previous time is decided again. If the writers don't
-- finish in time, the step fails. Nothing is appended to the log while the step is written (`tlog_append` takes the same lock),
-- so no entry that is dated by the step precedes it in the log.
create function clock_stepped() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set lock_timeout = '5s' as
$$
begin
  perform pg_advisory_xact_lock(7305144);
  lock table journal, command_record in share mode;
  insert into clock_step (number, wall_ms, step_ms, ahead_ms, audit_seq) values (coalesce((select max(s.number) from clock_step s), 0) + 1,
    greatest(floor(extract(epoch from clock_timestamp()) * 1000), coalesce((select max(s.wall_ms) from clock_step s), 0)),
    new.ahead_ms - old.ahead_ms, new.ahead_ms,
    case when new.ahead_ms > old.ahead_ms then (select a.seq from audit a where a.xid = pg_current_xact_id_if_assigned()
      and a.subject = 'clock' and a.action = 'clock.forward' order by a.seq desc limit 1) end);
  return null;
end
$$;
create trigger clock_stepped after update on clock for each row when (new.ahead_ms <> old.ahead_ms) execute function clock_stepped();

-- Returns the difference between a house time and a wall-clock time. For ten seconds after a step, times from before the step
-- are accepted too.
create function house_apart_ms(of_ms bigint, at_wall_ms bigint) returns bigint language sql stable set search_path = public, pg_temp as
$$
  select min(abs(of_ms - at_wall_ms - a.ahead_ms)) from (
    select c.ahead_ms from clock c
    union all
    select s.ahead_ms - s.step_ms from clock_step s where s.wall_ms > extract(epoch from clock_timestamp()) * 1000 - 10000) a
$$;

-- Whether a step within the last day skipped a house time, so that nothing could be done at that time.
create function was_passed_over(of_ms bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (select from clock_step s where s.step_ms > 0
    and of_ms between s.wall_ms + s.ahead_ms - s.step_ms and s.wall_ms + s.ahead_ms
    and s.wall_ms + s.ahead_ms > extract(epoch from house_clock()) * 1000 - 86400000)
$$;

-- Whether the time was set forward within the last two minutes. Many things are then due at once and take a while to process.
create function was_set_forward_lately() returns boolean language sql stable set search_path = public, pg_temp as
$$ select exists (select from clock_step s where s.step_ms > 0 and s.wall_ms > extract(epoch from clock_timestamp()) * 1000 - 120000) $$;

grant select on clock_step to candor_app, candor_guard;
revoke execute on function clock_said_so, clock_step_goes_on, clock_stepped, house_apart_ms, was_passed_over, was_set_forward_lately from public;
grant execute on function clock_said_so to candor_app;
grant execute on function house_apart_ms to candor_app;
grant execute on function was_passed_over, was_set_forward_lately to candor_app, candor_guard;

-- Returns the unlogged steps of the house's time. They are logged before everything that is dated by them.
create function tlog_due_steps(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  select '', s.number, null::bigint, 'candor-clock-v1|' || s.number || '|' || s.wall_ms || '|' || s.ahead_ms
  from clock_step s where s.number > tlog_reached('clock', '') order by s.number limit at_most
$$;
revoke execute on function tlog_due_steps from public;
insert into tlog_source (kind, due, ordinal, every) values ('clock', 'tlog_due_steps', 0, 1);

create or replace function seal_ledger(at_most int) returns setof ledger_seal language plpgsql security definer
  set search_path = public, pg_temp as
$$
declare
  zero bytea := decode(repeat('00', 32), 'hex');
  before ledger_seal;
  made ledger_seal;
  open_book record;
  entry record;
  hash bytea;
  upto bigint;
  sealed int := 0;
  books text := '';
begin
  lock table ledger_seal in share row exclusive mode;
  select * into before from ledger_seal order by number desc limit 1;
  made.number := coalesce(before.number, 0) + 1;
  for open_book in
    select b.id, coalesce(s.seq, 0) as seq, coalesce(s.hash, zero) as hash from book b
      left join lateral (select * from journal_seal where book = b.id order by seq desc limit 1) s on true
    where b.seq > coalesce(s.seq, 0) and exists (select from journal j where j.book = b.id and j.seq > coalesce(s.seq, 0))
    order by b.id
  loop
    hash := open_book.hash;
    for entry in
      select j.* from journal j where j.book = open_book.id and j.seq > open_book.seq order by j.seq
    loop
      hash := sha256(hash || convert_to(audit_field(entry.book::text) || audit_field(entry.seq::text) || audit_field(entry.kind)
        || audit_field(entry.ref) || audit_field(entry.time_ms::text) || audit_field(entry.slot::text)
        || audit_field(array_to_string(entry.accounts, ',')) || audit_field(array_to_string(entry.currencies, ','))
        || audit_field(array_to_string(entry.amounts, ',')), 'UTF8'));
      upto := entry.seq;
      sealed := sealed + 1;
    end loop;
    insert into journal_seal (book, seq, hash, number) values (open_book.id, upto, hash, made.number);
    books := books || audit_field(open_book.id::text) || audit_field(upto::text) || audit_field(encode(hash, 'hex'));
    exit when sealed >= at_most;
  end loop;
  select a.seq, a.hash into made.audit_seq, made.audit_hash from audit a order by a.seq desc limit 1;
  made.audit_seq := coalesce(made.audit_seq, 0);
  made.audit_hash := coalesce(made.audit_hash, zero);
  if sealed = 0 and made.audit_hash = coalesce(before.audit_hash, zero) then return; end if;
  made.sealed_ms := extract(epoch from house_clock()) * 1000;
  made.root := sha256(coalesce(before.root, zero) || convert_to(audit_field(made.number::text) || audit_field(made.sealed_ms::text)
    || audit_field(made.audit_seq::text) || audit_field(encode(made.audit_hash, 'hex')) || books, 'UTF8'));
  insert into ledger_seal values (made.*);
  return next made;
end
$$;

create or replace function clock_set_forward() returns trigger language plpgsql as
$$
declare
  running text := (select l.feed from leader l where l.role = 'market');
  newest_ms bigint := (select max(h.time_ms) from tape_head h);
  wall_ms numeric := extract(epoch from clock_timestamp()) * 1000;
  owns boolean := pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member');
  may_lead boolean := pg_has_role(current_user, 'candor_tape', 'member');
  step_ms bigint := new.ahead_ms - old.ahead_ms;
  is_simulated boolean := running is not distinct from 'simulated' or exists (select from market_run);
  passes boolean;
begin
  if is_live_house() then
    passes := false;
  -- A new demo may begin in the past as long as nothing in it has a date.
  elsif step_ms < 0 then
    passes := owns and old.ahead_ms = 0 and new.ahead_ms >= -60 * 86400000::bigint and step_ms % 60000 = 0 and not is_simulated
      and (new.base_wall_ms, new.speed, new.base_market_ms) = (old.base_wall_ms, 1, old.base_market_ms + step_ms)
      and not exists (select from customer) and not exists (select from operator) and not exists (select from journal)
      and not exists (select from tape) and not exists (select from audit);
  -- A step is a number of whole hours, at most a day. A demo that began in the past returns to the present in steps of whole
  -- minutes. The opening with play capital makes the platform a demo permanently.
  elsif step_ms > 0 then
    passes := running is not distinct from 'simulated'
      and exists (select from journal j where j.book = 0 and j.seq = 1 and j.kind = 'house_opening')
      and (new.base_wall_ms, new.speed, new.base_market_ms) = (old.base_wall_ms, old.speed, old.base_market_ms + step_ms)
      and step_ms <= 86400000 and (step_ms % 3600000 = 0 or step_ms % 60000 = 0 and new.ahead_ms <= 0)
      and clock_said_so(old, new);
  -- In a demo, the database owner may set the clock, as tests do.
  elsif owns then
    passes := true;
  -- A market that was once simulated always counts as simulated, whatever the leader's row says.
  elsif running is not distinct from 'external' or is_simulated or not may_lead then
    passes := false;
  else
    -- A few seconds allow for clock differences.
    passes := new.base_market_ms + greatest(0, wall_ms - new.base_wall_ms) * new.speed
      >= coalesce(newest_ms, 0) - 5000 * greatest(new.speed, 1);
  end if;
  if passes is not true then
    raise exception 'the market clock cannot be set so' using errcode = 'check_violation', constraint = 'clock_set_forward';
  end if;
  return new;
end
$$;

create or replace function is_wall_now(of_ms bigint) returns boolean language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return of_ms - floor(extract(epoch from house_clock()) * 1000) between -10000 and 5000;
end
$$;

create or replace function hold_withdrawals(of_customer bigint) returns void language plpgsql
  security definer set search_path = public, pg_temp as
$$
begin
  update customer c set security_changed_ms = greatest(c.security_changed_ms, floor(extract(epoch from house_clock()) * 1000))
    where c.id = of_customer;
end
$$;

create or replace function customer_change_holds() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if not is_bound_in_time(tg_relid) then
    return new;
  end if;
  new.security_changed_ms := greatest(old.security_changed_ms, new.security_changed_ms, case when
    (old.password_hash is not null and new.password_hash is distinct from old.password_hash)
    or (old.trading_password_hash is not null and new.trading_password_hash is distinct from old.trading_password_hash)
    or (old.email_key is not null and new.email_key is distinct from old.email_key)
    or (old.wallet_address is not null and new.wallet_address is distinct from old.wallet_address)
    then floor(extract(epoch from house_clock()) * 1000)::bigint end);
  return new;
end
$$;

create or replace function operator_counts(of_account text, of_kind text, worth numeric) returns void language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  who operator;
  cap operator_cap;
  of_role numeric;
  of_person numeric;
begin
  select * into who from operator o where o.account = of_account;
  -- The payment provider isn't an operator, so its reports don't count.
  if who.account is null or worth <= 0 then return; end if;
  select * into cap from operator_cap c where c.role = who.role and c.kind = of_kind;
  -- Concurrent approvals run one after another, so that each sees those before it.
  perform pg_advisory_xact_lock(7305145, hashtext(of_kind));
  delete from operator_word w where w.kind = of_kind and w.said_at < house_clock() - interval '2 days';
  insert into operator_word (said_at, kind, role, person, usdt) values (house_clock(), of_kind, who.role, who.person, worth);
  -- A person's amounts are summed over all of the person's accounts and roles.
  select coalesce(sum(w.usdt) filter (where w.role = who.role), 0), coalesce(sum(w.usdt) filter (where w.person = who.person), 0)
    into of_role, of_person from operator_word w where w.kind = of_kind and w.said_at > house_clock() - interval '24 hours';
  if cap.role is null or of_role > cap.role_usdt or of_person > cap.operator_usdt then
    raise exception '% USDT are above what % may % within a day', worth, of_account, of_kind
      using errcode = 'check_violation', constraint = 'operator_cap';
  end if;
end
$$;

create or replace function operator_leave_guard() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  new.granted_at := house_clock();
  if audit_by('operator:' || new.account, 'operator.allow') is distinct from new.granted_by
    or (approved_body('operator:' || new.account, 'operator.allow', new.granted_by, null) ->> 'what') is distinct from new.what
    or new.person is distinct from operator_person(new.account)
  then
    raise exception 'more % for % are not on record', new.what, new.account
      using errcode = 'check_violation', constraint = 'operator_leave_record';
  end if;
  if not operator_admits(new.granted_by) or operator_person(new.granted_by) = new.person then
    raise exception 'more % for % take another person who is an admin', new.what, new.account
      using errcode = 'check_violation', constraint = 'operator_leave_two_persons';
  end if;
  return new;
end
$$;

create or replace function operator_pace_of(of_person text, of_what text) returns int language sql stable set search_path = public, pg_temp as
$$
  select p.hour_max * case when exists (select from operator_leave l where l.person = of_person and l.what = of_what
    and l.granted_at > house_clock() - interval '1 hour') then 10 else 1 end
  from operator_pace p where p.what = of_what
$$;

create or replace function operator_touches(of_person text, of_what text, customers bigint[], out before int, out by_now int) language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  this_hour timestamptz := date_trunc('hour', house_clock());
  of_day int;
begin
  perform pg_advisory_xact_lock(7305144, hashtext(of_what || of_person));
  delete from operator_hour h where h.hour < this_hour - interval '23 hours' and h.person = of_person;
  select count(*) into before from operator_hour h where h.hour = this_hour and h.what = of_what and h.person = of_person;
  select before + count(distinct c) into by_now from unnest(customers) c where not exists (select from operator_hour h
    where h.hour = this_hour and h.what = of_what and h.person = of_person and h.customer = c);
  -- A customer who was already counted within the last day is not counted again.
  select count(distinct c) into of_day from (
    select h.customer as c from operator_hour h where h.what = of_what and h.person = of_person
    union all select unnest(customers)) of_both;
  -- Exceeding the daily limit is reported like exceeding the hourly limit.
  if by_now > before and of_day > operator_day_pace_of(of_person, of_what)
    and exists (select from unnest(customers) c where not exists (select from operator_hour h
      where h.what = of_what and h.person = of_person and h.customer = c))
  then
    by_now := greatest(by_now, operator_pace_of(of_person, of_what) + 1);
  end if;
  -- A refused request is not recorded, so it is refused again if it is repeated.
  if by_now <= operator_pace_of(of_person, of_what) then
    insert into operator_hour (hour, what, person, customer)
      select this_hour, of_what, of_person, c from unnest(customers) c on conflict do nothing;
  end if;
end
$$;

create or replace function operator_day_pace_of(of_person text, of_what text) returns int language sql stable set search_path = public, pg_temp as
$$
  select p.day_max * case when exists (select from operator_leave l where l.person = of_person and l.what = of_what
    and l.granted_at > house_clock() - interval '1 hour') then 10 else 1 end
  from operator_pace p where p.what = of_what
$$;

create or replace view cap_state as
  select json_build_object(
    'used', (select coalesce(json_agg(json_build_object('kind', u.kind, 'role', u.role, 'person', u.person, 'usdt', u.usdt::text)), '[]')
      from (select w.kind, w.role, coalesce(w.person, '') as person, sum(w.usdt) as usdt from operator_word w
        where w.said_at > house_clock() - interval '24 hours'
        group by grouping sets ((w.kind, w.role, w.person), (w.kind, w.role))) u),
    'caps', (select coalesce(json_agg(json_build_object('kind', k.kind, 'role', k.role, 'operator', k.operator_usdt::text,
      'all', k.role_usdt::text)), '[]') from operator_cap k),
    'bids', (select coalesce(json_object_agg(split_part(h.symbol, '/', 1), h.bid::text), '{}')
      from tape_head h where h.symbol like '%/USDT'))::text as state;

create or replace function factor_reset_guard() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  new.said_at := house_clock();
  new.seq := coalesce((select max(a.seq) from audit a where a.subject = 'customer:' || new.customer), 0);
  if audit_by('customer:' || new.customer, 'factor.reset_first') is distinct from new.said_by
    or new.person is distinct from operator_person(new.said_by)
  then
    raise exception 'the first word on the factors of customer % has no record', new.customer
      using errcode = 'check_violation', constraint = 'factor_reset_record';
  end if;
  return new;
end
$$;

create or replace function factor_first_word(of_customer bigint) returns text language sql stable
  security definer set search_path = public, pg_temp as
$$
  select f.person from factor_reset_first f
    where f.customer = of_customer and f.said_at > house_clock() - interval '1 day'
      and not exists (select from operator_tie t where t.customer = f.customer and t.person = f.person)
      and not exists (select from audit a where a.subject = 'customer:' || f.customer and a.action = 'factor.reset'
        and a.reason like 'lost%' and a.seq > f.seq)
    order by f.said_at desc limit 1
$$;

-- Setting the clock now also ends holds and exclusions, so it must be signed. Earlier records have no signature.
alter table house_identity add column clock_approved_from bigint not null default 1;
alter table house_identity disable trigger user;
update house_identity set clock_approved_from = coalesce((select max(a.seq) from audit a), 0) + 1;
alter table house_identity enable trigger user;

create or replace function action_is_signed(of_action text) returns boolean language sql immutable parallel safe as
$$
  select not (of_action in ('denied', 'key.enrol') or of_action like '%.read' or of_action like 'chat.%'
    or of_action like 'article.%')
$$;

-- A step of a demo's time must have the length that an admin signed, because it also ends every hold and exclusion that expires
-- within it.
create function clock_approved() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  actor text := audit_by('clock', 'clock.forward');
  signed jsonb := approved_body('clock', 'clock.forward', actor, null);
begin
  if operator_admits(actor) is not true
    or (case signed ->> 'step' when 'hour' then 3600000 when 'day' then 86400000
      when 'minutes' then (signed ->> 'minutes')::bigint * 60000 end) is distinct from new.ahead_ms - old.ahead_ms
  then
    raise exception 'the clock was not set as was signed' using errcode = 'check_violation', constraint = 'clock_approved';
  end if;
  return new;
end
$$;
create trigger clock_zz_approved before update on clock for each row
  when (new.ahead_ms > old.ahead_ms) execute function clock_approved();
revoke execute on function clock_approved from public;

create or replace function audit_approval() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  given jsonb := new.approval::jsonb;
  said jsonb;
  key operator_key;
  auth bytea;
  told bigint;
begin
  perform pg_advisory_xact_lock(7305143);
  if given is null then
    if action_is_signed(new.action) and not approval_excused(new.operator, new.role, new.action, new.subject) then
      raise exception '% of % by % is not signed', new.action, new.subject, new.operator
        using errcode = 'check_violation', constraint = 'audit_approval_missing';
    end if;
    return new;
  end if;
  if not exists (select from operator o where o.account = new.operator and o.role = new.role and o.confirmed_ms is not null
    and o.disabled_ms is null)
  then
    raise exception '% is no operator who acts as %', new.operator, new.role
      using errcode = 'check_violation', constraint = 'audit_approval_operator';
  end if;
  select * into key from operator_key k where k.id = given ->> 'key';
  if key.account is distinct from new.operator or key.confirmed_ms is null or key.revoked_ms is not null
    or (given ->> 'time')::bigint >= key.valid_until_ms
  then
    raise exception '% of % is signed with no key of %', new.action, new.subject, new.operator
      using errcode = 'check_violation', constraint = 'audit_approval_key';
  end if;
  said := (given ->> 'client')::jsonb;
  if said ->> 'challenge' is distinct from rtrim(translate(encode(sha256(convert_to(
      approval_text(new.operator, new.action, new.subject, given), 'UTF8')), 'base64'), '+/', '-_'), '=')
    or (house_apart_ms(new.time_ms, (given ->> 'time')::bigint) <= 600000) is not true
    or coalesce(given ->> 'nonce', '') = '' or (given ->> 'body')::jsonb is null or coalesce(given ->> 'signature', '') = ''
  then
    raise exception 'something else was signed than % of %', new.action, new.subject
      using errcode = 'check_violation', constraint = 'audit_approval_other';
  end if;
  auth := decode(given ->> 'authenticator', 'hex');
  if octet_length(auth) < 37 or substring(auth from 1 for 32) <> sha256(convert_to(key.rp_id, 'UTF8'))
    or said ->> 'origin' is distinct from key.origin or coalesce(said ->> 'crossOrigin', 'false') <> 'false'
    -- A passkey must have verified that its owner was present and who they are. For a browser's key, the door verified the
    -- authenticator code.
    or (case key.kind when 'passkey' then said ->> 'type' is distinct from 'webauthn.get' or get_byte(auth, 32) & 5 <> 5
      else said ->> 'type' is distinct from 'candor.browser' or get_byte(auth, 32) & 1 <> 1 end)
  then
    raise exception '% of % was signed elsewhere than at this console', new.action, new.subject
      using errcode = 'check_violation', constraint = 'audit_approval_elsewhere';
  end if;
  told := (get_byte(auth, 33)::bigint << 24) + (get_byte(auth, 34) << 16) + (get_byte(auth, 35) << 8) + get_byte(auth, 36);
  if (told > 0 or key.uses > 0) and told <= key.uses then
    raise exception 'key % counts % uses after %: there are two of it', key.id, told, key.uses
      using errcode = 'check_violation', constraint = 'audit_approval_uses';
  end if;
  if told > key.uses then update operator_key k set uses = told where k.id = key.id; end if;
  return new;
end
$$;

create or replace function terms_by_two() returns trigger language plpgsql as
$$
begin
  if not exists (
      select from proposal p where p.book = 0 and p.id = new.proposal and p.kind = 'terms' and p.status = 'done'
        and p.body::jsonb ->> 'subject' = new.subject and p.body::jsonb -> 'body' = new.body::jsonb
        and (p.body::jsonb ->> 'effective_at')::bigint * 1000 = new.effective_ms)
    or new.effective_ms < extract(epoch from house_clock()) * 1000
  then
    raise exception 'terms of % have no proposal, or come too late', new.subject
      using errcode = 'check_violation', constraint = 'terms_by_two';
  end if;
  return null;
end
$$;

create or replace function terms_notice() returns trigger language plpgsql as
$$
begin
  if new.subject ~ '^(fund:\d+|loan)$' and new.body::jsonb ->> 'open' = 'true'
    and new.effective_ms < extract(epoch from house_clock()) * 1000 + 86400000 - 300000
  then
    raise exception 'terms of % count before they were known for a day', new.subject
      using errcode = 'check_violation', constraint = 'terms_notice';
  end if;
  return new;
end
$$;

create or replace function is_term_now(of_subject text, name text, value numeric) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as
$$
declare
  wall_ms bigint := floor(extract(epoch from house_clock()) * 1000);
begin
  return coalesce((terms_at(of_subject, wall_ms) ->> name)::numeric = value
    or (terms_at(of_subject, wall_ms - 10000) ->> name)::numeric = value, false);
end
$$;

create or replace function closed_lately(of_symbol text) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  wall_ms bigint := floor(extract(epoch from house_clock()) * 1000);
begin
  return coalesce(terms_at('instrument:' || of_symbol, wall_ms) ->> 'open' = 'false'
    or terms_at('instrument:' || of_symbol, wall_ms - 10000) ->> 'open' = 'false', false);
end
$$;

create or replace function position_follows() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  initial numeric := old.initial_margin;
  was_open numeric := old.open_quantity;
  part numeric;
  today int := floor(extract(epoch from house_clock() - interval '5 seconds') / 86400);
  violation text;
begin
  if old.entry_ms is null then
    initial := case when new.closes = '[]' then new.margin
      - coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(new.added) as e (a)), 0)
      else new.initial_margin end;
  else
    for part in select (c ->> 'quantity')::numeric from jsonb_array_elements(new.closes) with ordinality as e (c, at)
        where e.at > jsonb_array_length(old.closes) order by e.at
    loop
      exit when part >= was_open;
      initial := ceil(initial * (was_open - part) / was_open * 100000000) / 100000000;
      was_open := was_open - part;
    end loop;
  end if;
  if new.entry_ms is not null and new.initial_margin <> initial then
    violation := 'initial_margin';
  elsif new.financed_ms is distinct from coalesce((new.nights -> -1 ->> 'time_ms')::bigint, new.entry_ms, old.financed_ms) then
    violation := 'financed_ms';
  elsif old.added is distinct from new.added and not (
    coalesce((new.added -> -1 ->> 'amount')::numeric > 0, false)
    and (new.added -> -1 ->> 'day')::int between today and today + 1
    -- If a closing in the same batch also released a part of the margin, only the journals show how much was added.
    and (old.closes <> new.closes or old.entry_ms is null or (new.added -> -1 ->> 'amount')::numeric = new.margin - old.margin
      + coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(old.added) as e (a) where a -> 'day' = new.added -> -1 -> 'day'), 0))
    and (new.added - -1) = (case when old.added -> -1 -> 'day' = new.added -> -1 -> 'day' then old.added - -1 else old.added end))
  then
    violation := 'added';
  elsif old.entry_ms is not null and new.margin > old.margin and old.added is not distinct from new.added then
    violation := 'margin';
  end if;
  if violation is not null then
    raise exception 'position % of book %: % does not follow', new.id, new.book, violation
      using errcode = 'check_violation', constraint = 'position_follows';
  end if;
  return new;
end
$$;

create or replace function barred_truly(of_book bigint, of_reason text, wanted text, of_symbol text, of_leverage int) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  gate record;
  profile jsonb;
begin
  select * into gate from customer_gate g where g.book = of_book;
  if of_reason in ('account_frozen', 'account_locked') then
    return case of_reason when 'account_frozen' then gate.status = 'frozen' else gate.status not in ('active', 'frozen') end;
  end if;
  if wanted = 'sale' then
    return false;
  end if;
  if of_reason in ('product_not_offered', 'leverage_above_cap') then
    profile := profile_of(of_book);
  end if;
  return case of_reason
    when 'self_excluded' then coalesce(gate.excluded_until_ms > extract(epoch from house_clock()) * 1000 - 3000, false)
    when 'timed_out' then coalesce(gate.time_out_until_ms > extract(epoch from house_clock()) * 1000 - 3000, false)
    when 'product_not_offered' then not profile -> 'products' ? case wanted when 'purchase' then 'spot' else wanted end
    when 'pair_not_active' then closed_lately(of_symbol)
    when 'lever_not_enabled' then wanted in ('contracts', 'forex') and not gate.lever_enabled
    when 'bank_card_missing' then wanted = 'forex' and not gate.has_bank_card
    when 'leverage_above_cap' then wanted in ('contracts', 'forex') and coalesce(of_leverage > (profile -> 'caps' ->> of_symbol)::int, false)
    else false end;
end
$$;

create or replace function option_ticket_terms() returns trigger language plpgsql as
$$
declare
  wrong bigint;
begin
  select t.id into wrong from added t
    left join lateral (
      -- The newest version that was in effect at that time.
      select v.body::jsonb as body from terms v
      where v.subject = 'option:' || t.symbol and v.effective_ms <= t.accepted_wall_ms order by v.version desc limit 1
    ) v on true
  where t.payout_ratio is distinct from coalesce(
      (v.body ->> ('payout_' || t.seconds))::numeric,
      case t.seconds when 30 then 0.8 when 60 then 0.82 when 120 then 0.84 when 180 then 0.86 when 300 then 0.88 end)
    -- The time must be recent, so that nobody is paid by terms that no longer apply.
    or t.accepted_wall_ms < extract(epoch from house_clock()) * 1000 - 300000
  limit 1;
  if wrong is not null then
    raise exception 'ticket % has not the payout that was published', wrong
      using errcode = 'check_violation', constraint = 'option_ticket_terms';
  end if;
  return null;
end
$$;

create or replace function exchange_quote_given() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wall_ms bigint := floor(extract(epoch from house_clock()) * 1000);
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if tg_op = 'UPDATE' and old.number = new.number then
    if old.used or (old.from_currency, old.to_currency, old.from_amount, old.to_amount, old.fee, old.fee_rate, old.legs, old.quoted_ms,
        old.expires_ms, old.market_ms) is distinct from (new.from_currency, new.to_currency, new.from_amount, new.to_amount, new.fee,
        new.fee_rate, new.legs, new.quoted_ms, new.expires_ms, new.market_ms)
    then
      raise exception 'quote % of book % stays as it was given', new.number, new.book
        using errcode = 'check_violation', constraint = 'exchange_quote_given';
    end if;
    return null;
  end if;
  if (tg_op = 'UPDATE' and new.number < old.number)
    or abs(new.market_ms - now_ms) > slack_ms or new.expires_ms - new.quoted_ms > 10000 or new.quoted_ms > wall_ms + 3000
    or exists (
      select from json_to_recordset(new.legs::json) as l (symbol text, side text, price numeric, tape_seq bigint)
      left join tape t on t.symbol = l.symbol and t.seq = l.tape_seq and not t.gap
      where (l.price = case l.side when 'buy' then t.ask else t.bid end
        and was_newest(l.symbol, l.tape_seq, new.market_ms, slack_ms)) is not true)
  then
    raise exception 'quote % of book % is not of now', new.number, new.book
      using errcode = 'check_violation', constraint = 'exchange_quote_given';
  end if;
  return null;
end
$$;

create or replace function exchange_quote_violation(was exchange_quote, is_now exchange_quote) returns text
  language plpgsql stable security definer set search_path = public, pg_temp as
$$
declare
  of_terms jsonb := terms_at('exchange', is_now.quoted_ms);
  wall_ms bigint := floor(extract(epoch from house_clock()) * 1000);
  bid numeric;
  ask numeric;
  value numeric;
  left_over numeric;
  given jsonb := is_now.unused_ms::jsonb;
begin
  select max(l.price) filter (where l.side = 'sell'), max(l.price) filter (where l.side = 'buy') into bid, ask
    from jsonb_to_recordset(is_now.legs::jsonb) as l (side text, price numeric);
  value := case is_now.from_currency when 'USDT' then is_now.from_amount else trunc(is_now.from_amount * bid, 8) end;
  left_over := value - ceil(value * is_now.fee_rate * 100000000) / 100000000;
  return case
    when not is_wall_now(is_now.quoted_ms) or is_now.expires_ms <> is_now.quoted_ms + 10000 then 'time'
    when (of_terms ->> 'open') is distinct from 'true' or (value <= (of_terms ->> 'max_usdt')::numeric) is not true then 'bound'
    when is_now.fee_rate <> (of_terms ->> 'fee_rate')::numeric then 'rate'
    when (is_now.fee = value - left_over and is_now.to_amount = case is_now.to_currency when 'USDT' then left_over
      else trunc(left_over / ask, 8) end) is not true then 'figures'
    -- The legs sell exactly the currency given and buy exactly the currency received, in full.
    when exists (
      select from jsonb_to_recordset(is_now.legs::jsonb) as l (symbol text, coin text, side text, quantity numeric)
      where (l.symbol = l.coin || '/USDT' and (l.coin, l.quantity) = (case l.side
        when 'sell' then (is_now.from_currency, is_now.from_amount) when 'buy' then (is_now.to_currency, is_now.to_amount) end)) is not true)
      or (select count(*) filter (where l ->> 'side' = 'sell') <> (is_now.from_currency <> 'USDT')::int
          or count(*) filter (where l ->> 'side' = 'buy') <> (is_now.to_currency <> 'USDT')::int
        from jsonb_array_elements(is_now.legs::jsonb) as e (l)) then 'legs'
    when is_now.used then 'use'
    -- The list contains all quotes of the last hour that went unused before this one, and this one. Quotes that are within ten
    -- seconds of leaving the list may already be missing.
    when (given ->> -1)::bigint is distinct from is_now.quoted_ms
      or exists (select from jsonb_array_elements_text(coalesce(was.unused_ms, '[]')::jsonb) as e (ms)
        where e.ms::bigint > wall_ms - 3600000 + 10000 and not given @> jsonb_build_array(e.ms::bigint))
      or jsonb_array_length(given) <= (select count(*) from jsonb_array_elements_text(coalesce(was.unused_ms, '[]')::jsonb) as e (ms)
        where e.ms::bigint > wall_ms - 3600000 + 10000)
      or jsonb_array_length(given) > (of_terms ->> 'unused_max')::int then 'number unused'
  end;
end
$$;

create or replace view deposit_lately as
  select c.id as book, 0::bigint as id, coalesce((
    select json_agg(json_build_object('currency', d.currency, 'amount', d.amount::text, 'requested_ms', d.submitted_ms) order by d.id desc)
    from deposit d where d.book = c.id and d.status <> 'failed'
      and d.submitted_ms > extract(epoch from house_clock()) * 1000 - 2 * 86400000
  )::text, '[]') as asked
  from customer c;

create or replace function withdrawal_of_now() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  week_ms constant bigint := 604800000;
begin
  if is_bound_in_time(tg_relid) and not (
    case tg_op when 'INSERT' then is_wall_now(new.requested_ms)
    else (new.decided_ms is null or is_wall_now(new.decided_ms))
      and (new.approved_ms is not distinct from old.approved_ms or is_wall_now(new.approved_ms))
      and (new.hold_until_ms is not distinct from old.hold_until_ms or new.hold_until_ms is null
        or new.hold_until_ms between 1 + floor(extract(epoch from house_clock()) * 1000) - 10000
          and floor(extract(epoch from house_clock()) * 1000) + 5000 + week_ms) end)
  then
    raise exception 'withdrawal % of book % is not of now', new.id, new.book
      using errcode = 'check_violation', constraint = 'withdrawal_of_now';
  end if;
  return new;
end
$$;

create or replace view withdrawal_lately as
  select c.id as book, 0::bigint as id, coalesce((
    select json_agg(json_build_object('currency', w.currency, 'amount', w.amount::text, 'requested_ms', w.requested_ms) order by w.id desc)
    from withdrawal w where w.book = c.id and w.status <> 'failed'
      and w.requested_ms > extract(epoch from house_clock()) * 1000 - 2 * 86400000
  )::text, '[]') as asked
  from customer c;

create or replace function fund_order_version() returns trigger language plpgsql as
$$
declare
  of_tier text := 'fund:' || new.project;
  wall_ms numeric := extract(epoch from house_clock()) * 1000;
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

create or replace function loan_begins() returns trigger language plpgsql as
$$
declare
  two_from numeric := 10000;
  wall_ms numeric := extract(epoch from house_clock()) * 1000;
  agreed record;
begin
  if new.decided_by is not null or new.first_by is not null or new.principal_left <> 0 or new.next_mark <> 0
    or (new.interest_days, new.interest, new.overdue_days, new.fees) <> (0, 0, 0, 0)
    or not exists (select from customer c where c.id = new.book and c.kyc_status = 'approved')
  then
    raise exception 'loan % begins as %', new.id, new.status
      using errcode = 'check_violation', constraint = 'loan_transition';
  end if;
  if new.terms_version > 0 or exists (
    select from terms t where t.subject = 'loan' and t.effective_ms <= wall_ms - 300000)
  then
    select t.body::jsonb as body into agreed from terms t
      where t.subject = 'loan' and t.version = new.terms_version and t.effective_ms <= wall_ms + 300000 and not exists (
        select from terms u where u.subject = 'loan' and u.version > t.version and u.effective_ms <= wall_ms - 300000);
    if not found or (new.daily_rate, new.overdue_rate, new.overdue_cap) is distinct from ((agreed.body ->> 'daily_rate')::numeric,
        (agreed.body ->> 'overdue_rate')::numeric, (agreed.body ->> 'overdue_cap')::numeric)
      or new.amount not between (agreed.body ->> 'min')::numeric and (agreed.body ->> 'max')::numeric
    then
      raise exception 'loan % has not the terms that were published', new.id
        using errcode = 'check_violation', constraint = 'loan_terms';
    end if;
    two_from := coalesce((agreed.body ->> 'two_from')::numeric, two_from);
  end if;
  if new.needs_second is distinct from (new.amount >= two_from) then
    raise exception 'loan % does not say truly whether it takes two persons', new.id
      using errcode = 'check_violation', constraint = 'loan_two_persons';
  end if;
  return new;
end
$$;

create or replace function own_limit_loosening() returns trigger language plpgsql as
$$
declare
  now_ms numeric := extract(epoch from house_clock()) * 1000;
  was numeric := own_limit_allowed(old, now_ms + 60000);
begin
  if was is not null and (
    own_limit_allowed(new, now_ms) is null or own_limit_allowed(new, now_ms) > was
    or (new.pending_from_ms is distinct from old.pending_from_ms or new.pending_amount is distinct from old.pending_amount)
      and new.pending_from_ms < now_ms + 86400000 - 60000
  ) then
    raise exception 'limit %/% cannot be loosened at once', old.book, old.kind
      using errcode = 'check_violation', constraint = 'own_limit_loosening';
  end if;
  return new;
end
$$;

create or replace function own_limit_begins() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  now_ms numeric := extract(epoch from house_clock()) * 1000;
begin
  -- The minute allows for clock differences, and for a limit that was decided before midnight and is written after it.
  if is_bound_in_time(tg_relid) and new.period_start_ms not in (own_limit_period(new.period, now_ms - 60000),
    own_limit_period(new.period, now_ms + 60000))
  then
    raise exception 'the % of limit %/% began at another time', new.period, new.book, new.kind
      using errcode = 'check_violation', constraint = 'own_limit_begins';
  end if;
  return null;
end
$$;

create or replace function chat_forget_visitors(at_most int) returns int language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  old_ms bigint := (extract(epoch from house_clock()) * 1000)::bigint - 30 * 86400000::bigint;
  gone bigint[];
begin
  select array_agg(id) into gone from (
    select c.id from chat_conversation c where c.customer is null and c.last_ms < old_ms
      order by c.last_ms limit at_most for update skip locked
  ) c;
  if gone is null then
    return 0;
  end if;
  perform set_config('candor.forgetting', 'visitors', true);
  delete from chat_answer a where a.conversation = any(gone);
  delete from chat_message m where m.conversation = any(gone);
  perform set_config('candor.forgetting', '', true);
  delete from chat_picture p where p.conversation = any(gone);
  delete from chat_conversation c where c.id = any(gone);
  return cardinality(gone);
end
$$;

create or replace function recurring_barred(of_book bigint, of_symbol text) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  wall_ms bigint := floor(extract(epoch from house_clock()) * 1000);
  gate record;
begin
  select * into gate from customer_gate g where g.book = of_book;
  return gate.status is distinct from 'active'
    or coalesce(greatest(gate.excluded_until_ms, gate.time_out_until_ms) > wall_ms + 3000, false)
    or coalesce(not profile_of(of_book) -> 'products' ? 'spot', false)
    or coalesce(terms_at('instrument:' || of_symbol, wall_ms) ->> 'open' = 'false'
      and terms_at('instrument:' || of_symbol, wall_ms - 10000) ->> 'open' = 'false', false);
end
$$;

create or replace function tlog_append(at_most int, from_all boolean default true) returns table (index bigint, entry text) language plpgsql security definer
  set search_path = public, pg_temp as
$$
declare
  source record;
  next bigint;
  added bigint;
  now_ms bigint := (extract(epoch from clock_timestamp()) * 1000)::bigint;
  round bigint := (select p.appends from tlog_progress p);
  many int;
  failing text;
  had int;
begin
  perform pg_advisory_xact_lock(7305144);
  next := coalesce((select e.index + 1 from tlog_entry e order by e.index desc limit 1), 0);
  added := next;
  for source in
    select s.kind, s.due, k.tries from tlog_source s left join tlog_stuck k on k.kind = s.kind
      -- If the clock was set back, no source has to wait.
      where (k.kind is null or now_ms >= k.next_ms or now_ms < k.since_ms) and (from_all or round % s.every = 0) order by s.ordinal
  loop
    failing := null;
    many := greatest(1, at_most >> least(coalesce(source.tries, 0), 20));
    loop
      begin
        execute format(
          'insert into tlog_entry (index, kind, key, position, entry, book, opening, salt, time_ms)
            select $1 + row_number() over (order by d.n) - 1, $2, d.key, d.position,
              case when d.book is null and octet_length(d.text) > 65000
                  then ''candor-long-v1|'' || $2 || ''|'' || encode(sha256(convert_to(d.text, ''UTF8'')), ''hex'')
                when d.book is null then d.text
                else ''candor-private-v1|'' || $2 || ''|'' || encode(sha256(d.salt || convert_to(d.text, ''UTF8'')), ''hex'') end,
              d.book, case when d.book is not null then d.text end, case when d.book is not null then d.salt end, $3
            from (select t.*, uuid_send(gen_random_uuid()) as salt from %I($4) with ordinality t (key, position, book, text, n) offset 0) d',
          source.due)
          using next, source.kind, (extract(epoch from house_clock()) * 1000)::bigint, many;
        get diagnostics had = row_count;
        exit;
      exception when query_canceled or others then
        had := 0;
        failing := sqlstate || ': ' || sqlerrm;
        exit when many = 1 or sqlstate = '57014';
        many := many / 2;
      end;
    end loop;
    next := coalesce((select e.index + 1 from tlog_entry e order by e.index desc limit 1), 0);
    if failing is not null then
      insert into tlog_stuck as k (kind, since_ms, tries, next_ms, error) values (source.kind, now_ms, 1, now_ms + 1000, left(failing, 1000))
        on conflict (kind) do update set tries = k.tries + 1, next_ms = now_ms + least(60000, 1000 << least(k.tries, 6)), error = excluded.error;
    elsif source.tries is not null then
      -- Once more than one part of the source can be appended again, the source is no longer stuck.
      delete from tlog_stuck k where k.kind = source.kind and (had < many or k.tries = 1);
      update tlog_stuck k set tries = k.tries - 1, next_ms = now_ms where k.kind = source.kind;
    end if;
  end loop;
  update tlog_progress set appends = appends + 1, at_ms = (extract(epoch from clock_timestamp()) * 1000)::bigint;
  return query select e.index, e.entry from tlog_entry e where e.index >= added order by e.index;
end
$$;

create or replace function liability_prunable(of_statement bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (
    select from liability_statement s join liability_statement b on b.number = s.number - 1
      join tlog_entry e on e.kind = 'liabilities' and e.key = '' and e.position = s.number
      cross join (select extract(epoch from house_clock()) * 1000 as ms) n
    where s.number = of_statement and greatest(s.as_of_ms, e.time_ms) < n.ms - 172800000
      and exists (select from tlog_checkpoint c where c.size > e.index)
      and date_trunc('month', to_timestamp(b.as_of_ms / 1000), 'UTC') = date_trunc('month', to_timestamp(s.as_of_ms / 1000), 'UTC')
      and (b.as_of_ms / 86400000 = s.as_of_ms / 86400000 or s.as_of_ms < n.ms - 3024000000))
$$;

create or replace function liabilities_build(every_ms bigint) returns bigint language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = on set enable_hashjoin = on set enable_mergejoin = on set work_mem = '256MB' as
$$
declare
  before liability_statement;
  made liability_statement;
begin
  if current_setting('transaction_isolation') <> 'repeatable read' then
    raise exception 'liabilities are of one snapshot' using errcode = 'check_violation', constraint = 'liabilities_snapshot';
  end if;
  lock table liability_statement in share row exclusive mode;
  -- The snapshot is as old as the transaction. A statement of an earlier moment with the current date would hide later changes.
  if clock_timestamp() - transaction_timestamp() > interval '5 seconds' then
    raise exception 'liabilities are of this moment' using errcode = 'check_violation', constraint = 'liabilities_now';
  end if;
  select * into before from liability_statement s order by s.number desc limit 1;
  made.as_of_ms := extract(epoch from transaction_timestamp()) * 1000 + house_ahead_ms();
  -- If the newest statement is dated in the future, because the clock ran ahead, no statement would be built until then, and
  -- nobody would notice.
  if before.as_of_ms > made.as_of_ms + 60000 then
    raise exception 'the newest statement of liabilities is dated ahead' using errcode = 'check_violation', constraint = 'liabilities_ahead';
  end if;
  if made.as_of_ms < before.as_of_ms + greatest(every_ms, 1000) then return null; end if;
  made.number := coalesce(before.number, 0) + 1;
  made.seed := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  perform liability_claims(made.number);
  perform liability_tiles(made.number, made.seed, c.currency)
    from (select distinct c.currency from liability_claim c where c.statement = made.number) c;
  insert into liability_tree (statement, currency, leaves, sum, root)
    select made.number, t.currency, t.leaves, r.sum, r.hash
    from (
      select i.currency, sum(i.width) as leaves,
        array_agg(i.hash order by i.number) as hashes, array_agg(i.sum order by i.number) as sums
      from liability_tile i where i.statement = made.number group by i.currency
    ) t cross join lateral liability_root(t.hashes, t.sums) r;
  select coalesce(sum(t.leaves), 0), coalesce(string_agg(t.currency || '=' || t.sum, ',' order by t.currency collate "C"), ''),
      coalesce(string_agg(format('currency|%s|%s|%s|%s%s', t.currency, t.leaves, encode(t.root, 'hex'), t.sum, e'\n'), ''
        order by t.currency collate "C"), '')
    into made.leaves, made.sums, made.text from liability_tree t where t.statement = made.number;
  made.text := format('candor-liability-statement-v1|%s|%s%s', made.number, made.as_of_ms, e'\n') || made.text
    || coalesce((select string_agg(format('price|%s|%s|%s|%s%s', h.symbol, h.seq, trim_scale(h.bid), trim_scale(h.ask), e'\n'), ''
        order by h.symbol collate "C")
      from tape_head h where h.bid > 0 and exists (select from position p where p.symbol = h.symbol and p.status in ('open', 'closing'))), '');
  made.root := sha256(convert_to(made.text, 'UTF8'));
  insert into liability_statement values (made.*);
  return made.number;
end
$$;

create or replace function liabilities_prune() returns bigint language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  due constant bigint := (select s.number from liability_statement s
    where not exists (select from liability_pruned p where p.statement = s.number)
      and s.as_of_ms < extract(epoch from house_clock()) * 1000 - 172800000 and liability_prunable(s.number)
    order by s.number limit 1);
begin
  if due is null then return null; end if;
  insert into liability_pruned (statement, at_ms) values (due, extract(epoch from house_clock()) * 1000);
  delete from liability_claim c where c.statement = due;
  delete from liability_tile t where t.statement = due;
  return due;
end
$$;

create or replace view reserve as
  select s.currency, least(sum(s.amount), coalesce(max(h.held), 0))::numeric(38,8) as amount,
    coalesce(sum(s.amount) filter (where s.age_ms < 86400000), 0)::numeric(38,8) as fresh,
    min(s.as_of_ms) filter (where s.age_ms < 86400000) as fresh_since_ms,
    coalesce(max(h.held), 0)::numeric(38,8) as held
  from (select distinct on (c.currency, c.source) c.currency, c.amount, c.evidence, c.as_of_ms,
      extract(epoch from house_clock()) * 1000 - c.as_of_ms as age_ms
    from custody_statement c order by c.currency, c.source, c.as_of_ms desc, c.id desc) s
    left join (select b.currency, -sum(b.amount) as held from house_balance b where b.account = 'custody' group by b.currency) h using (currency)
  where is_live_house() and s.evidence is not null and s.age_ms >= 0 and s.age_ms < 3024000000
  group by s.currency
  union all
  select h.currency, -sum(h.amount)::numeric(38,8), -sum(h.amount)::numeric(38,8), null, -sum(h.amount)::numeric(38,8) from house_balance h
  where h.account = 'custody' and not is_live_house() group by h.currency;

create or replace function capital_out_covered(posted journal) returns void language plpgsql set search_path = public, pg_temp as
$$
declare
  out_of record;
  standing capital_standing;
begin
  for out_of in
    select p.currency, sum(p.amount) as amount from unnest(posted.accounts, posted.currencies, posted.amounts) as p (account, currency, amount)
    where p.account = 'custody' group by p.currency having sum(p.amount) > 0
  loop
    select * into standing from capital_standing;
    -- The free amount already excludes this outflow: in a demo according to the books, on a live platform according to the
    -- journal's time.
    if abs(standing.as_of_ms - extract(epoch from house_clock()) * 1000) > 7200000
      or (is_live_house() and abs(posted.time_ms - extract(epoch from house_clock()) * 1000) > 60000)
      or exists (select from json_to_recordset(standing.free) as f (currency text, free numeric) where f.free < 0)
      or not exists (select from json_to_recordset(standing.free) as f (currency text) where f.currency = out_of.currency)
    then
      raise exception 'no statement of liabilities lets % % leave the house', out_of.amount, out_of.currency
        using errcode = 'check_violation', constraint = 'capital_out_covered';
    end if;
  end loop;
end
$$;

create or replace function source_rule_next() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  newest record;
begin
  select s.number, s.rule into newest from source_rule s order by s.number desc limit 1;
  if new.number is distinct from coalesce(newest.number, 0) + 1 or new.rule is not distinct from coalesce(newest.rule, 'none') then
    raise exception 'rule % of the sources does not follow the newest one', new.number
      using errcode = 'check_violation', constraint = 'source_rule_next';
  end if;
  new.time_ms := floor(extract(epoch from house_clock()) * 1000);
  return new;
end
$$;

create or replace function command_record_in_time() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if extract(epoch from house_clock()) * 1000 > new.at_ms + 15000 then
    raise exception 'record % commits more than fifteen seconds late', new.number
      using errcode = 'serialization_failure', constraint = 'command_record_in_time';
  end if;
  return null;
end
$$;

create or replace function tlog_due_records(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql volatile set search_path = public, pg_temp as
$$
  select '', r.minute, null::bigint, 'candor-records-v1|' || r.minute * 60000 || '|' || min(r.number) || '|' || max(r.number) || '|'
    || count(*) || '|' || encode(sha256(string_agg(int8send(r.number) || r.hash, ''::bytea order by r.number)), 'hex')
  from (select c.at_ms / 60000 as minute, c.number, c.hash from command_record c
    where c.at_ms >= (tlog_reached('records', '') + 1) * 60000
      and c.at_ms < floor(extract(epoch from house_clock()) * 1000 - 20000)::bigint / 60000 * 60000) r
  group by r.minute order by r.minute limit at_most
$$;

create or replace function tlog_due_refused(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql volatile set search_path = public, pg_temp as
$$
  select case when p.part > 0 then p.part::text else '' end, p.minute, null::bigint, p.text
  from refused_parts(tlog_reached('refused', '') + 1,
    floor(extract(epoch from house_clock()) * 1000 - 20000)::bigint / 60000 * 60000, at_most) p
  order by p.minute, p.part
$$;

create or replace function signing_key_next() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  last signing_key;
begin
  -- Of two concurrent statements, the second sees the first.
  perform pg_advisory_xact_lock(7305147);
  select * into last from signing_key k where k.purpose = new.purpose order by k.number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1 or new.since_ms < last.since_ms then
    raise exception 'key % of % since % does not follow key % since %', new.number, new.purpose, new.since_ms, last.number, last.since_ms
      using errcode = 'check_violation', constraint = 'signing_key_next';
  end if;
  -- The signatures of two different keys differ, and a first key signs alone. Whether signatures are valid is checked at each
  -- start and by the audit, because the database cannot verify Ed25519.
  if (new.number = 1) <> (new.signed_before = new.signed)
    or new.purpose <> 'tape' and new.since_ms > extract(epoch from house_clock()) * 1000 + 60000
  then
    raise exception 'the statement of key % of % is none', new.number, new.purpose
      using errcode = 'check_violation', constraint = 'signing_key_stated';
  end if;
  if new.number = 1 and not signing_key_signed_before(new.purpose, new.public_key) then
    raise exception 'another key signed for the % before', new.purpose
      using errcode = 'check_violation', constraint = 'signing_key_first';
  end if;
  return new;
end
$$;

create or replace function revoke_api_keys(of_customer bigint) returns void language plpgsql volatile security definer
  set search_path = public, pg_temp as
$$
begin
  update api_key k set revoked_ms = floor(extract(epoch from house_clock()) * 1000) where k.book = of_customer and k.revoked_ms is null;
end
$$;

create or replace function act_by_key(books bigint[], keys bigint[], proofs text[]) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  wall_ms bigint := floor(extract(epoch from house_clock()) * 1000);
  keyed text;
  shown record;
begin
  for shown in
    select k.book, k.id, (k.revoked_ms is null and k.expires_ms > wall_ms and k.scopes like '%trade'
        and (select c.status from customer c where c.id = k.book) = 'active') as is_live
      from unnest(books, keys, proofs) as u (book, id, proof) join api_key k on k.book = u.book and k.id = u.id
      where k.proof_hash = sha256(decode(u.proof, 'hex')) order by k.book, k.id for share of k
  loop
    if not shown.is_live then
      perform read_too_long_ago('api key ' || shown.id);
    end if;
    keyed := concat_ws(',', keyed, shown.book || ':' || shown.id);
  end loop;
  keyed := concat_ws(',', keyed, nullif(array_to_string(keyed_now(), ','), ''));
  if keyed <> '' then
    perform set_config('candor.keyed', keyed || ';' || acting_code('key ' || keyed), true);
  end if;
end
$$;

create or replace function position_amended() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  slack_ms bigint := market_slack_ms();
  seq bigint := (new.armed -> 'limit' ->> 1)::bigint;
  newest bigint := (select t.seq from tape t where t.symbol = old.symbol order by t.seq desc limit 1);
  today int := floor(extract(epoch from house_clock() - interval '5 seconds') / 86400);
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if new.book::text <> all (acting_now()) and exists (select from signed_in s where s.customer = new.book) then
    perform unacted(new.book, tg_table_name);
  end if;
  if (old.status = 'pending' and new.status = 'pending' and old.type <> 'market'
    and new.amended_ms > coalesce(old.amended_ms, old.created_ms)
    and old.cancel_ms is null and new.cancel_ms is null and old.change_waits is null and new.change_waits is null
    and abs(new.amended_ms - market_now_ms()) <= slack_ms
    and was_newest(new.symbol, seq, new.amended_ms, slack_ms)
    and filling_seq(new.symbol, seq, new.amended_ms, (select h.fill_age_ms from tape_head h where h.symbol = new.symbol)) = seq
    and position_rearmed_truly(old, new)
    and coalesce(new.expires_ms > new.amended_ms and new.expires_ms > (select t.time_ms from tape t where t.symbol = new.symbol and t.seq = newest), true)
    and coalesce(new.expires_ms is not distinct from old.expires_ms or new.expires_ms - new.amended_ms between 1000 and 7776000000, true)
    and case when new.staked = old.staked then new.placed_day is not distinct from old.placed_day
      else new.placed_day between today and today + 1 end
    -- While trading is frozen, orders that only close positions can still be changed.
    and (new.reduces is not null or not exists (select from guard_freeze f where f.until_ms is null and f.since_ms < guard_now_ms() - 2000))
    and not exists (select from position p where p.book = new.book and p.id = new.reduces and p.open_quantity > new.quantity
      and (p.change_waits ->> 'margin')::numeric > 0)
    and position_cost_violation(new::public."position", true) is null
  ) is not true then
    raise exception 'position % of book % is not amended now', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_amended_in_time';
  end if;
  if position_reached(old::public."position", newest) is not null
    or coalesce(position_expired_seq(old.symbol, old.created_seq, old.expires_ms) <= newest, false)
  then
    raise exception 'position % of book % is to fire first', old.id, old.book
      using errcode = 'check_violation', constraint = 'reached_first';
  end if;
  return null;
end
$$;

create or replace function webhook_stopped() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  update webhook_delivery d set status = 'stopped', ended_ms = floor(extract(epoch from house_clock()) * 1000)
    where d.book = new.book and d.webhook = new.id and d.status = 'waiting';
  return null;
end
$$;

create or replace function customer_ends_webhooks() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  now_ms bigint := floor(extract(epoch from house_clock()) * 1000);
begin
  update webhook w set status = 'deleted', reason = null, url = '', kinds = '', sealed = null, version = w.version + 1, since_ms = now_ms
    where w.book = new.id and w.status <> 'deleted' and new.status = 'closed';
  update webhook w set status = 'off', reason = 'customer', version = w.version + 1, since_ms = now_ms
    where w.book = new.id and w.status = 'on' and new.status = 'locked';
  return null;
end
$$;

create or replace function webhook_hear(of_table text, changed jsonb) returns void language plpgsql security definer
  set search_path = public, pg_temp as
$$
declare
  told text := webhook_kind(of_table, changed);
  now_ms bigint := floor(extract(epoch from house_clock()) * 1000);
begin
  insert into webhook_delivery (book, webhook, event, kind, subject, row, created_ms, status, next_try_ms)
    select w.book, w.id, concat_ws('_', replace(told, '.', '_'), changed ->> 'id',
        case told when 'withdrawal.changed' then changed ->> 'version'
          when 'position.partly_closed' then jsonb_array_length(changed -> 'closes')::text end), told, of_table, changed, now_ms, 'waiting', now_ms
      from webhook w where w.book = (changed ->> 'book')::bigint and w.status = 'on' and told = any (string_to_array(w.kinds, ' '))
    on conflict do nothing;
end
$$;

create or replace view own_history as
  select b.id as book, 0::bigint as id, b.seq, coalesce((
      select json_agg(json_build_object('day', d.day, 'staked', d.staked::text, 'open', d.open::text,
        'result', d.result::text, 'deposited', d.deposited::text) order by d.day)
      from (
        select m.day, sum(m.staked) as staked, sum(m.open) as open, sum(m.result) as result, sum(m.deposited) as deposited
        from own_move m
        where m.book = b.id and m.last_day >= (select (extract(epoch from house_clock()) / 86400)::int - 40)
        group by m.day
      ) d
      where d.open <> 0 or d.day >= (select extract(epoch from house_clock()) / 86400 - 40)
    ), '[]') as days
  from book b;

alter table factor_reset_first alter column said_at set default house_clock();
alter table option_ticket alter column accepted_wall_ms set default (extract(epoch from house_clock()) * 1000)::bigint;
alter table command_record alter column at_ms set default floor(extract(epoch from house_clock()) * 1000);

create or replace function signed_order_in_time() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  ahead bigint := house_ahead_ms();
begin
  -- The device's time is by the wall clock, and the batch's is by the house's clock. If the two are too far apart, they are
  -- compared once more, in case the house's clock was set in between.
  if exists (select from written w left join receipt_batch b on b.number = w.batch
      where b.number is null or (abs(split_part(w.text, '|', 7)::bigint + ahead - b.at_ms) > 600000
        and house_apart_ms(b.at_ms, split_part(w.text, '|', 7)::bigint) > 600000)) then
    raise exception 'a signed order is not of the time of its batch'
      using errcode = 'check_violation', constraint = 'signed_order_in_time';
  end if;
  return null;
end
$$;

create or replace function device_key_of_session() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  perform pg_advisory_xact_lock(7305164, hashtext(new.book::text));
  if not exists (select from session s where s.customer = new.book and s.id = new.session and s.revoked_ms is null
      and new.at_ms - house_ahead_ms() between s.created_ms and s.expires_ms) then
    raise exception 'no open session of customer % registers this key', new.book
      using errcode = 'check_violation', constraint = 'device_key_of_session';
  end if;
  if (select count(*) >= 10 from device_key k where k.book = new.book and k.session = new.session and k.at_ms > new.at_ms - 86400000) then
    raise exception 'session % of customer % registered ten keys within a day', new.session, new.book
      using errcode = 'check_violation', constraint = 'device_key_session_day';
  end if;
  if new.number <> 1 + (select count(*) from device_key k where k.book = new.book) then
    raise exception 'key % of customer % does not follow the others', new.number, new.book
      using errcode = 'check_violation', constraint = 'device_key_next';
  end if;
  return new;
end
$$;
