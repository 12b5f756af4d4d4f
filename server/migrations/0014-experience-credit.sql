-- Experience credit: what was granted, until when, and how it ended. The money itself is in the account `promo`.

create table experience_credit (
  book bigint not null,
  -- The number of the journal that granted it.
  id bigint not null,
  amount numeric(38,8) not null check (amount > 0),
  -- Market clock.
  granted_ms bigint not null,
  expires_ms bigint not null check (expires_ms > granted_ms),
  -- Replaced: the customer started over, and was granted anew.
  status text not null check (status in ('active', 'converted', 'expired', 'replaced')),
  -- Grows whenever it waits for another instant; a firing names the version it fires.
  version int not null check (version > 0),
  -- When its expiry is due: the day it expires, and afterwards, while something of it is at stake, again and again.
  due_ms bigint not null check (due_ms >= expires_ms),
  armed_seq bigint not null,
  -- What had been turned over with it when it was converted.
  turnover numeric(38,8),
  ended_ms bigint,
  primary key (book, id),
  check ((status = 'active') = (ended_ms is null)),
  check ((status = 'converted') = (turnover is not null)),
  check (turnover >= 10 * amount),
  check (status <> 'expired' or ended_ms >= expires_ms),
  -- One at a time. Starting over ends one and grants the next in the same transaction, in whichever order they are written.
  constraint experience_credit_one exclude using btree (book with =) where (status = 'active') deferrable initially deferred
) with (fillfactor = 80);
create index experience_credit_active on experience_credit (book, id) where status = 'active';

-- What was granted cannot be rewritten, and what ended stays as it ended.
create function experience_credit_refuse() returns trigger language plpgsql as
$$
begin
  raise exception 'experience credit %/% cannot become what it is to become (% after %)',
    old.book, old.id, new.status, old.status
    using errcode = 'check_violation', constraint = 'experience_credit_transition';
end
$$;
create trigger experience_credit_transition before update on experience_credit for each row
  when (
    old.status <> 'active' or new.version <= old.version
    or (old.book, old.id, old.amount, old.granted_ms, old.expires_ms)
      <> (new.book, new.id, new.amount, new.granted_ms, new.expires_ms)
  ) execute function experience_credit_refuse();

-- What was turned over with a credit until it ended: stakes of tickets that were won or lost, and the initial margins of
-- positions that were closed. Whatever was open when it was granted ended with the start over that granted it, so a ticket
-- counts by its acceptance and a position by the journal of its last closing. Closing a part leaves the rest's share of the
-- initial margin in the row; the whole is reckoned back from that share.
create view experience_turnover as
  select c.book, c.id,
    coalesce((
      select sum(t.stake) from option_ticket t
      where t.book = c.book and t.source = 'promo' and t.status in ('won', 'lost')
        and t.accepted_ms >= c.granted_ms and t.settled_ms <= coalesce(c.ended_ms, t.settled_ms)
    ), 0) + coalesce((
      select sum(trunc(p.initial_margin * p.quantity / (p.closes -> -1 ->> 'quantity')::numeric, 8)) from position p
      where p.book = c.book and p.collateral = 'promo' and p.status = 'closed'
        and (p.closes -> -1 ->> 'journal_seq')::bigint > c.id and p.closed_ms <= coalesce(c.ended_ms, p.closed_ms)
    ), 0) as amount
  from experience_credit c;

insert into journal_template (kind, account, sign) values
  -- Turned over often enough, it becomes the customer's own money; past its day, it goes back to where it came from.
  ('experience_convert', 'promo', -1), ('experience_convert', 'spot', 1),
  ('experience_expire', 'promo', -1), ('experience_expire', 'promotions', 1);

-- Who was granted credit before there was this table has the newest grant's.
insert into experience_credit (book, id, amount, granted_ms, expires_ms, status, version, due_ms, armed_seq)
  select distinct on (j.book) j.book, j.seq, g.amount, j.time_ms, j.time_ms + days.ms, 'active', 1, j.time_ms + days.ms,
    coalesce((select h.seq from tape_head h where h.symbol = 'BTC/USDT'), 0)
  from journal j
    join posting g on g.book = j.book and g.kind = 'demo_grant' and g.account = 'promo'
    cross join (values (2592000000::bigint)) as days (ms)
  where j.kind in ('demo_grant', 'start_over')
  order by j.book, j.seq desc;

grant select, insert, update on experience_credit to candor_app;
grant select on experience_turnover to candor_app;
