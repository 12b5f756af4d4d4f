-- A ticket has the payout and the bounds of the terms that count when it is accepted. By which time those are looked up its row says:
-- that it is of the last minutes was asked, that it is not still to come was not, and so a ticket could have terms that are published and
-- do not count yet, or be of before they changed.
create function option_ticket_of_now() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not is_wall_now(new.accepted_wall_ms) then
    raise exception 'ticket % of book % is accepted on terms of another time', new.id, new.book
      using errcode = 'check_violation', constraint = 'option_ticket_of_now';
  end if;
  return new;
end
$$;
revoke execute on function option_ticket_of_now from public;
create trigger option_ticket_of_now before insert on option_ticket for each row execute function option_ticket_of_now();
