-- API keys: what a customer's program may do in the customer's name, within a mandate that the customer sets in a session.

create table api_key (
  book bigint not null references customer (id),
  id bigint not null,
  name text not null check (length(name) between 1 and 40),
  kind text not null check (kind in ('hmac-sha256', 'ed25519')),
  -- The id by which a program names the key. It is not secret.
  code text not null unique check (code ~ '^[A-Za-z0-9_-]{32}$'),
  -- The customer's public key, raw; only for Ed25519.
  public_key bytea check (octet_length(public_key) = 32),
  -- 32 random bytes, sealed in the vault. For HMAC-SHA256, they are the secret that the customer saw once. The proof that the
  -- database demands is derived from them, so that a process without the vault's key cannot act with any API key. Null once it
  -- was erased.
  sealed bytea,
  -- The SHA-256 of the proof.
  proof_hash bytea not null check (octet_length(proof_hash) = 32),
  -- Scopes separated by spaces: `read`, `trade`.
  scopes text not null check (scopes in ('read', 'trade', 'read trade')),
  -- The mandate: symbols separated by spaces, or `*` for all; the maximum size of an order and the maximum loss per day, in USDT;
  -- the size above which an order needs the customer's confirmation, if any; and the networks separated by spaces, empty if any
  -- address may call.
  symbols text not null check (length(symbols) between 1 and 2000),
  order_max numeric(38,8) not null check (order_max > 0),
  loss_max numeric(38,8) not null check (loss_max > 0),
  ask_above numeric(38,8) check (ask_above >= 0),
  networks text not null check (length(networks) <= 1000),
  -- By the wall clock. A key is valid for at most 366 days.
  created_ms bigint not null,
  expires_ms bigint not null,
  revoked_ms bigint,
  primary key (book, id),
  constraint api_key_public check ((kind = 'ed25519') = (public_key is not null)),
  constraint api_key_term check (expires_ms > created_ms and expires_ms - created_ms <= 366::bigint * 86400000)
);
create trigger begun_in_session after insert on api_key referencing new table as added
  for each statement execute function begun_in_session();
create trigger api_key_kept before delete or truncate on api_key for each statement execute function refuse_change();
create trigger api_key_zz_current_key before insert or update of sealed on api_key for each row
  when (new.sealed is not null) execute function sealed_with_current_key('sealed');

-- A new key is created at the current time and is valid, and a customer has at most twenty valid keys. It names existing
-- instruments, each once: records for auditors contain its mandate, so that must not contain a customer's free text. A key never
-- changes, except that it is revoked once, and is erased together with the account.
create function api_key_holds() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if tg_op = 'INSERT' then
    if is_bound_in_time(tg_relid) and (new.sealed is null or new.revoked_ms is not null or not is_wall_now(new.created_ms)
      or (select count(*) from api_key k where k.book = new.book and k.revoked_ms is null and k.expires_ms > new.created_ms) > 20)
    then
      raise exception 'API key % was not created at the current time, or exceeds the limit of keys', new.id using errcode = 'check_violation', constraint = 'api_key_holds';
    end if;
    if new.symbols <> '*' and cardinality(string_to_array(new.symbols, ' '))
      <> (select count(*) from tape_head h where h.symbol = any (string_to_array(new.symbols, ' ')))
    then
      raise exception 'API key % names instruments that do not exist', new.id using errcode = 'check_violation', constraint = 'api_key_symbols';
    end if;
  elsif is_bound_in_time(tg_relid) and new.sealed is null then
    if (old.sealed is not null and new.revoked_ms is not null
      and (to_jsonb(old) - '{revoked_ms,sealed,name,networks}'::text[]) = (to_jsonb(new) - '{revoked_ms,sealed,name,networks}'::text[])
      and exists (select from customer c where c.id = new.book and c.status = 'closed')) is not true
    then
      raise exception 'API key % can only be erased with its account', old.id using errcode = 'check_violation', constraint = 'api_key_holds';
    end if;
  elsif is_bound_in_time(tg_relid) and (old.revoked_ms is not null or new.revoked_ms is null
    or (to_jsonb(old) - 'revoked_ms') <> (to_jsonb(new) - 'revoked_ms'))
  then
    raise exception 'API key % cannot change, except for its revocation', old.id using errcode = 'check_violation', constraint = 'api_key_holds';
  end if;
  return null;
end
$$;
create trigger api_key_holds after insert or update on api_key for each row execute function api_key_holds();

-- When and from where each key was last used, as seen by the role `candor_door`.
create table api_key_use (
  book bigint not null,
  key_id bigint not null,
  used_ms bigint not null,
  address text not null check (length(address) <= 64),
  primary key (book, key_id),
  foreign key (book, key_id) references api_key (book, id)
) with (fillfactor = 50);

