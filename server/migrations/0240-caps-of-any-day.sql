-- Caps that begin anew at midnight let whoever waits for it do twice as much within an hour. What counts are the last twenty-four hours,
-- whichever they are: so each word is kept with its time, instead of a sum of the day.

create table operator_word (
  said_at timestamptz not null,
  kind text not null,
  role text not null,
  person text not null,
  usdt numeric(38,8) not null check (usdt >= 0)
);
create index operator_word_said on operator_word (kind, said_at);

-- What was used today and yesterday counts on: of a day that is over, as if it had all been said when it ended.
insert into operator_word (said_at, kind, role, person, usdt)
  select least(clock_timestamp(), (d.day + 1)::timestamp at time zone 'UTC'), d.kind, d.role, d.person, d.usdt from operator_day d
    where d.person <> '' and d.day >= (clock_timestamp() at time zone 'UTC')::date - 1;

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
  -- The payment provider is no operator.
  if who.account is null or worth <= 0 then return; end if;
  select * into cap from operator_cap c where c.role = who.role and c.kind = of_kind;
  -- Of words at once each sees the ones before it.
  perform pg_advisory_xact_lock(7305145, hashtext(of_kind));
  delete from operator_word w where w.kind = of_kind and w.said_at < clock_timestamp() - interval '2 days';
  insert into operator_word (said_at, kind, role, person, usdt) values (clock_timestamp(), of_kind, who.role, who.person, worth);
  -- Another account in another role is the same person.
  select coalesce(sum(w.usdt) filter (where w.role = who.role), 0), coalesce(sum(w.usdt) filter (where w.person = who.person), 0)
    into of_role, of_person from operator_word w where w.kind = of_kind and w.said_at > clock_timestamp() - interval '24 hours';
  if cap.role is null or of_role > cap.role_usdt or of_person > cap.operator_usdt then
    raise exception '% USDT are above what % may % within a day', worth, of_account, of_kind
      using errcode = 'check_violation', constraint = 'operator_cap';
  end if;
end
$$;
revoke execute on function operator_counts from public;

create or replace view cap_state as
  select json_build_object(
    'used', (select coalesce(json_agg(json_build_object('kind', u.kind, 'role', u.role, 'person', u.person, 'usdt', u.usdt::text)), '[]')
      from (select w.kind, w.role, coalesce(w.person, '') as person, sum(w.usdt) as usdt from operator_word w
        where w.said_at > clock_timestamp() - interval '24 hours'
        group by grouping sets ((w.kind, w.role, w.person), (w.kind, w.role))) u),
    'caps', (select coalesce(json_agg(json_build_object('kind', k.kind, 'role', k.role, 'operator', k.operator_usdt::text,
      'all', k.role_usdt::text)), '[]') from operator_cap k),
    'bids', (select coalesce(json_object_agg(split_part(h.symbol, '/', 1), h.bid::text), '{}')
      from tape_head h where h.symbol like '%/USDT'))::text as state;

drop table operator_day;

grant select on operator_word to candor_app;
