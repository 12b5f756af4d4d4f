-- What credit brings its customer is bounded by what the same customer has paid the house: profit made with credit stays credit, and
-- credit becomes money by conversion alone, at most half of the fees that were paid with own money since it was granted.

alter table experience_credit
  -- How much of it became the customer's own money.
  add column converted numeric(38,8) not null default 0 check (converted >= 0),
  -- Journals of the book up to this number are older than this rule.
  add column bound_after bigint not null default 0;
alter table experience_credit disable trigger user;
update experience_credit c set bound_after = b.seq from book b where b.id = c.book;
alter table experience_credit enable trigger user;

-- What a customer paid the house with own money since a credit was granted, in USDT: fees of spot trades, conversions, exchanges and
-- positions, and half of what a ticket in USDT would have lost beyond what it would have gained, if it was won or lost. Fees that
-- were paid with credit are the house's own money.
create view experience_paid as
  select c.book, c.id,
    coalesce((
      select sum(l.amount) from journal j, unnest(j.accounts, j.currencies, j.amounts) as l (account, currency, amount)
      where j.book = c.book and j.seq > c.id
        and j.kind in ('spot_buy', 'spot_sell', 'spot_convert', 'spot_fill', 'exchange', 'contract_open', 'contract_fill', 'contract_close')
        and not j.accounts && '{promo,promo_frozen}' and l.account = 'fees' and l.currency = 'USDT'
    ), 0) + coalesce((
      select sum(trunc((t.stake - t.profit) / 2, 8)) from option_ticket t
      where t.book = c.book and t.source = 'option' and t.currency = 'USDT' and t.status in ('won', 'lost')
        and t.accepted_ms >= c.granted_ms
    ), 0) as amount
  from experience_credit c;
grant select on experience_paid to candor_app;

drop trigger experience_credit_transition on experience_credit;
create trigger experience_credit_transition before update on experience_credit for each row
  when (
    old.status <> 'active' or new.version <= old.version or new.converted < old.converted
    or (old.book, old.id, old.amount, old.granted_ms, old.expires_ms, old.bound_after)
      <> (new.book, new.id, new.amount, new.granted_ms, new.expires_ms, new.bound_after)
  ) execute function experience_credit_refuse();

create function experience_credit_begins() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  raise exception 'experience credit %/% begins with something converted', new.book, new.id
    using errcode = 'check_violation', constraint = 'experience_credit_begins';
end
$$;
create trigger experience_credit_begins before insert on experience_credit for each row
  when (new.converted <> 0 or new.bound_after <> 0) execute function experience_credit_begins();

-- Why what a credit has converted is not what its rows say: its journals, and half of what was paid. Null where it is.
create function experience_converted_fault(of_book bigint, of_id bigint) returns text language sql stable
  set search_path = pg_catalog, public, pg_temp as
$$
  select format('converted %s by its row and %s by its journals, paid %s', c.converted, moved.amount, paid.amount)
  from experience_credit c
    join experience_paid paid on paid.book = c.book and paid.id = c.id
    cross join lateral (
      select coalesce(-sum(l.amount), 0) as amount
      from journal j, unnest(j.accounts, j.amounts) as l (account, amount)
      where j.book = c.book and j.seq > greatest(c.id, c.bound_after) and j.kind = 'experience_convert'
        and j.ref = 'experience_credit:' || c.id and l.account = 'promo'
    ) moved
  where c.book = of_book and c.id = of_id
    and (c.converted is distinct from moved.amount or 2 * c.converted > paid.amount) is not false
$$;

create function experience_credit_converted() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  fault text := experience_converted_fault(new.book, new.id);
begin
  if fault is not null then
    raise exception 'experience credit %/%: %', new.book, new.id, fault
      using errcode = 'check_violation', constraint = 'experience_credit_converted';
  end if;
  return null;
end
$$;
create constraint trigger experience_credit_converted after update on experience_credit deferrable initially deferred for each row
  when (new.converted <> old.converted) execute function experience_credit_converted();

-- Credit leaves as its row says. Before it was turned over only what is above the grant, which is profit, becomes money.
create or replace function experience_journal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (
    select from experience_credit c
    where c.book = new.book and c.id = journal_row(new.ref, 'experience_credit') and c.xmin = pg_current_xact_id()::xid
      and 'USDT' = all (new.currencies)
      and case new.kind
        when 'experience_convert' then c.status in ('active', 'converted') and c.converted > 0
          and (10 * c.amount <= (select u.amount from experience_turnover u where u.book = c.book and u.id = c.id)
            or c.amount <= (select h.amount from had_after(new.book, new.seq) h where h.account = 'promo'))
          and experience_converted_fault(c.book, c.id) is null
        else c.status = 'expired' or (c.status = 'active' and c.due_ms > c.expires_ms)
      end
  ) then perform journal_unexplained(new.book, new.seq, new.kind); end if;
  return null;
end
$$;

-- A profit made with credit is credit at once: right behind the journal that brings it comes the one that keeps it.
insert into journal_template (kind, account, sign) values
  ('experience_keep', 'contract', -1), ('experience_keep', 'option', -1), ('experience_keep', 'promo', 1);

-- What a journal moves of one account.
create function moved_of(of_journal journal, of_account account) returns numeric language sql immutable
  set search_path = pg_catalog, public, pg_temp as
$$
  select coalesce(sum(l.amount), 0) from unnest(of_journal.accounts, of_journal.amounts) as l (account, amount)
  where l.account = of_account
$$;

-- Whether what a journal brings to the customer's own accounts is kept by the next one, or was brought before this rule.
create function profit_kept(brings journal) returns boolean language sql stable set search_path = pg_catalog, public, pg_temp as
$$
  select greatest(moved_of(brings, 'contract'), moved_of(brings, 'option')) <= 0
    or brings.seq <= (select max(c.bound_after) from experience_credit c where c.book = brings.book)
    or exists (
      select from journal k where k.book = brings.book and k.seq = brings.seq + 1 and k.kind = 'experience_keep' and k.ref = brings.ref
        and 'USDT' = all (k.currencies) and moved_of(k, 'contract') = -moved_of(brings, 'contract')
        and moved_of(k, 'option') = -moved_of(brings, 'option'))
$$;

create function experience_kept() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if (case new.kind
    when 'experience_keep' then exists (
      select from journal j where j.book = new.book and j.seq = new.seq - 1 and j.xmin = pg_current_xact_id()::xid and j.ref = new.ref
        and (j.kind = 'contract_close' and 'promo_frozen' = any (j.accounts) or j.kind = 'option_win' and 'promo' = any (j.accounts))
        and greatest(moved_of(j, 'contract'), moved_of(j, 'option')) > 0 and profit_kept(j))
    else profit_kept(new)
  end) is not true then
    raise exception 'journal %/% takes a profit out of credit', new.book, new.seq
      using errcode = 'check_violation', constraint = 'experience_kept';
  end if;
  return null;
end
$$;
create constraint trigger experience_kept after insert on journal deferrable initially deferred for each row
  when (new.kind = 'experience_keep'
    or new.kind = 'contract_close' and 'promo_frozen' = any (new.accounts)
    or new.kind = 'option_win' and 'promo' = any (new.accounts))
  execute function experience_kept();

create or replace function journal_known() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  -- Its own guard knows it (`experience_kept`).
  if new.kind <> 'experience_keep' then perform journal_unexplained(new.book, new.seq, new.kind); end if;
  return null;
end
$$;

grant update (converted) on experience_credit to candor_app;