-- A use is recorded at the current time, and never replaced by an earlier one. Only `candor_door` knows the address.
create function api_key_use_now() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and (not is_wall_now(new.used_ms)
    or (tg_op = 'UPDATE' and ((new.book, new.key_id) <> (old.book, old.key_id) or new.used_ms <= old.used_ms)))
  then
    raise exception 'the use of API key % was not recorded at the current time', new.key_id using errcode = 'check_violation', constraint = 'api_key_use_now';
  end if;
  return null;
end
$$;
create trigger api_key_use_now after insert or update on api_key_use for each row execute function api_key_use_now();

-- The call to which each signature of the compatible interface is bound, in all processes that serve it, because a signature does
-- not cover its call. A row is needed for only a minute. The table is unlogged: losing its rows in a crash of the database does
-- less harm than the delay of durable writes.
create unlogged table api_signature (
  -- The SHA-256 of the key's code and the signed text.
  hash bytea primary key check (octet_length(hash) = 32),
  call text not null check (length(call) between 1 and 100),
  changes boolean not null,
  until_ms bigint not null
);
create index api_signature_until on api_signature (until_ms);

-- Revokes all keys of a customer. The function can't grant anything.
create function revoke_api_keys(of_customer bigint) returns void language plpgsql volatile security definer
  set search_path = public, pg_temp as
$$
begin
  update api_key k set revoked_ms = floor(extract(epoch from house_clock()) * 1000) where k.book = of_customer and k.revoked_ms is null;
end
$$;

-- A new password also revokes the keys, and so does closing or locking the account, whichever role writes the change. Freezing
-- the account only suspends them. When an account is closed, identifying data is erased: the keys' secrets, names and networks,
-- and the addresses from which they were used.
create function customer_ends_api_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  perform revoke_api_keys(new.id);
  if new.status = 'closed' then
    update api_key k set sealed = null, name = '-', networks = '' where k.book = new.id and k.sealed is not null;
    delete from api_key_use u where u.book = new.id;
  end if;
  return null;
end
$$;
create trigger customer_ends_api_keys after update on customer for each row
  when (old.password_hash is distinct from new.password_hash or (old.status <> new.status and new.status in ('closed', 'locked')))
  execute function customer_ends_api_keys();

-- Returns the keys by which this transaction acts, as `book:key`; empty if it presented no proof.
create function keyed_now() returns text[] language plpgsql volatile security definer set search_path = public, pg_temp as
$$
declare
  said text := coalesce(current_setting('candor.keyed', true), '');
  keyed text := split_part(said, ';', 1);
begin
  if said = '' or split_part(said, ';', 2) is distinct from acting_code('key ' || keyed) then
    return '{}';
  end if;
  return string_to_array(keyed, ',');
end
$$;

-- Presents proofs of keys, in hexadecimal. Unlike proofs of sessions, they only permit a transaction to place, amend and cancel
-- orders within the keys' mandates. If a key has just been revoked or has expired, the batch is read and decided again. The key's
-- row is locked, so that it can't be revoked before the transaction ends.
create function act_by_key(books bigint[], keys bigint[], proofs text[]) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  wall_ms bigint := floor(extract(epoch from house_clock()) * 1000);
  keyed text;
  shown record;
begin
  for shown in
    select k.book, k.id, (k.revoked_ms is null and k.expires_ms > wall_ms and k.scopes like '%trade'
        and (select c.status from customer c where c.id = k.book) = 'active') as is_live
      from unnest(books, keys, proofs) as u (book, id, proof) join api_key k on k.book = u.book and k.id = u.id
      where k.proof_hash = sha256(decode(u.proof, 'hex')) order by k.book, k.id for share of k
  loop
    if not shown.is_live then
      perform read_too_long_ago('api key ' || shown.id);
    end if;
    keyed := concat_ws(',', keyed, shown.book || ':' || shown.id);
  end loop;
  keyed := concat_ws(',', keyed, nullif(array_to_string(keyed_now(), ','), ''));
  if keyed <> '' then
    perform set_config('candor.keyed', keyed || ';' || acting_code('key ' || keyed), true);
  end if;
end
$$;

-- The orders that were placed by keys.
create table api_order (
  book bigint not null,
  order_id bigint not null,
  key_id bigint not null,
  primary key (book, order_id),
  foreign key (book, key_id) references api_key (book, id),
  -- The check is deferred, because this row is written before the order, whose guard looks for it.
  foreign key (book, order_id) references spot_order (book, id) deferrable initially deferred
);
create index api_order_of_key on api_order (book, key_id, order_id);
create trigger api_order_append_only before update or delete or truncate on api_order for each statement execute function refuse_change();

