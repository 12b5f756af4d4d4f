-- Whose the tables of recurring buys are, they say themselves.

comment on table recurring_plan is 'written by commands';
comment on table recurring_purchase is 'written by commands';

-- An order is the purchase of a plan: a row of this transaction names it, which the guards of plans let through once, while it is due.
create or replace function order_let_in(of_book bigint, of_order bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (select from recurring_purchase p
    where p.book = of_book and p.order_id = of_order and p.xmin = pg_current_xact_id()::xid)
$$;

create or replace function order_begun_in_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  acting text[];
  lone bigint;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  acting := acting_now();
  select a.book into lone from added a
    where a.book::text <> all (acting) and exists (select from signed_in s where s.customer = a.book)
      and not order_let_in(a.book, a.id)
    limit 1;
  if lone is not null then
    perform unacted(lone, tg_table_name);
  end if;
  return null;
end
$$;
revoke execute on function order_let_in from public;
