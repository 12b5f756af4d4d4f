-- What is accepted or taken back is there for everybody within seconds. Each guard asks whether a row is of now when it is written;
-- whoever keeps the transaction open after that sees which way the market goes, or how a ticket ends, and only then commits it or not.
-- No limit of a transaction stops that, since each session sets its own, and a check at commit can be had earlier.
--
-- So a transaction that writes what is traded notes down when it did, under its own number, and whoever writes the tape, whose role nobody
-- has who takes orders, looks twice a second at what came to be there. What was written more than five seconds before a look that did
-- not see it yet, was held back: that is kept, and the audit tells it. A head of the tape nobody else can lock, to keep it from looking. A row of
-- `held_back` stays until the owner of the database, who has looked into it, deletes it.

create table accepted_lately (
  xid xid8 primary key,
  at timestamptz not null,
  told text not null
);
create table held_back (
  xid xid8 primary key,
  at timestamptz not null,
  seen timestamptz not null,
  told text not null
);
revoke all on accepted_lately, held_back from public, candor_app, candor_tape, candor_door;
grant select on held_back to candor_app;

-- The first statement of a transaction counts; where it is undone the next does.
create function accepted_lately() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  insert into accepted_lately (xid, at, told) values (pg_current_xact_id(), clock_timestamp(), tg_table_name || ' ' || lower(tg_op))
    on conflict do nothing;
  return null;
end
$$;
revoke execute on function accepted_lately from public;
do $$
declare
  of_table text;
begin
  foreach of_table in array array['spot_order', 'position', 'option_ticket', 'exchange'] loop
    execute format('create trigger accepted_lately after insert on %I for each statement execute function accepted_lately()', of_table);
  end loop;
end $$;
create trigger taken_back_lately after update on spot_order for each statement execute function accepted_lately();
create trigger taken_back_lately after update on position for each statement execute function accepted_lately();

-- When the market last looked. What it saw then was all that was there.
create table looked_last (
  singleton boolean primary key default true check (singleton),
  at timestamptz not null
);
insert into looked_last (at) values ('-infinity');
revoke all on looked_last from public, candor_app, candor_tape, candor_door;

create function market_looks() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  looks_at timestamptz := clock_timestamp();
  looked_at timestamptz := (select l.at from looked_last l);
begin
  if looks_at < looked_at + interval '500 milliseconds' then
    return null;
  end if;
  with seen as (delete from accepted_lately returning *)
  insert into held_back (xid, at, seen, told)
    select s.xid, s.at, looks_at, s.told from seen s where s.at + interval '5 seconds' < looked_at
    on conflict do nothing;
  update looked_last set at = looks_at;
  return null;
end
$$;
revoke execute on function market_looks from public;
create trigger market_looks after insert or update on tape_head for each statement execute function market_looks();
