-- Referral rewards: shares of the fund income of invited customers, limited by the fees that they paid.

create table referral_reward (
  -- The customer who earns the share.
  book bigint not null,
  id bigint not null,
  -- The invited customer, of whose fund income the share is computed.
  source bigint not null,
  order_id bigint not null,
  number int not null check (number > 0),
  -- 1: the customer of `book` invited the source; 2 and 3: one or two other customers are between them.
  level int not null check (level between 1 and 3),
  base numeric(38,8) not null check (base > 0),
  -- A fraction of the income.
  rate numeric(38,8) not null check (rate between 0 and 0.1),
  amount numeric(38,8) not null check (amount >= 0),
  -- Why the share is zero.
  shortfall text check (shortfall in ('fees_short', 'linked', 'not_offered', 'not_verified', 'restricted')),
  status text not null check (status in ('due', 'paid', 'none')),
  version int not null check (version > 0),
  armed_seq bigint not null,
  -- The times at which the income and the share were paid, by the market clock.
  time_ms bigint not null,
  paid_ms bigint,
  journal_seq bigint,
  primary key (book, id),
  constraint referral_reward_once unique (source, order_id, number, level),
  check ((shortfall is null) = (status <> 'none')),
  check (status <> 'paid' or paid_ms is not null),
  check ((paid_ms is null) = (journal_seq is null)),
  check (status <> 'due' or (journal_seq is null and amount > 0)),
  constraint referral_reward_amount check (amount = case when shortfall is null or journal_seq is not null then trunc(base * rate, 8) else 0 end)
) with (fillfactor = 80);
create index referral_reward_due on referral_reward (book, id) where status = 'due';
create index referral_reward_newest on referral_reward (book, time_ms, id);

-- The state of notices about shares. Shares arrive many times a day, so the first one of a day sends a notice that covers
-- everything since the previous notice.
create table referral_told (
  book bigint not null references customer,
  id bigint not null check (id = 0),
  -- The last UTC day for which a notice was sent, counted from 1 January 1970.
  day int not null,
  -- The amount paid since the last notice.
  untold numeric(38,8) not null check (untold >= 0),
  primary key (book, id)
) with (fillfactor = 50);

-- A share belongs to a payment of fund income made in the same transaction, goes to the customer who is `level` levels above
-- the payment's owner, and is paid from the amount that the journal of the payment set aside.
create function referral_reward_verified() returns trigger language plpgsql as
$$
declare
  above bigint := new.source;
begin
  for step in 1..new.level loop
    select c.invited_by into above from customer c where c.id = above;
  end loop;
  if above is distinct from new.book or new.book = 0 or not exists (
    select from fund_payment p where p.book = new.source and p.order_id = new.order_id and p.number = new.number
      and p.xmin = pg_current_xact_id()::xid and p.amount = new.base and p.paid_ms = new.time_ms
  ) or (new.status = 'due') is distinct from (exists (
    select from posting p join journal j on j.book = p.book and j.seq = p.seq
    where p.book = new.source and p.seq > (select b.seq - 300 from book b where b.id = new.source)
      and p.kind = 'referral_reserve' and p.account = 'referral'
      and j.ref = format('fund_payment:%s:%s', new.order_id, new.number)
      and p.amount = (select sum(r.amount) from referral_reward r
        where r.source = new.source and r.order_id = new.order_id and r.number = new.number)
  ) and new.amount > 0)
  then
    raise exception 'share % of customer % does not match a payment and its journal', new.id, new.book
      using errcode = 'check_violation', constraint = 'referral_reward_verified';
  end if;
  return null;
end
$$;
create constraint trigger referral_reward_verified after insert on referral_reward deferrable initially deferred
  for each row execute function referral_reward_verified();

create trigger referral_reward_transition before insert or update on referral_reward for each row execute function goes_its_way();

create function referral_reward_steps() returns trigger language plpgsql as
$$
begin
  if (case tg_op when 'INSERT' then new.version <> 1 or new.journal_seq is not null
    else new.journal_seq is null or (new.status = 'none' and new.shortfall <> 'restricted') end)
  then
    raise exception 'share %: this transition is not allowed', new.id
      using errcode = 'check_violation', constraint = 'referral_reward_transition';
  end if;
  return new;
end
$$;
create trigger referral_reward_transition_steps before insert or update on referral_reward
  for each row execute function referral_reward_steps();

-- A share was paid by a journal of exactly the share's amount or, if its owner's account is closed, was returned to the fees
-- by such a journal.
create function referral_reward_moved() returns trigger language plpgsql as
$$
begin
  if not exists (
    select from posting p join journal j on j.book = p.book and j.seq = p.seq
    where p.book = new.book and p.seq = new.journal_seq and p.account = 'referral' and p.amount = -new.amount
      and p.kind = case new.status when 'paid' then 'referral_pay' else 'referral_return' end
      and j.ref = 'referral_reward:' || new.id
  ) then
    raise exception 'share % has no journal', new.id using errcode = 'check_violation', constraint = 'referral_reward_moved';
  end if;
  return null;
end
$$;
create constraint trigger referral_reward_moved after update on referral_reward deferrable initially deferred
  for each row execute function referral_reward_moved();

