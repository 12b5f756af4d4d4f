-- As 0230 has it; a picture of a loan that is over is given back too, and one that is part of nothing may be as before.
create or replace function file_given_back() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and (old.attached > new.attached or (new.released
    and not exists (select from kyc_application k where k.book = new.customer and new.id in (k.front, k.back) and k.status = 'rejected')
    and not exists (select from deposit d where d.book = new.customer and d.voucher = new.id and d.status = 'failed')
    and not exists (select from loan l where l.book = new.customer and new.id in (l.house, l.income, l.bank, l.identity)
      and l.status in ('settled', 'failed'))))
  then
    raise exception 'file % is part of what is kept', new.id using errcode = 'check_violation', constraint = 'file_given_back';
  end if;
  return null;
end
$$;
drop trigger file_given_back on stored_file;
create constraint trigger file_given_back after update on stored_file deferrable initially deferred for each row
  when (old.attached and (not new.attached or old.released < new.released)) execute function file_given_back();
