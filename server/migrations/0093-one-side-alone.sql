-- Most losses are of customers with one side alone, of whom nothing has to be reckoned: 0091 did all the same, which took ten times as
-- long as to see that there is no other.

alter table position_due
  -- Null where rows of both sides changed.
  add column side text,
  -- Whether something changed that says what is borne.
  add column said boolean not null default false;

create or replace function position_bears() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  closing jsonb;
  first bigint;
  since bigint;
  said boolean := false;
begin
  if new.charge <> 0 or coalesce(old.charge, 0) <> 0 or jsonb_path_exists(new.closes, '$[*] ? (@.charge != "0")') then
    since := new.entry_ms;
    said := true;
  end if;
  for at in coalesce(jsonb_array_length(old.closes), 0) .. jsonb_array_length(new.closes) - 1 loop
    closing := new.closes -> at;
    if (closing ->> 'journal_seq')::bigint is null then
      raise exception 'a closing of position % names no journal', new.id
        using errcode = 'check_violation', constraint = 'position_borne';
    end if;
    first := least(first, (closing ->> 'journal_seq')::bigint);
    since := least(since,
      coalesce((select t.time_ms from tape t where t.symbol = new.symbol and t.seq = (closing ->> 'tape_seq')::bigint), 0));
    said := said or closing ?| array['charged', 'offsets'] or (closing ->> 'offset')::numeric is distinct from 0
      or coalesce((closing ->> 'charge')::numeric <> 0, false);
    if closing ? 'charged' then
      since := least(since, (select min(p.entry_ms) from position p where p.book = new.book
        and p.id = any (select (c ->> 'position')::bigint from jsonb_array_elements(closing -> 'charged') c)));
    end if;
  end loop;
  insert into position_due (book, symbol, first_seq, since_ms, side, said)
    -- A closing says when it was by a clock that may differ from that of the tape.
    values (new.book, new.symbol, first, coalesce(since, 0) - 2 * market_slack_ms(), new.side, said)
    on conflict (book, symbol) do update set first_seq = least(position_due.first_seq, excluded.first_seq),
      since_ms = least(position_due.since_ms, excluded.since_ms), said = position_due.said or excluded.said,
      side = case when position_due.side = excluded.side then excluded.side end;
  return null;
end
$$;

create or replace function position_borne() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  due position_due;
  wrong text;
begin
  delete from position_due d where d.book = new.book and d.symbol = new.symbol returning * into due;
  if due.book is null then
    return null;
  end if;
  -- Of one side alone nothing is borne, where nobody says that something was.
  if not due.said and due.side is not null
    and not exists (select from position p where p.book = due.book and p.symbol = due.symbol and p.side <> due.side
      and p.status in ('open', 'closing'))
    and not exists (select from position p where p.book = due.book and p.symbol = due.symbol and p.side <> due.side
      and p.status = 'closed' and p.closed_ms >= due.since_ms)
  then
    return null;
  end if;
  select u into wrong from position_unborne(due.book, due.symbol, coalesce(due.first_seq, 9223372036854775807), due.since_ms) u limit 1;
  if wrong is not null then
    raise exception '%', wrong using errcode = 'check_violation', constraint = 'position_borne';
  end if;
  return null;
end
$$;