-- At commit: every journal that sets a share aside, pays it or returns it has a row of this transaction with the same amount.
create function referral_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  -- The amount that the journal adds to the account of shares.
  moved numeric := (select coalesce(sum(p.amount), 0) from posting p
    where p.book = posted.book and p.seq = posted.seq and p.account = 'referral' and p.currency = 'USDT');
begin
  if exists (select from posting p where p.book = posted.book and p.seq = posted.seq and p.currency <> 'USDT')
    or (case posted.kind
      when 'referral_reserve' then moved = (
        select sum(r.amount) from referral_reward r
        where r.source = posted.book and r.xmin = pg_current_xact_id()::xid and r.status = 'due'
          and posted.ref ~ '^fund_payment:\d{1,18}:\d{1,9}$' and r.order_id = split_part(posted.ref, ':', 2)::bigint
          and r.number = split_part(posted.ref, ':', 3)::int)
      else exists (
        select from referral_reward r
        where r.book = posted.book and r.xmin = pg_current_xact_id()::xid and r.journal_seq = posted.seq and r.amount = -moved
          and r.id = case when posted.ref ~ '^referral_reward:\d{1,18}$' then substr(posted.ref, 17)::bigint end
          and r.status = case posted.kind when 'referral_pay' then 'paid' else 'none' end)
      end) is not true
  then
    raise exception 'journal %/% has no share that explains it', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'referral_journal';
  end if;
end
$$;

create function referral_reward_of_own_fees() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if exists (select from referral_basis b where b.book = new.source and 2 * b.given > b.fees) then
    raise exception 'share % exceeds half of the fees of customer %', new.id, new.source
      using errcode = 'check_violation', constraint = 'referral_reward_of_own_fees';
  end if;
  return null;
end
$$;
create constraint trigger referral_reward_of_own_fees after insert on referral_reward deferrable initially deferred
  for each row when (new.status = 'due') execute function referral_reward_of_own_fees();

-- A share has the published rate, and is paid only between unrelated customers.
create function referral_reward_agreed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  members bigint[] := array[new.source];
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  for step in 1..new.level loop
    members := members || (select c.invited_by from customer c where c.id = members[step]);
  end loop;
  if not is_term_now('referral', 'level_' || new.level, new.rate)
    or (new.status = 'due' and (
      (select c.status = 'active' and c.kyc_status = 'approved' from customer c where c.id = new.book) is not true
      -- Who shares a device or an address with somebody between is taken for the same person.
      or exists (select from session s join session o on o.device = s.device and o.customer <> s.customer
        where s.device is not null and s.customer = any (members) and o.customer = any (members))
      or exists (select from withdrawal_address w join withdrawal_address o
        on o.network = w.network and o.address_key = w.address_key and o.book <> w.book
        where w.book = any (members) and o.book = any (members))))
  then
    raise exception 'share % of customer % has a wrong rate or a customer who may not earn it', new.id, new.book
      using errcode = 'check_violation', constraint = 'referral_reward_agreed';
  end if;
  return null;
end
$$;
create constraint trigger referral_reward_zz_agreed after insert on referral_reward deferrable initially deferred
  for each row execute function referral_reward_agreed();

-- Each customer's fees paid with their own money, and the shares of these fees paid to the inviters above, which are at most
-- half of the fees over all levels and all time. Someone who invites accounts created by themselves therefore pays more in
-- fees than all of these accounts together ever get. Fees paid with experience credit are the house's own money, and no share
-- is paid from them.
create view referral_basis as
  select b.id as book, 0::bigint as id,
    coalesce((
      select sum(l.amount) from journal j, unnest(j.accounts, j.currencies, j.amounts) as l (account, currency, amount)
      where j.book = b.id and j.kind not like 'referral\_%' and not j.accounts && '{promo,promo_frozen}'
        and l.account = 'fees' and l.currency = 'USDT'
    ), 0) as fees,
    coalesce((
      select sum(r.amount) from referral_reward r where r.source = b.id and r.status <> 'none'
    ), 0) as given
  from book b;

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('referral_reward', '', 'due', null, null, null, 0, '{}'),
  ('referral_reward', '', 'none', null, null, null, 0, '{}'),
  ('referral_reward', 'due', 'paid', null, null, null, 0, '{paid_ms,journal_seq}'),
  ('referral_reward', 'due', 'none', null, null, null, 0, '{shortfall,paid_ms,journal_seq}');

insert into journal_template (kind, account, sign) values
  ('referral_reserve', 'fees', -1), ('referral_reserve', 'referral', 1),
  ('referral_pay', 'referral', -1), ('referral_pay', 'spot', 1),
  ('referral_return', 'referral', -1), ('referral_return', 'fees', 1);

insert into mail_kind (kind) values
  ('referral_earned');

grant select on referral_basis to candor_app;
grant select, insert, update (day, untold) on referral_told to candor_app;
grant select, insert, update (shortfall, status, version, paid_ms, journal_seq) on referral_reward to candor_app;
revoke execute on function referral_journal, referral_reward_agreed from public;

-- Read by the invariants, which the guard evaluates.
grant select on referral_basis, referral_reward to candor_guard;