create function api_order_by_key() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wrong record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select a.book, a.order_id into wrong from added a where a.book || ':' || a.key_id <> all (keyed_now()) limit 1;
  if wrong.book is not null then
    perform unacted(wrong.book, tg_table_name);
  end if;
  -- The row is written before its order. If an existing order could be claimed, a key could amend orders that the customer
  -- placed.
  if tg_table_name = 'api_order' then
    select a.book, a.order_id into wrong from added a join spot_order o on o.book = a.book and o.id = a.order_id limit 1;
    if wrong.book is not null then
      raise exception 'order % of book % was not placed with an API key', wrong.order_id, wrong.book
        using errcode = 'check_violation', constraint = 'api_order_placed';
    end if;
  end if;
  return null;
end
$$;
create trigger api_order_by_key after insert on api_order referencing new table as added
  for each statement execute function api_order_by_key();

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

-- Fills of a key's orders, and of the sales that protect them, for each symbol on the last day (by the market clock) with a fill:
-- the net quantity, the USDT taken in for it, and the quantity carried over from before, which the key had bought and not yet
-- sold.
create table api_day (
  book bigint not null,
  key_id bigint not null,
  symbol text not null,
  day bigint not null,
  carried numeric(38,8) not null check (carried >= 0),
  quantity numeric(38,8) not null,
  cash numeric(38,8) not null,
  primary key (book, key_id, symbol),
  foreign key (book, key_id) references api_key (book, id)
) with (fillfactor = 50);

create function api_fill_counts() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
begin
  -- Most batches have no customer with a key, and seldom a fill of a key's order. This check costs less than starting the
  -- statement below.
  if not exists (select from added f join api_key k on k.book = f.book) then
    return null;
  end if;
  if not exists (select from added f join spot_order s on s.book = f.book and s.id = f.order_id
    join api_order o on o.book = f.book and o.order_id = coalesce(s.entry_id, s.id))
  then
    return null;
  end if;
  insert into api_day as d (book, key_id, symbol, day, carried, quantity, cash)
    select f.book, o.key_id, f.symbol, max(f.time_ms) / 86400000, 0, sum(case f.side when 'buy' then f.quantity else -f.quantity end),
        sum(case f.side when 'buy' then -f.value - f.fee else f.value - f.fee end)
      from added f join spot_order s on s.book = f.book and s.id = f.order_id
        join api_order o on o.book = f.book and o.order_id = coalesce(s.entry_id, s.id)
      group by 1, 2, 3 order by 1, 2, 3
    on conflict (book, key_id, symbol) do update set day = greatest(d.day, excluded.day),
      carried = case when excluded.day > d.day then greatest(0, d.carried + d.quantity) else d.carried end,
      quantity = excluded.quantity + case when excluded.day > d.day then 0 else d.quantity end,
      cash = excluded.cash + case when excluded.day > d.day then 0 else d.cash end;
  return null;
end
$$;
create trigger api_fill_counts after insert on spot_fill referencing new table as added
  for each statement execute function api_fill_counts();

-- Returns the size of an order in USDT: the maximum that it pays or takes in, before fees, at its limit or its stop or, if it has
-- neither, at the newest price at its acceptance.
create function api_order_size(of_order spot_order) returns numeric language sql stable set search_path = public, pg_temp as
$$
  select coalesce(of_order.budget, ceil(of_order.quantity * case of_order.side
      when 'buy' then coalesce(greatest(of_order.price, of_order.stop, t.ask + of_order.trail_distance), t.ask)
      else greatest(of_order.price, of_order.stop, t.bid) end * 100000000) / 100000000)
    from tape t where t.symbol = of_order.symbol and t.seq = of_order.armed_seq
$$;

-- The certain cost of an order once it fills, in USDT: its fees, and the difference between the ask and the bid at its
-- acceptance. A purchase with a bracket costs twice as much, because its sale costs the same again.
create function api_order_cost(of_order spot_order) returns numeric language sql stable set search_path = public, pg_temp as
$$
  select (ceil(o.size * of_order.fee_rate * 100000000) + ceil(o.size * coalesce(of_order.to_fee_rate, 0) * 100000000)
      + ceil(o.size * (t.ask - t.bid) * 100000000 / t.bid) + coalesce(ceil(o.size * (u.ask - u.bid) * 100000000 / u.bid), 0))
      * case when coalesce(of_order.take_profit, of_order.stop_loss) is null then 1 else 2 end / 100000000
    from (select api_order_size(of_order) as size) o
    join tape t on t.symbol = of_order.symbol and t.seq = of_order.armed_seq
    left join tape u on u.symbol = of_order.to_symbol and u.seq = of_order.to_armed_seq
