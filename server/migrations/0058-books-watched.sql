-- The running server asks its books every minute whether they still add up. What does not is written down here, and as long as it
-- does not, no withdrawal is asked for, approved or said to be paid. Times are wall-clock milliseconds.

create table books_breach (
  id bigint generated always as identity primary key,
  invariant text not null,
  detail text not null,
  found_ms bigint not null,
  -- When the books were asked again and held.
  cleared_ms bigint,
  check (cleared_ms >= found_ms)
);
create index books_breach_open on books_breach (id) where cleared_ms is null;
create trigger books_breach_kept before delete or truncate on books_breach for each statement execute function refuse_change();
grant select, insert, update (cleared_ms) on books_breach to candor_app;

create function books_hold() returns boolean language sql stable set search_path = public, pg_temp as
$$ select not exists (select from books_breach b where b.cleared_ms is null) $$;
revoke execute on function books_hold from public;
grant execute on function books_hold to candor_app;

create view books_pause as select b.id as book, 0::bigint as id, books_hold() as holds from book b;
grant select on books_pause to candor_app;

create function withdrawal_books_hold() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if not books_hold() then
    raise exception 'withdrawal % waits until the books hold', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_books_hold';
  end if;
  return new;
end
$$;
create trigger withdrawal_asked_books_hold before insert on withdrawal for each row execute function withdrawal_books_hold();
create trigger withdrawal_books_hold before update on withdrawal for each row
  when (new.status <> old.status and new.status in ('waiting', 'success') or new.first_by is distinct from old.first_by)
  execute function withdrawal_books_hold();
