-- A waiting order's version grows with what is watched alone, and what is filled has its fill.

create or replace function spot_order_keeps() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if old.fee_rate <> new.fee_rate then
    raise exception 'spot order % keeps its rate', old.id using errcode = 'check_violation', constraint = 'spot_order_rate';
  end if;
  if (old.created_ms, old.fill_age_ms, old.to_armed_seq, old.to_fill_age_ms, old.to_fee_rate, old.budget, old.worst)
      is distinct from (new.created_ms, new.fill_age_ms, new.to_armed_seq, new.to_fill_age_ms, new.to_fee_rate, new.budget, new.worst)
    or (old.type = 'market' and old.armed_seq <> new.armed_seq)
    or (old.budget is null and old.quantity <> new.quantity)
  then
    raise exception 'spot order % keeps what was accepted', old.id
      using errcode = 'check_violation', constraint = 'spot_order_acceptance';
  end if;
  if new.version not between old.version and old.version
    + ((old.status, old.armed_seq, old.priced) <> (new.status, new.armed_seq, new.priced))::int
  then
    raise exception 'spot order % has another version than its changes', old.id
      using errcode = 'check_violation', constraint = 'spot_order_version';
  end if;
  return new;
end
$$;

create function spot_order_filled() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if (select count(*) from spot_fill f where f.book = new.book and f.order_id = new.id) <> 1 + (new.to_symbol is not null)::int then
    raise exception 'spot order % of book % is filled by nothing', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_filled';
  end if;
  return null;
end
$$;
create constraint trigger spot_order_filled after update on spot_order deferrable initially deferred for each row
  when (old.status <> 'filled' and new.status = 'filled')
  execute function spot_order_filled();
