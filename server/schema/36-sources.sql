-- The rules by which a feed with several named sources makes its prices, each from the moment at which a leader began to use it.
-- All of them are in the public log, so that nobody can lower the minimum number of sources or drop a source unnoticed.
create table source_rule (
  number bigint primary key check (number > 0),
  time_ms bigint not null,
  -- `<min>|<age_max_ms>|<deviation_max>|<names, separated by commas>`, or `none` for a feed that names no sources.
  rule text not null check (rule ~ '^(none|[1-9]\d?\|\d{1,6}\|(0|[1-9]\d*)(\.\d{1,8})?\|[a-z0-9-]+(,[a-z0-9-]+)*)$')
);
create function source_rule_next() returns trigger language plpgsql set search_path = public, pg_temp as
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
create trigger source_rule_next before insert on source_rule for each row execute function source_rule_next();
create trigger source_rule_append_only before update or delete or truncate on source_rule
  for each statement execute function refuse_change();

create function tlog_due_source_rules(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  select '', s.number, null::bigint, 'candor-sources-v1|' || s.number || '|' || s.time_ms || '|' || s.rule
  from source_rule s where s.number > tlog_reached('sources', '') order by s.number limit at_most
$$;
insert into tlog_source (kind, due, ordinal, every) values ('sources', 'tlog_due_source_rules', 12, 5);

grant select on source_rule to candor_app;
revoke execute on function source_rule_next, tlog_due_source_rules from public;
