-- Spot orders and their fills. The customer leads every key, so that customers can live apart.

create sequence row_id increment by 1000;

create table spot_order (
  book bigint not null,
  id bigint not null,
  symbol text not null,
  -- Coin to coin: the instrument of the second leg.
  to_symbol text,
  side text not null check (side in ('buy', 'sell')),
  type text not null check (type in ('market', 'limit')),
  quantity numeric(38,8) not null check (quantity > 0),
  price numeric(38,8) check (price > 0),
  filled_quantity numeric(38,8) not null default 0 check (filled_quantity >= 0 and filled_quantity <= quantity),
  status text not null check (status in ('open', 'filled', 'cancelled', 'refused')),
  reason text,
  -- Grows with each change of the level; a firing names the version it fires.
  version int not null,
  armed_seq bigint not null,
  -- What is still frozen for it.
  held numeric(38,8) not null default 0 check (held >= 0),
  created_ms bigint not null,
  updated_ms bigint not null,
  primary key (book, id),
  check (status <> 'open' or held > 0),
  check (status = 'open' or held = 0),
  check (type = 'market' or price is not null)
) with (fillfactor = 80);
create index spot_order_open on spot_order (book, id) where status = 'open';

-- An ended order never changes.
create function spot_order_transition() returns trigger language plpgsql as
$$
begin
  if old.status <> 'open' then
    raise exception 'spot order % has ended', old.id using errcode = 'check_violation', constraint = 'spot_order_ended';
  end if;
  return new;
end
$$;
create trigger spot_order_transition before update on spot_order
  for each row execute function spot_order_transition();

create table spot_fill (
  book bigint not null,
  order_id bigint not null,
  leg smallint not null,
  symbol text not null,
  side text not null check (side in ('buy', 'sell')),
  quantity numeric(38,8) not null check (quantity > 0),
  price numeric(38,8) not null check (price > 0),
  -- USDT before the fee, and the fee in USDT.
  value numeric(38,8) not null,
  fee numeric(38,8) not null check (fee >= 0),
  -- The entry of the tape that made the price.
  tape_seq bigint not null,
  journal_seq bigint not null,
  time_ms bigint not null,
  primary key (book, order_id, leg)
);
create trigger spot_fill_append_only before update or delete or truncate on spot_fill
  for each statement execute function refuse_change();

-- Every open hold, one by one: an account's frozen part is their sum. Each feature that freezes adds its rows here.
create view open_hold as
  select book, 'spot_order:' || id as ref, 'spot_frozen'::account as account,
    case when side = 'buy' then split_part(symbol, '/', 2) else split_part(symbol, '/', 1) end as currency,
    held as amount
  from spot_order where status = 'open';

grant select on open_hold to candor_app;
grant usage on sequence row_id to candor_app;
grant select, insert, update on spot_order to candor_app;
grant select, insert on spot_fill to candor_app;