$$;

-- The current mandates. A key's loss of the day is computed from the amounts that its fills of the day took in and paid,
-- together with the value of its holdings at the newest prices, less their value at midnight at the last bid before. Its
-- holdings are the coins that it bought and did not sell, as far as the customer still has them or another key sold them today;
-- otherwise two keys could take turns to clear each other's losses. If the key sold more than that today, the excess counts as
-- still to be bought back. `reserved` is the certain cost of its open orders.
create view api_mandate as
  select k.book, k.id, k.scopes, k.symbols, k.order_max, k.loss_max, k.ask_above, k.expires_ms, k.revoked_ms,
    greatest(0, ceil(-coalesce((
      select sum(p.cash + (p.carried + p.quantity) * case when p.carried + p.quantity > 0 then h.bid else h.ask end
          - p.carried * coalesce(m.bid, h.bid))
      from (
        select s.symbol, s.quantity, s.cash, least(s.carried, greatest(0, coalesce((select sum(b.amount) from balance b
            where b.book = k.book and b.account in ('spot', 'spot_frozen') and b.currency = split_part(s.symbol, '/', 1)), 0) - s.quantity
          + coalesce((select sum(greatest(0, -e.carried - e.quantity)) from api_day e
            where e.book = k.book and e.symbol = s.symbol and e.key_id <> k.id and e.day = n.day), 0))) as carried
        from (
          select d.symbol, case d.day when n.day then d.carried else greatest(0, d.carried + d.quantity) end as carried,
            case d.day when n.day then d.quantity else 0 end as quantity, case d.day when n.day then d.cash else 0 end as cash
          from api_day d where d.book = k.book and d.key_id = k.id) s
      ) p
      join tape_head h on h.symbol = p.symbol
      left join tape m on m.symbol = p.symbol and m.seq = case when p.carried > 0 then entry_before(p.symbol, n.day * 86400000) end
    ), 0) * 100000000) / 100000000)::numeric(38,8) as loss,
    coalesce((select sum(api_order_cost(s)) from spot_order s
      join api_order o on o.book = s.book and o.order_id = coalesce(s.entry_id, s.id)
      where s.book = k.book and s.status = 'open' and o.key_id = k.id), 0)::numeric(38,8) as reserved
  from api_key k cross join (select market_now_ms() / 86400000 as day) n;

-- If an order names a key, it must be within the key's mandate.
create function api_order_within() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  found record;
begin
  -- Most batches contain no order by a key.
  if not exists (select from added n join api_order o on o.book = n.book and o.order_id = n.id) or not is_bound_in_time(tg_relid) then
    return null;
  end if;
  for found in
    select a.id,
        coalesce(m.scopes like '%trade' and m.revoked_ms is null
          and (m.symbols = '*' or (a.symbol = any (string_to_array(m.symbols, ' '))
            and coalesce(a.to_symbol, a.symbol) = any (string_to_array(m.symbols, ' '))))
          and a.symbol like '%/USDT' and coalesce(a.to_symbol, a.symbol) like '%/USDT'
          and api_order_size(a) <= least(m.order_max, m.ask_above), false) as is_within
      from added n join api_order o on o.book = n.book and o.order_id = n.id
      join spot_order a on a.book = n.book and a.id = n.id
      join api_key m on m.book = o.book and m.id = o.key_id
  loop
    if not found.is_within then
      raise exception 'order % is outside the mandate of its API key', found.id
        using errcode = 'check_violation', constraint = 'api_order_within';
    end if;
  end loop;
  -- All orders of a key in this batch are counted together. Orders that filled immediately are not counted as open, and their
  -- fills are not written yet. A sale that protects a purchase was already counted with the purchase.
  for found in
    select k.key_id from (
      select n.book, o.key_id, sum(case when n.entry_id is null and n.status <> 'open' then api_order_cost(a)
          when n.entry_id is not null and n.status = 'open' then -api_order_cost(a) else 0 end) as more
        from added n join api_order o on o.book = n.book and o.order_id = coalesce(n.entry_id, n.id)
        join spot_order a on a.book = n.book and a.id = n.id
        group by 1, 2 having bool_or(n.entry_id is null)) k
      join api_mandate m on m.book = k.book and m.id = k.key_id
      where m.loss >= m.loss_max or m.loss + m.reserved + k.more > m.loss_max
  loop
    perform read_too_long_ago('api key ' || found.key_id);
  end loop;
  return null;
