-- A ticket has the payout and the bounds of the terms that count when it is accepted. By which time those are looked up its row says:
-- that it is of the last minutes was asked, that it is not still to come was not, and so a ticket could have terms that are published and
-- do not count yet, or be of before they changed.
create function option_ticket_of_now() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wrong record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select a.id, a.book into wrong from (select min(id) as id, min(book) as book, accepted_wall_ms from added group by accepted_wall_ms) a
    where not is_wall_now(a.accepted_wall_ms) limit 1;
  if found then
    raise exception 'ticket % of book % is accepted on terms of another time', wrong.id, wrong.book
      using errcode = 'check_violation', constraint = 'option_ticket_of_now';
  end if;
  return null;
end
$$;
revoke execute on function option_ticket_of_now from public;
create trigger option_ticket_of_now after insert on option_ticket referencing new table as added for each statement
  execute function option_ticket_of_now();
