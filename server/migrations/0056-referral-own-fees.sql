-- A share of a friend's fund income comes out of fees that this very friend has paid: half of them at most, over all levels and all
-- time. Who invites strangers of their own making so pays more in fees than all of them together are ever given.

-- What a customer has paid in fees, and what was given out of it to those above.
create view referral_basis as
  select b.id as book, 0::bigint as id,
    coalesce((
      select sum(p.amount) from posting p
      where p.book = b.id and p.account = 'fees' and p.currency = 'USDT' and p.kind not like 'referral\_%'
    ), 0) as fees,
    coalesce((
      select sum(r.amount) from referral_reward r where r.source = b.id and r.status <> 'none'
    ), 0) as given
  from book b;
grant select on referral_basis to candor_app;

create function referral_reward_of_own_fees() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if exists (select from referral_basis b where b.book = new.source and 2 * b.given > b.fees) then
    raise exception 'share % is more than customer % has brought in fees', new.id, new.source
      using errcode = 'check_violation', constraint = 'referral_reward_of_own_fees';
  end if;
  return null;
end
$$;
create constraint trigger referral_reward_of_own_fees after insert on referral_reward deferrable initially deferred
  for each row when (new.status = 'due') execute function referral_reward_of_own_fees();