end
$$;
create trigger api_order_within after insert on spot_order referencing new table as added
  for each statement execute function api_order_within();

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
    raise exception 'the amendment of order % is outside the mandate of its API key', new.order_id
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

-- Orders by keys are placed outside a session.
alter function order_let_in(bigint, bigint) rename to order_let_in_without_keys;
create function order_let_in(of_book bigint, of_order bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (select from api_order o
      where o.book = of_book and o.order_id = of_order and o.xmin = pg_current_xact_id()::xid)
    or order_let_in_without_keys(of_book, of_order)
$$;
revoke execute on function order_let_in from public;

-- Whether this transaction acts by a key whose mandate includes the instrument.
create or replace function keyed_for(of_book bigint, of_symbol text) returns boolean language sql volatile set search_path = public, pg_temp as
$$
  select exists (select from api_key k where k.book = of_book and k.book || ':' || k.id = any (keyed_now())
    and (k.symbols = '*' or of_symbol = any (string_to_array(k.symbols, ' '))))
$$;

-- Orders above the size from which the customer must confirm. They wait some minutes for the customer's answer in a session.
create table api_waiting (
  book bigint not null,
  id bigint not null,
  key_id bigint not null,
  -- The request as sent by the program.
  symbol text not null,
  request jsonb not null check (length(request::text) <= 2000),
  size numeric(38,8) not null check (size > 0),
  status text not null check (status in ('waiting', 'confirmed', 'declined')),
  version int not null,
  -- By the wall clock.
  created_ms bigint not null,
  expires_ms bigint not null,
  decided_ms bigint,
  primary key (book, id),
  foreign key (book, key_id) references api_key (book, id),
  constraint api_waiting_decided check ((status = 'waiting') = (decided_ms is null)),
  constraint api_waiting_term check (expires_ms > created_ms and expires_ms - created_ms <= 600000)
) with (fillfactor = 80);
create index api_waiting_open on api_waiting (book, id) where status = 'waiting';
create trigger api_waiting_kept before delete or truncate on api_waiting for each statement execute function refuse_change();
create trigger api_waiting_transition before insert or update on api_waiting for each row execute function goes_its_way();
create trigger changed_in_session after update on api_waiting for each row
  when (old.status <> new.status) execute function changed_in_session();

-- A waiting order is written by its key, and confirmed before it expires.
create function api_waiting_holds() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if tg_op = 'INSERT' and (not is_wall_now(new.created_ms) or new.book || ':' || new.key_id <> all (keyed_now())
      or (select count(*) from api_waiting w where w.book = new.book and w.status = 'waiting' and w.expires_ms > new.created_ms) > 10)
    or tg_op = 'UPDATE' and (not is_wall_now(new.decided_ms) or (new.status = 'confirmed' and new.decided_ms > new.expires_ms))
  then
    raise exception 'waiting order % has no key, has expired or exceeds the limit', new.id
      using errcode = 'check_violation', constraint = 'api_waiting_holds';
  end if;
  return null;
end
$$;
create trigger api_waiting_holds after insert or update on api_waiting for each row execute function api_waiting_holds();

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('api_waiting', '', 'waiting', null, null, null, 0, '{}'),
  ('api_waiting', 'waiting', 'confirmed', null, null, null, 0, '{decided_ms}'),
  ('api_waiting', 'waiting', 'declined', null, null, null, 0, '{decided_ms}');

insert into mail_kind (kind) values
  ('api_key_made'), ('api_order_waits');

grant select, insert, update (revoked_ms) on api_key to candor_app;
grant select, insert on api_order, api_amendment to candor_app;
grant select, insert, update (status, version, decided_ms) on api_waiting to candor_app;
grant select, insert, update (used_ms, address) on api_key_use to candor_app;
grant select, insert, delete on api_signature to candor_app;
grant select on api_day, api_mandate, api_open_order to candor_app;
revoke execute on function act_by_key, api_amendment_within, api_fill_counts, api_key_holds, api_key_use_now, api_order_by_key, api_order_cost, api_order_size, api_order_within, api_waiting_holds,
  customer_ends_api_keys, keyed_for, keyed_now, revoke_api_keys from public;
grant execute on function act_by_key, api_order_cost, api_order_size, revoke_api_keys to candor_app;
comment on table api_key is 'written by commands';
comment on table api_order is 'written by commands';
comment on table api_amendment is 'written by commands';
comment on table api_waiting is 'written by commands';
comment on table api_key_use is 'written by the door';
comment on table api_signature is 'written by the door';
