-- Whether an entry is the newest is asked of the tape as it is. A transaction that keeps an old picture of the tables, and may do so for
-- as long as it likes, would be held against the tape of then: whoever's rows are held against the tape writes them without one.
create or replace function is_bound_in_time(of_table oid) returns boolean language plpgsql stable set search_path = public, pg_temp as
$$
begin
  if pg_has_role(session_user, (select c.relowner from pg_class c where c.oid = of_table), 'member') then
    return false;
  end if;
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'what is traded is written as the tape is now' using errcode = 'check_violation', constraint = 'as_it_is_now';
  end if;
  return true;
end
$$;
