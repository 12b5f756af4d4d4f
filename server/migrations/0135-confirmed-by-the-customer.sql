-- Money leaves by what its customer confirmed: the door, which holds the secrets, notes that a new address or a withdrawal was confirmed
-- just as it is, and whoever carries out commands makes neither without. Neither of the two roles sends money anywhere by itself.

create table customer_confirmation (
  id bigint generated always as identity primary key,
  customer bigint not null references customer,
  act text not null check (act in ('address_add', 'withdraw')),
  -- What was confirmed, as its guard reads it of the row.
  about text not null,
  confirmed_at timestamptz not null default clock_timestamp(),
  -- The row that was made by it; once.
  used_for bigint
);
create index customer_confirmation_unused on customer_confirmation (customer, act) where used_for is null;
create trigger customer_confirmation_kept before delete or truncate on customer_confirmation
  for each statement execute function refuse_change();
grant insert (customer, act, about) on customer_confirmation to candor_app;

create function confirmed_by_customer() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  row_now jsonb := to_jsonb(new);
  of_act text := case tg_table_name when 'withdrawal' then 'withdraw' else 'address_add' end;
  of_about text := case tg_table_name
    when 'withdrawal' then concat_ws(' ', row_now ->> 'currency', trim_scale((row_now ->> 'amount')::numeric), row_now ->> 'address_id')
    else concat_ws(' ', row_now ->> 'network', row_now ->> 'address_key') end;
begin
  if not is_bound_in_time(tg_relid) then
    return new;
  end if;
  perform lock_book(new.book);
  update customer_confirmation c set used_for = new.id where c.id = (
    select s.id from customer_confirmation s
    where s.customer = new.book and s.act = of_act and s.about = of_about and s.used_for is null
      and s.confirmed_at > clock_timestamp() - interval '2 minutes'
    order by s.id limit 1);
  if not found then
    raise exception '% % of book % was not confirmed by its customer', tg_table_name, new.id, new.book
      using errcode = 'check_violation', constraint = 'confirmed_by_customer';
  end if;
  return new;
end
$$;
create trigger withdrawal_zz_confirmed before insert on withdrawal for each row execute function confirmed_by_customer();
create trigger withdrawal_address_zz_confirmed before insert on withdrawal_address
  for each row execute function confirmed_by_customer();

revoke execute on function confirmed_by_customer from public;
