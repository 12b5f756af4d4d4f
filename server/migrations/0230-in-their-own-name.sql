-- More of what only customers do takes a session of theirs: keeping themselves from trading, which nobody can take back, tightening a
-- limit, handing in a deposit, waiting for a price, and closing their account, which was done without any journal.
do $$
declare
  of_table text;
begin
  foreach of_table in array array['own_pause', 'own_limit', 'price_alert', 'deposit'] loop
    execute format('create trigger begun_in_session after insert on %I referencing new table as added
      for each statement execute function begun_in_session()', of_table);
  end loop;
end $$;
-- Who has closed their account is told no price any more: the engine takes those alerts away itself.
create function alert_deleted_in_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and new.book::text <> all (acting_now()) and exists (select from signed_in s where s.customer = new.book)
    and not exists (select from customer c where c.id = new.book and c.status = 'closed')
  then
    perform unacted(new.book, 'price_alert');
  end if;
  return null;
end
$$;
revoke execute on function alert_deleted_in_session from public;
create trigger alert_deleted_in_session after update on price_alert for each row
  when (old.status <> new.status and new.status = 'deleted') execute function alert_deleted_in_session();
-- What was asked for counts by itself when its time has come; it is then never tighter.
create trigger changed_in_session after update on own_limit for each row
  when (new.amount < old.amount or (old.amount is null and new.amount is not null)
    or (new.pending_from_ms is not null and (old.pending_amount, old.pending_from_ms) is distinct from (new.pending_amount, new.pending_from_ms)))
  execute function changed_in_session();

create function closed_in_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and new.id::text <> all (acting_now()) and exists (select from signed_in s where s.customer = new.id) then
    perform unacted(new.id, 'closing');
  end if;
  return null;
end
$$;
revoke execute on function closed_in_session from public;
create trigger closed_in_session after update on customer for each row
  when (old.status <> 'closed' and new.status = 'closed') execute function closed_in_session();

-- Whether a message was read, mailed or pushed is the door's to say, which reads, mails and pushes it: whoever carries out commands could
-- say it of a warning before anybody saw it.
revoke update (mailed_ms, read_ms, pushed_ms) on notice from candor_app;
grant update (mailed_ms, read_ms, pushed_ms) on notice to candor_door;

-- A picture is given back, and may be cleared away then, when the verification or the deposit that it was for was refused.
create function file_given_back() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and (old.attached > new.attached or (new.released
    and not exists (select from kyc_application k where k.book = new.customer and new.id in (k.front, k.back) and k.status = 'rejected')
    and not exists (select from deposit d where d.book = new.customer and d.voucher = new.id and d.status = 'failed')))
  then
    raise exception 'file % is part of what is kept', new.id using errcode = 'check_violation', constraint = 'file_given_back';
  end if;
  return null;
end
$$;
revoke execute on function file_given_back from public;
create constraint trigger file_given_back after update on stored_file deferrable initially deferred for each row
  when (old.attached > new.attached or old.released < new.released) execute function file_given_back();

-- An account has used a tier of the fund at least as often as it has orders of it that were not given back before they began.
create function fund_used() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wrong record;
begin
  if is_bound_in_time(tg_relid) then
    select o.project, count(*) as orders into wrong from fund_order o where o.book = new.book and o.status <> 'failed' group by o.project
      having count(*) > coalesce((select u.used from fund_use u where u.book = new.book and u.id = o.project), 0) limit 1;
    if found then
      raise exception 'book % has % orders of tier % of the fund and says that it used it less often', new.book, wrong.orders, wrong.project
        using errcode = 'check_violation', constraint = 'fund_used';
    end if;
  end if;
  return null;
end
$$;
revoke execute on function fund_used from public;
create constraint trigger fund_used after insert on fund_order deferrable initially deferred for each row execute function fund_used();
create constraint trigger fund_used_less after update on fund_use deferrable initially deferred for each row
  when (new.used < old.used) execute function fund_used();
