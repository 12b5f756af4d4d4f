-- Time stamps (RFC 3161) of the public log's checkpoints, issued by independent authorities. A third party thereby states when a
-- checkpoint existed, so nobody can create one later and backdate it, even with the log's key and all witnesses
-- (docs/verification.md#time-stamps).

-- The authorities and certificates that the platform promises to use. There is a new row whenever the configuration changes them.
create table time_stamp_policy (
  number bigint primary key check (number > 0),
  text text not null check (octet_length(text) between 1 and 65000),
  time_ms bigint not null
);
create trigger time_stamp_policy_append_only before update or delete or truncate on time_stamp_policy
  for each statement execute function refuse_change();

create table time_stamp (
  number bigint primary key check (number > 0),
  policy bigint not null references time_stamp_policy,
  size bigint not null references tlog_checkpoint,
  -- The address of the authority.
  tsa text not null,
  -- The stamped text: the signed checkpoint with the cosignatures that it had at that time.
  note text not null,
  -- The authority's whole answer.
  answer bytea not null check (octet_length(answer) between 1 and 65536),
  -- The authority's time.
  time_ms bigint not null
);
create index time_stamp_by_tsa on time_stamp (tsa, number);
create trigger time_stamp_append_only before update or delete or truncate on time_stamp
  for each statement execute function refuse_change();

create function time_stamp_next() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  last time_stamp;
begin
  select * into last from time_stamp s order by s.number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1 or new.size < last.size then
    raise exception 'time stamp % of % entries does not follow time stamp % of %', new.number, new.size, last.number, last.size
      using errcode = 'check_violation', constraint = 'time_stamp_next';
  end if;
  if not exists (select from tlog_checkpoint c where c.size = new.size and starts_with(new.note, c.note)) then
    raise exception 'time stamp % does not match the checkpoint of % entries', new.number, new.size
      using errcode = 'check_violation', constraint = 'time_stamp_next';
  end if;
  return new;
end
$$;
create trigger time_stamp_next before insert on time_stamp for each row execute function time_stamp_next();

create function time_stamp_policy_next() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  last bigint := (select max(p.number) from time_stamp_policy p);
begin
  if new.number <> coalesce(last, 0) + 1 then
    raise exception 'policy % of time stamps does not follow policy %', new.number, last
      using errcode = 'check_violation', constraint = 'time_stamp_policy_next';
  end if;
  return new;
end
$$;
create trigger time_stamp_policy_next before insert on time_stamp_policy
  for each row execute function time_stamp_policy_next();

-- Returns the unlogged policies and stamps. Log entries that follow a stamp were made after it, so the absence of a stamp that
-- is withheld later is noticed.
create function tlog_due_stamp_policies(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  select '', p.number, null::bigint, 'candor-stamp-policy-v1|' || p.number || '|' || p.time_ms || '|'
    || encode(sha256(convert_to(p.text, 'UTF8')), 'hex')
  from time_stamp_policy p where p.number > tlog_reached('stamp_policy', '') order by p.number limit at_most
$$;
create function tlog_due_stamps(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  select '', s.number, null::bigint, 'candor-stamp-v1|' || s.number || '|' || s.policy || '|' || s.size || '|' || s.time_ms || '|'
    || encode(sha256(s.answer), 'hex')
  from time_stamp s where s.number > tlog_reached('stamp', '') order by s.number limit at_most
$$;
insert into tlog_source (kind, due, ordinal, every) values
  ('stamp_policy', 'tlog_due_stamp_policies', 15, 5), ('stamp', 'tlog_due_stamps', 16, 5);

grant select on time_stamp, time_stamp_policy to candor_app;
revoke execute on function time_stamp_next, time_stamp_policy_next, tlog_due_stamps, tlog_due_stamp_policies from public;
