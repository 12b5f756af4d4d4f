-- Inviting friends: each share of a friend's fund income, set aside out of fees that the house has earned by then, and paid by
-- the next quote. Who invited whom is a tree: an invitation comes from somebody who was there before.

alter table customer add constraint customer_invited_before check (invited_by < id);
create index customer_invited_by on customer (invited_by) where invited_by <> 0;

create table referral_reward (
  -- Who earns it.
  book bigint not null,
  id bigint not null,
  -- The payment of whose fund order it is a share of.
  source bigint not null,
  order_id bigint not null,
  number int not null check (number > 0),
  -- 1: the source was invited by the book itself; 2 and 3: by whom it invited.
  level int not null check (level between 1 and 3),
  base numeric(38,8) not null check (base > 0),
  -- Part of one.
  rate numeric(38,8) not null check (rate between 0 and 0.1),
  amount numeric(38,8) not null check (amount >= 0),
  -- Why it is nothing.
  shortfall text check (shortfall in ('fees_short', 'linked', 'not_offered', 'not_verified', 'restricted')),
  status text not null check (status in ('due', 'paid', 'none')),
  version int not null check (version > 0),
  armed_seq bigint not null,
  -- When the income was paid, by the market's clock, and when the share was.
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

-- A share is of a payment that was made in the same transaction, for who really stands so far above its owner, and out of what
-- that payment's own journal set aside.
create function referral_reward_borne_out() returns trigger language plpgsql as
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
    raise exception 'share % of customer % is not borne out', new.id, new.book
      using errcode = 'check_violation', constraint = 'referral_reward_borne_out';
  end if;
  return null;
end
$$;
create constraint trigger referral_reward_borne_out after insert on referral_reward deferrable initially deferred
  for each row execute function referral_reward_borne_out();

create function referral_reward_transition() returns trigger language plpgsql as
$$
begin
  if tg_op = 'INSERT' then
    if new.status = 'paid' or new.version <> 1 or new.journal_seq is not null then
      raise exception 'share % begins as %', new.id, new.status
        using errcode = 'check_violation', constraint = 'referral_reward_transition';
    end if;
    return new;
  end if;
  if old.status <> 'due' or new.status = 'due' or new.version <= old.version or new.journal_seq is null
    or (new.status = 'none' and new.shortfall <> 'restricted')
    or (old.book, old.id, old.source, old.order_id, old.number, old.level, old.base, old.rate, old.amount, old.time_ms)
      <> (new.book, new.id, new.source, new.order_id, new.number, new.level, new.base, new.rate, new.amount, new.time_ms)
  then
    raise exception 'share % cannot become what it is to become (% after %)', new.id, new.status, old.status
      using errcode = 'check_violation', constraint = 'referral_reward_transition';
  end if;
  return new;
end
$$;
create trigger referral_reward_transition before insert or update on referral_reward
  for each row execute function referral_reward_transition();

-- Paid, or gone back to the fees where its owner's account was closed meanwhile, by a journal of exactly that.
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

insert into journal_template (kind, account, sign) values
  ('referral_reserve', 'fees', -1), ('referral_reserve', 'referral', 1),
  ('referral_pay', 'referral', -1), ('referral_pay', 'spot', 1),
  ('referral_return', 'referral', -1), ('referral_return', 'fees', 1);

grant select, insert, update on referral_reward to candor_app;
