-- Keys can amend the orders that they placed, within their mandates.

create function amend_let_in(of_book bigint, of_order bigint, of_version int) returns boolean language sql stable
  set search_path = public, pg_temp as
$$ select false $$;

-- Only the customer amends an order, in a session or by one of their keys. The rest of the guard is unchanged.
do $migration$
declare
  guard text := pg_get_functiondef('spot_order_amended'::regproc);
  by_session text := 'where s.customer = new.book) then
    perform unacted(';
begin
  if position(by_session in guard) = 0 then
    raise exception 'expected the guard of amendments to demand a session, found another';
  end if;
  execute replace(guard, by_session, 'where s.customer = new.book)
    and not amend_let_in(new.book, new.id, new.version)
  then
    perform unacted(');
end
$migration$;

-- The amendments that were made by keys. Each is of an order that the key placed, or of the sale that protects such a purchase.
create table api_amendment (
  book bigint not null,
  order_id bigint not null,
  -- The version of the order after the amendment.
  version int not null,
  key_id bigint not null,
  primary key (book, order_id, version),
  foreign key (book, key_id) references api_key (book, id),
  -- The check is deferred, because this row is written before the amendment, whose guard looks for it.
  foreign key (book, order_id, version) references spot_amendment (book, order_id, version) deferrable initially deferred
);
create trigger api_amendment_append_only before update or delete or truncate on api_amendment for each statement execute function refuse_change();
create trigger api_amendment_by_key after insert on api_amendment referencing new table as added
  for each statement execute function api_order_by_key();

-- A key may amend only an order that it placed, or the sale that protects such a purchase. The amended order must be within the
-- key's mandate, as if it were placed now. This is checked at the end, when all orders and fills of the batch are written.
create function api_amendment_within() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  found record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select m.loss >= m.loss_max or m.loss + m.reserved > m.loss_max as is_lost,
      coalesce(o.version = new.version and m.scopes like '%trade' and m.revoked_ms is null
        and (m.symbols = '*' or o.symbol = any (string_to_array(m.symbols, ' '))) and o.symbol like '%/USDT'
        and api_order_size(o) <= least(m.order_max, m.ask_above), false) as is_within
    into found from spot_order o
    join api_order a on a.book = o.book and a.order_id = coalesce(o.entry_id, o.id) and a.key_id = new.key_id
    join api_mandate m on m.book = a.book and m.id = a.key_id
    where o.book = new.book and o.id = new.order_id;
  if found.is_within is not true then
    raise exception 'order % is not amended within the mandate of its api key', new.order_id
      using errcode = 'check_violation', constraint = 'api_amendment_within';
  end if;
  if found.is_lost then
    perform read_too_long_ago('api key ' || new.key_id);
  end if;
  return null;
end
$$;
create constraint trigger api_amendment_within after insert on api_amendment deferrable initially deferred for each row
  execute function api_amendment_within();

create or replace function amend_let_in(of_book bigint, of_order bigint, of_version int) returns boolean language sql stable
  set search_path = public, pg_temp as
$$
  select exists (select from api_amendment a
    where a.book = of_book and a.order_id = of_order and a.version = of_version and a.xmin = pg_current_xact_id()::xid)
$$;

-- The key that placed each open order. For a sale that protects a purchase, it is the key that placed the purchase.
create view api_open_order as
  select s.book, s.id, a.key_id from spot_order s
    join api_order a on a.book = s.book and a.order_id = coalesce(s.entry_id, s.id) where s.status = 'open';

revoke execute on function amend_let_in, api_amendment_within from public;
grant select, insert on api_amendment to candor_app;
grant select on api_open_order to candor_app;
comment on table api_amendment is 'written by commands';
