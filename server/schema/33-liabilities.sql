-- Liabilities: what the house owes its customers, computed once an hour as a Merkle tree with sums
-- (docs/verification.md#liabilities). The database builds the tree from one snapshot and keeps it unchanged, so that no serving
-- role can choose a leaf. Amounts are whole numbers of 10⁻⁸. No value in a tree is negative: an open loss counts as zero, and
-- reduces neither a claim nor a total.

create table liability_statement (
  number bigint primary key check (number > 0),
  -- By the wall clock.
  as_of_ms bigint not null,
  -- The salts of all leaves are derived from this secret; a customer receives only their own.
  seed bytea not null check (octet_length(seed) = 32),
  leaves bigint not null check (leaves >= 0),
  sums text not null,
  -- The public text: the root and the sum of each currency's tree, and the prices at which open positions are valued.
  text text not null,
  root bytea not null check (root = sha256(convert_to(text, 'UTF8')))
);
create trigger liability_statement_append_only before update or delete or truncate on liability_statement
  for each statement execute function refuse_change();

-- The tree of each currency.
create table liability_tree (
  statement bigint not null,
  currency text not null,
  leaves bigint not null check (leaves > 0),
  sum numeric not null check (sum > 0 and scale(sum) = 0),
  root bytea not null check (octet_length(root) = 32),
  primary key (statement, currency)
);
create trigger liability_tree_append_only before update or delete or truncate on liability_tree
  for each statement execute function refuse_change();

-- The statements whose claims and leaves were deleted, so that a million accounts do not fill the disk. Their roots, sums, trees
-- and entries in the log are kept.
create table liability_pruned (
  statement bigint primary key,
  -- By the wall clock.
  at_ms bigint not null
);
create trigger liability_pruned_append_only before update or delete or truncate on liability_pruned
  for each statement execute function refuse_change();

-- Whether a statement may be pruned: everybody has been able to read it in the log for 48 hours, and it is neither the first one
-- of its day within the last 35 days, nor the first one of its month (UTC).
create function liability_prunable(of_statement bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (
    select from liability_statement s join liability_statement b on b.number = s.number - 1
      join tlog_entry e on e.kind = 'liabilities' and e.key = '' and e.position = s.number
      cross join (select extract(epoch from house_clock()) * 1000 as ms) n
    where s.number = of_statement and greatest(s.as_of_ms, e.time_ms) < n.ms - 172800000
      and exists (select from tlog_checkpoint c where c.size > e.index)
      and date_trunc('month', to_timestamp(b.as_of_ms / 1000), 'UTC') = date_trunc('month', to_timestamp(s.as_of_ms / 1000), 'UTC')
      and (b.as_of_ms / 86400000 = s.as_of_ms / 86400000 or s.as_of_ms < n.ms - 3024000000))
$$;

create function liability_pruned_due() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if liability_prunable(new.statement) then return new; end if;
  raise exception 'statement % of liabilities cannot be pruned yet', new.statement
    using errcode = 'check_violation', constraint = 'liability_pruned_due';
end
$$;
create trigger liability_pruned_due before insert on liability_pruned for each row execute function liability_pruned_due();

-- Rows are deleted only if their statement is pruned.
create function liability_kept() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if exists (select from gone g where not exists (select from liability_pruned p where p.statement = g.statement)) then
    raise exception '% is append-only until its statement is pruned', tg_table_name
      using errcode = 'check_violation', constraint = 'liability_kept';
  end if;
  return null;
end
$$;

-- The claims of each customer.
create table liability_claim (
  statement bigint not null,
  book bigint not null,
  currency text not null,
  -- The number of the customer's newest journal.
  seq bigint not null,
  -- Available and frozen balances.
  held numeric(38,8) not null check (held >= 0),
  -- Stakes of open options, which are in escrow.
  staked numeric(38,8) not null check (staked >= 0),
  -- Gains of open positions at the statement's prices.
  profit numeric(38,8) not null check (profit >= 0),
  -- Proceeds of closings that the house still owes.
  owed numeric(38,8) not null check (owed >= 0),
  -- Income of the fund that is published but not yet paid, and rewards that are set aside.
  income numeric(38,8) not null check (income >= 0),
  primary key (statement, book, currency)
);
create trigger liability_claim_append_only before update or truncate on liability_claim
  for each statement execute function refuse_change();
create trigger liability_claim_kept after delete on liability_claim referencing old table as gone
  for each statement execute function liability_kept();

-- The leaves of a tree, ordered by their commitments, 256 per tile, with the root and the sum of each tile.
create table liability_tile (
  statement bigint not null,
  currency text not null,
  number int not null check (number >= 0),
  -- The commitment of the first leaf.
  first bytea not null check (octet_length(first) = 32),
  -- One line for each leaf: its commitment in hex, a bar, and its amount.
  leaves text not null,
  hash bytea not null check (octet_length(hash) = 32),
  sum numeric not null check (sum >= 0 and scale(sum) = 0),
  width int not null check (width between 1 and 256),
  primary key (statement, currency, number),
  unique (statement, currency, first)
);
-- Hashes can't be compressed, so trying would only cost time.
alter table liability_tile alter column leaves set storage external;
create trigger liability_tile_append_only before update or truncate on liability_tile
  for each statement execute function refuse_change();
create trigger liability_tile_kept after delete on liability_tile referencing old table as gone
  for each statement execute function liability_kept();

-- Returns the root and the sum of a tree over leaves or over roots of equally large subtrees. A node without a sibling moves up
-- unchanged.
create function liability_root(hashes bytea[], sums numeric[], out hash bytea, out sum numeric) language plpgsql immutable
  parallel safe set search_path = pg_catalog, public, pg_temp as
$$
declare
  n int := cardinality(hashes);
  m int;
  i int;
begin
  while n > 1 loop
    m := 0;
    i := 1;
    while i < n loop
      m := m + 1;
      hashes[m] := sha256(convert_to('candor-liability-node-v1|' || encode(hashes[i], 'hex') || '|' || sums[i] || '|'
        || encode(hashes[i + 1], 'hex') || '|' || sums[i + 1], 'UTF8'));
      sums[m] := sums[i] + sums[i + 1];
      i := i + 2;
    end loop;
    if i = n then
      m := m + 1;
      hashes[m] := hashes[n];
      sums[m] := sums[n];
    end if;
    n := m;
  end loop;
  hash := hashes[1];
  sum := sums[1];
end
$$;

-- Builds the tiles of a currency. The salts of both of a customer's leaves are derived from the customer's salt, and the first of
-- them also determines how the amount is split at random. "Offset 0" ensures that each hash is computed only once; the aggregates
-- share one sort.
create function liability_tiles(of_statement bigint, seed bytea, of_currency text) returns void language sql
  set search_path = public, pg_temp as
$$
  insert into liability_tile (statement, currency, number, first, leaves, hash, sum, width)
  select of_statement, of_currency, t.tile, decode(left(t.leaves, 64), 'hex'), t.leaves, r.hash, r.sum, t.width
  from (
    select p.place / 256 as tile, count(*)::int as width,
      string_agg(encode(p.commitment, 'hex') || '|' || p.amount || e'\n', '' order by p.place) as leaves,
      array_agg(sha256(convert_to('candor-liability-leaf-v1|' || encode(p.commitment, 'hex') || '|' || p.amount, 'UTF8'))
        order by p.place) as hashes,
      array_agg(p.amount order by p.place) as amounts
    from (
      select l.commitment, l.amount, (row_number() over (order by l.commitment) - 1)::int as place
      from (
        select s.opening, s.salt_0, s.salt_1, s.units, div(s.units * (get_byte(s.salt_0, 0) * 16777216::bigint
          + get_byte(s.salt_0, 1) * 65536 + get_byte(s.salt_0, 2) * 256 + get_byte(s.salt_0, 3)), 4294967296) as cut
        from (
          select 'candor-liability-v1|' || of_statement || '|' || c.book || '|' || c.seq || '|' || of_currency || '|' as opening, c.units,
            sha256(c.salt || convert_to(of_currency || '|0', 'UTF8')) as salt_0,
            sha256(c.salt || convert_to(of_currency || '|1', 'UTF8')) as salt_1
          from (
            select c.book, c.seq, sha256(seed || convert_to(c.book::text, 'UTF8')) as salt,
              trunc((c.held + c.staked + c.profit + c.owed + c.income) * 100000000) as units
            from liability_claim c where c.statement = of_statement and c.currency = of_currency offset 0
          ) c offset 0
        ) s offset 0
      ) s cross join lateral (values
        (sha256(s.salt_0 || convert_to(s.opening || '0', 'UTF8')), s.cut),
        (sha256(s.salt_1 || convert_to(s.opening || '1', 'UTF8')), s.units - s.cut)) as l (commitment, amount)
    ) p
    group by p.place / 256
  ) t cross join lateral liability_root(t.hashes, t.amounts) r
$$;

-- Returns the salt from which the salts of a customer's leaves are derived. It doesn't open any other customer's leaves.
create function liability_salt(of_statement bigint, of_book bigint) returns bytea language sql stable security definer
  set search_path = public, pg_temp as
$$
  select sha256(s.seed || convert_to(of_book::text, 'UTF8')) from liability_statement s where s.number = of_statement
$$;

-- Records the claims of every customer at this moment. Balances are grouped separately, because most customers have nothing else.
-- Rows are inserted in the order of their key, so that the index grows at its end.
create function liability_claims(of_statement bigint) returns void language sql set search_path = public, pg_temp as
$$
  insert into liability_claim (statement, book, currency, seq, held, staked, profit, owed, income)
  select of_statement, book, currency, b.seq, coalesce(a.held, 0), coalesce(o.staked, 0), coalesce(o.profit, 0), coalesce(o.owed, 0),
    coalesce(o.income, 0)
  from (select h.book, h.currency, sum(h.amount) as held from balance h where h.amount > 0 group by h.book, h.currency) a
    full join (
      select c.book, c.currency, sum(c.staked) as staked, sum(c.profit) as profit, sum(c.owed) as owed, sum(c.income) as income
      from (
        select s.book, s.currency, s.amount as staked, 0::numeric as profit, 0::numeric as owed, 0::numeric as income from open_stake s
        union all
        select p.book, 'USDT', 0, p.amount, 0, 0 from open_profit p
        union all
        select d.book, 'USDT', 0, 0, d.amount - d.paid, 0 from house_debt d where d.status = 'owed'
        union all
        -- The income of an order for the one day that is published but not yet paid.
        select f.book, 'USDT', 0, 0, 0, div(f.amount * r.rate * 100000000 * case f.paid_days when 0 then 86400000 - f.counts_from_ms % 86400000
            when f.days then f.counts_from_ms % 86400000 else 86400000 end, 86400000) * 0.00000001
          from fund_order f join fund_rate r on r.day = f.due_ms / 86400000 - 1 and r.project = f.project and r.terms_version = f.terms_version
          where f.started_ms is not null and f.due_ms is not null
        union all
        select w.book, 'USDT', 0, 0, 0, w.amount from referral_reward w where w.status = 'due'
      ) c
      group by c.book, c.currency having sum(c.staked + c.profit + c.owed + c.income) > 0
    ) o using (book, currency)
    join book b on b.id = book
  order by book, currency
$$;

-- Builds a statement, unless the newest one is younger than `every_ms`, and returns its number. All data is read from one
-- snapshot.
create function liabilities_build(every_ms bigint) returns bigint language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = on set enable_hashjoin = on set enable_mergejoin = on set work_mem = '256MB' as
$$
declare
  before liability_statement;
  made liability_statement;
begin
  if current_setting('transaction_isolation') <> 'repeatable read' then
    raise exception 'liabilities must be read at the isolation level repeatable read' using errcode = 'check_violation', constraint = 'liabilities_snapshot';
  end if;
  lock table liability_statement in share row exclusive mode;
  -- The snapshot is as old as the transaction. A statement of an earlier moment with the current date would hide later changes.
  if clock_timestamp() - transaction_timestamp() > interval '5 seconds' then
    raise exception 'liabilities must be stated at the current time' using errcode = 'check_violation', constraint = 'liabilities_now';
  end if;
  select * into before from liability_statement s order by s.number desc limit 1;
  made.as_of_ms := extract(epoch from transaction_timestamp()) * 1000 + house_ahead_ms();
  -- If the newest statement is dated in the future, because the clock ran ahead, no statement would be built until then, and
  -- nobody would notice.
  if before.as_of_ms > made.as_of_ms + 60000 then
    raise exception 'the newest statement of liabilities has a time in the future' using errcode = 'check_violation', constraint = 'liabilities_ahead';
  end if;
  if made.as_of_ms < before.as_of_ms + greatest(every_ms, 1000) then return null; end if;
  made.number := coalesce(before.number, 0) + 1;
  made.seed := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  perform liability_claims(made.number);
  perform liability_tiles(made.number, made.seed, c.currency)
    from (select distinct c.currency from liability_claim c where c.statement = made.number) c;
  insert into liability_tree (statement, currency, leaves, sum, root)
    select made.number, t.currency, t.leaves, r.sum, r.hash
    from (
      select i.currency, sum(i.width) as leaves,
        array_agg(i.hash order by i.number) as hashes, array_agg(i.sum order by i.number) as sums
      from liability_tile i where i.statement = made.number group by i.currency
    ) t cross join lateral liability_root(t.hashes, t.sums) r;
  select coalesce(sum(t.leaves), 0), coalesce(string_agg(t.currency || '=' || t.sum, ',' order by t.currency collate "C"), ''),
      coalesce(string_agg(format('currency|%s|%s|%s|%s%s', t.currency, t.leaves, encode(t.root, 'hex'), t.sum, e'\n'), ''
        order by t.currency collate "C"), '')
    into made.leaves, made.sums, made.text from liability_tree t where t.statement = made.number;
  made.text := format('candor-liability-statement-v1|%s|%s%s', made.number, made.as_of_ms, e'\n') || made.text
    || coalesce((select string_agg(format('price|%s|%s|%s|%s%s', h.symbol, h.seq, trim_scale(h.bid), trim_scale(h.ask), e'\n'), ''
        order by h.symbol collate "C")
      from tape_head h where h.bid > 0 and exists (select from position p where p.symbol = h.symbol and p.status in ('open', 'closing'))), '');
  made.root := sha256(convert_to(made.text, 'UTF8'));
  insert into liability_statement values (made.*);
  return made.number;
end
$$;

-- Prunes the oldest statement that may be pruned, and returns its number. The caller can't choose which.
create function liabilities_prune() returns bigint language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  due constant bigint := (select s.number from liability_statement s
    where not exists (select from liability_pruned p where p.statement = s.number)
      and s.as_of_ms < extract(epoch from house_clock()) * 1000 - 172800000 and liability_prunable(s.number)
    order by s.number limit 1);
begin
  if due is null then return null; end if;
  insert into liability_pruned (statement, at_ms) values (due, extract(epoch from house_clock()) * 1000);
  delete from liability_claim c where c.statement = due;
  delete from liability_tile t where t.statement = due;
  return due;
end
$$;

-- The reserves that cover the liabilities. On a live platform: the newest statement of each bank and address, if it has evidence
-- and is at most 35 days old. In a demo: the play money in its books. Reserves that are at most a day old count as fresh. At most
-- the amount in the books is included, because the statement of a bank that pays late still shows amounts that were booked out
-- long before, and a forged statement could show any amount.
create view reserve as
  select s.currency, least(sum(s.amount), coalesce(max(h.held), 0))::numeric(38,8) as amount,
    coalesce(sum(s.amount) filter (where s.age_ms < 86400000), 0)::numeric(38,8) as fresh,
    min(s.as_of_ms) filter (where s.age_ms < 86400000) as fresh_since_ms,
    coalesce(max(h.held), 0)::numeric(38,8) as held
  from (select distinct on (c.currency, c.source) c.currency, c.amount, c.evidence, c.as_of_ms,
      extract(epoch from house_clock()) * 1000 - c.as_of_ms as age_ms
    from custody_statement c order by c.currency, c.source, c.as_of_ms desc, c.id desc) s
    left join (select b.currency, -sum(b.amount) as held from house_balance b where b.account = 'custody' group by b.currency) h using (currency)
  where is_live_house() and s.evidence is not null and s.age_ms >= 0 and s.age_ms < 3024000000
  group by s.currency
  union all
  select h.currency, -sum(h.amount)::numeric(38,8), -sum(h.amount)::numeric(38,8), null, -sum(h.amount)::numeric(38,8) from house_balance h
  where h.account = 'custody' and not is_live_house() group by h.currency;

-- Outflows from custody after the evidence of the fresh reserves, by currency: capital, payouts and losses of strategies. It is
-- unknown which bank or address paid, so the oldest evidence is used, and inflows are ignored. The time of a journal is that of
-- its decision, which may be some seconds before the evidence although the journal was written later.
create index journal_custody_out on journal (time_ms) where kind in ('house_capital', 'withdrawal_pay', 'strategy_result');
create view left_since_evidence as
  select r.currency, sum(p.amount)::numeric(38,8) as amount
  from reserve r join journal j on j.time_ms >= r.fresh_since_ms - 60000 and j.kind in ('house_capital', 'withdrawal_pay', 'strategy_result')
    cross join unnest(j.accounts, j.currencies, j.amounts) as p (account, currency, amount)
  where p.account = 'custody' and p.currency = r.currency and p.amount > 0
  group by r.currency;

-- The newest statement and, by currency, the fresh reserves less later outflows, at most the amount in the books, less the
-- liabilities. Reserves that are not fresh are excluded, because they may have left. Capital can be paid out only while the
-- statement is at most two hours old and there is no shortfall in any currency. Customers' withdrawals do not depend on this.
create view capital_standing as
  select b.id as book, 0::bigint as id, coalesce(n.as_of_ms, 0) as as_of_ms,
    coalesce((select json_agg(json_build_object('currency', f.currency, 'free', f.free::text) order by f.currency)
      from (select currency, (least(coalesce(r.fresh, 0) - coalesce(o.amount, 0), coalesce(r.held, 0)) - coalesce(t.sum, 0) * 0.00000001)::numeric(38,8) as free
        from reserve r left join left_since_evidence o using (currency)
          full join (select * from liability_tree l where l.statement = n.number) t using (currency)) f), '[]') as free
  from book b left join lateral (select * from liability_statement s order by s.number desc limit 1) n on true
  where b.id = 0;

create function capital_out_covered(posted journal) returns void language plpgsql set search_path = public, pg_temp as
$$
declare
  out_of record;
  standing capital_standing;
begin
  for out_of in
    select p.currency, sum(p.amount) as amount from unnest(posted.accounts, posted.currencies, posted.amounts) as p (account, currency, amount)
    where p.account = 'custody' group by p.currency having sum(p.amount) > 0
  loop
    select * into standing from capital_standing;
    -- The free amount already excludes this outflow: in a demo according to the books, on a live platform according to the
    -- journal's time.
    if abs(standing.as_of_ms - extract(epoch from house_clock()) * 1000) > 7200000
      or (is_live_house() and abs(posted.time_ms - extract(epoch from house_clock()) * 1000) > 60000)
      or exists (select from json_to_recordset(standing.free) as f (currency text, free numeric) where f.free < 0)
      or not exists (select from json_to_recordset(standing.free) as f (currency text) where f.currency = out_of.currency)
    then
      raise exception 'no statement of liabilities lets % % leave the house', out_of.amount, out_of.currency
        using errcode = 'check_violation', constraint = 'capital_out_covered';
    end if;
  end loop;
end
$$;

create function tlog_due_liabilities(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  select '', s.number, null::bigint,
    'candor-liabilities-v1|' || s.number || '|' || s.as_of_ms || '|' || s.leaves || '|' || encode(s.root, 'hex') || '|' || s.sums
  from liability_statement s where s.number > tlog_reached('liabilities', '') order by s.number limit at_most
$$;
insert into tlog_source (kind, due, ordinal, every) values ('liabilities', 'tlog_due_liabilities', 9, 5);

grant select on liability_tree, liability_pruned, liability_claim, liability_tile, reserve, left_since_evidence, capital_standing to candor_app;
grant select (number, as_of_ms, leaves, sums, text, root) on liability_statement to candor_app;
revoke execute on function capital_out_covered, liabilities_build, liabilities_prune, liability_claims, liability_kept,
  liability_prunable, liability_pruned_due, liability_root, liability_salt, liability_tiles, tlog_due_liabilities from public;
grant execute on function liability_root, liability_salt to candor_app;

-- Read by the invariants, which the guard evaluates.
grant select on liability_claim, liability_pruned, liability_tile, liability_tree to candor_guard;
grant select (number, as_of_ms, sums, text) on liability_statement to candor_guard;
grant execute on function liability_root to candor_guard;
