-- Fees that were paid with experience credit are the house's own money, and nobody's share comes out of them. Counted as the friend's,
-- they turned credit into money: a ring burned its credits on fees, and its inviters drew half of them out.

-- What was given by the rule before stays given: of each friend as much of such fees as it took, and no more.
create table referral_given_before (
  book bigint primary key,
  fees numeric(38,8) not null check (fees > 0)
);

create or replace view referral_basis as
  select b.id as book, 0::bigint as id,
    coalesce((
      select sum(l.amount) from journal j, unnest(j.accounts, j.currencies, j.amounts) as l (account, currency, amount)
      where j.book = b.id and j.kind not like 'referral\_%' and not j.accounts && '{promo,promo_frozen}'
        and l.account = 'fees' and l.currency = 'USDT'
    ), 0) + coalesce((select g.fees from referral_given_before g where g.book = b.id), 0) as fees,
    coalesce((
      select sum(r.amount) from referral_reward r where r.source = b.id and r.status <> 'none'
    ), 0) as given
  from book b;

insert into referral_given_before (book, fees)
  select book, 2 * given - fees from referral_basis where given > 0 and 2 * given > fees;
