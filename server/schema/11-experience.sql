-- Experience credit: grants, turnover, expiry, and conversion into the customer's own money.

-- One row per grant of experience credit. The money itself is in the account `promo`.
create table experience_credit (
  book bigint not null,
  -- The number of the journal that granted the credit.
  id bigint not null,
  amount numeric(38,8) not null check (amount > 0),
  -- By the market clock.
  granted_ms bigint not null,
  expires_ms bigint not null check (expires_ms > granted_ms),
  -- replaced: the customer of a demo started over and received a new grant.
  status text not null,
  -- Incremented whenever due_ms changes. When the engine fires the expiry, it names this version.
  version int not null check (version > 0),
  -- When the expiry is next processed: on the day of the expiry and, while part of the credit is still at stake, repeatedly
  -- afterwards.
  due_ms bigint not null check (due_ms >= expires_ms),
  armed_seq bigint not null,
  -- The turnover made with the credit before the conversion.
  turnover numeric(38,8),
  ended_ms bigint,
  -- The part of the credit that became the customer's own money.
  converted numeric(38,8) not null default 0 check (converted >= 0),
  -- Journals of the book up to this number are exempt from this rule, because they are older than it.
  bound_after bigint not null default 0,
  primary key (book, id),
  check ((status = 'active') = (ended_ms is null)),
  check ((status = 'converted') = (turnover is not null)),
  check (turnover >= 10 * amount),
  check (status <> 'expired' or ended_ms >= expires_ms),
  -- A customer has at most one active credit. The check is deferred, because starting over ends one and grants the next in the
  -- same transaction, in either order.
  constraint experience_credit_one exclude using btree (book with =) where (status = 'active') deferrable initially deferred,
  constraint experience_credit_status_check
    check (status in ('active', 'converted', 'expired', 'replaced', 'returned'))
) with (fillfactor = 80);
create index experience_credit_active on experience_credit (book, id) where status = 'active';

-- A grant cannot be rewritten, and a credit that ended never changes.
create function experience_credit_refuse() returns trigger language plpgsql as
$$
begin
  raise exception 'experience credit %/%: status % is not allowed after %',
    old.book, old.id, new.status, old.status
    using errcode = 'check_violation', constraint = 'experience_credit_transition';
end
$$;
create trigger experience_credit_transition before update on experience_credit for each row
  when (
    new.version <= old.version or new.converted < old.converted
    or (old.book, old.id, old.amount, old.granted_ms, old.expires_ms, old.bound_after)
      <> (new.book, new.id, new.amount, new.granted_ms, new.expires_ms, new.bound_after)
  ) execute function experience_credit_refuse();
create trigger experience_credit_began after insert on experience_credit referencing new table as added for each statement execute function went_its_way();
create trigger experience_credit_went_its_way after update on experience_credit referencing old table as before new table as changed
  for each statement execute function went_its_way();

-- The turnover stated by a conversion equals the turnover computed from the rows.
create function experience_credit_turned_over() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if new.turnover > (select u.amount from experience_turnover u where u.book = new.book and u.id = new.id) then
    raise exception 'experience credit %/% states more turnover than its trades', new.book, new.id
      using errcode = 'check_violation', constraint = 'experience_credit_turned_over';
  end if;
  return new;
end
$$;
create trigger experience_credit_turned_over before update on experience_credit for each row
  when (new.status = 'converted') execute function experience_credit_turned_over();

-- A journal of experience credit moves the amounts in the credit's row. Before the required turnover is reached, only the
-- profit, which is the part above the granted amount, becomes the customer's own money.
create function experience_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (
    select from experience_credit c
    where c.book = posted.book and c.id = journal_row(posted.ref, 'experience_credit') and c.xmin = pg_current_xact_id()::xid
      and 'USDT' = all (posted.currencies)
      and case posted.kind
        when 'experience_convert' then c.status in ('active', 'converted') and c.converted > 0
          and (10 * c.amount <= (select u.amount from experience_turnover u where u.book = c.book and u.id = c.id)
            or c.amount <= (select h.amount from had_after(posted.book, posted.seq) h where h.account = 'promo'))
          and experience_converted_violation(c.book, c.id) is null
        else c.status = 'expired' or (c.status = 'active' and c.due_ms > c.expires_ms)
      end
  ) then perform journal_unexplained(posted.book, posted.seq, posted.kind); end if;
end
$$;

create function experience_credit_violation(was experience_credit, new_row experience_credit, is_new boolean) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_ms();
  slack_ms bigint := market_slack_ms();
begin
  if is_new then
    if (new_row.status = 'active' and new_row.version = 1 and new_row.turnover is null and abs(new_row.granted_ms - now_ms) <= slack_ms
      and new_row.expires_ms = new_row.granted_ms + 2592000000 and new_row.due_ms = new_row.expires_ms) is not true
    then
      return 'its time';
    end if;
    return case when not exists (
      select from journal j where j.book = new_row.book and j.seq = new_row.id and j.xmin = pg_current_xact_id()::xid
        and j.kind in ('demo_grant', 'start_over', 'promotion_grant')
        and (j.kind = 'start_over' or (select sum(l.amount) from unnest(j.accounts, j.amounts) as l (account, amount)
          where l.account = 'promo') = new_row.amount)) then 'its grant' end;
  end if;
  if new_row.due_ms > greatest(was.due_ms, now_ms + slack_ms + 60000) then
    return 'its next look';
  end if;
  if new_row.status = 'active' then
    return null;
  end if;
  if abs(new_row.ended_ms - now_ms) > slack_ms then
    return 'its end';
  end if;
  return case when not case new_row.status
    when 'converted' then exists (select from journal j where j.book = new_row.book and j.seq > new_row.id
      and j.xmin = pg_current_xact_id()::xid and j.kind = 'experience_convert' and j.ref = 'experience_credit:' || new_row.id)
    when 'replaced' then exists (select from experience_credit c
      where c.book = new_row.book and c.id > new_row.id and c.xmin = pg_current_xact_id()::xid)
    when 'returned' then exists (select from journal j where j.book = new_row.book and j.seq > new_row.id
      and j.xmin = pg_current_xact_id()::xid and j.kind = 'account_close')
    else true end then 'what ended it' end;
end
$$;

create function experience_credit_agreed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  violation text;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  violation := experience_credit_violation(case when tg_op = 'UPDATE' then old end, new, tg_op = 'INSERT');
  if violation is not null then
    raise exception 'experience credit %/% violates its terms: %', new.book, new.id, violation
      using errcode = 'check_violation', constraint = 'experience_credit_agreed';
  end if;
  return null;
end
$$;
create constraint trigger experience_credit_agreed_new after insert on experience_credit deferrable initially deferred
  for each row execute function experience_credit_agreed();
create constraint trigger experience_credit_agreed after update on experience_credit deferrable initially deferred
  for each row execute function experience_credit_agreed();

create function experience_credit_begins() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  raise exception 'new experience credit %/% is already partly converted', new.book, new.id
    using errcode = 'check_violation', constraint = 'experience_credit_begins';
end
$$;
create trigger experience_credit_begins before insert on experience_credit for each row
  when (new.converted <> 0 or new.bound_after <> 0) execute function experience_credit_begins();

-- Returns a text that explains why the amount converted from a credit does not match its journals and half of the fees paid;
-- null if it matches.
create function experience_converted_violation(of_book bigint, of_id bigint) returns text language sql stable
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
  violation text := experience_converted_violation(new.book, new.id);
begin
  if violation is not null then
    raise exception 'experience credit %/%: %', new.book, new.id, violation
      using errcode = 'check_violation', constraint = 'experience_credit_converted';
  end if;
  return null;
end
$$;
create constraint trigger experience_credit_converted after update on experience_credit deferrable initially deferred for each row
  when (new.converted <> old.converted) execute function experience_credit_converted();

create function experience_kept(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if (case posted.kind
    when 'experience_keep' then exists (
      select from journal j where j.book = posted.book and j.seq = posted.seq - 1 and j.xmin = pg_current_xact_id()::xid and j.ref = posted.ref
        and (j.kind = 'contract_close' and 'promo_frozen' = any (j.accounts) or j.kind = 'option_win' and 'promo' = any (j.accounts))
        and greatest(moved_of(j, 'contract'), moved_of(j, 'option')) > 0 and profit_kept(j))
    else profit_kept(posted)
  end) is not true then
    raise exception 'journal %/% pays a profit on credit out wrongly', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'experience_kept';
  end if;
end
$$;

create function unacted(book bigint, of_what text) returns void language plpgsql set search_path = public, pg_temp as
$$
begin
  raise exception '% of book % was not requested in a session of its customer', of_what, book
    using errcode = 'check_violation', constraint = 'acts_in_session';
end
$$;

-- Experience credit that an order froze becomes credit again when it is released or filled. Otherwise a journal could take from
-- frozen credit and pay into the contract account, which would turn credit into the customer's own money without turnover or a
-- fee.
create function credit_stays_credit(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if posted.kind in ('contract_hold', 'contract_release', 'contract_open', 'contract_fill', 'contract_margin')
    and posted.accounts && '{contract,contract_frozen}'
  then
    raise exception 'journal %/% (%) turns credit into the customer''s own money', posted.book, posted.seq, posted.kind
      using errcode = 'check_violation', constraint = 'credit_stays_credit';
  end if;
end
$$;

-- Returns the turnover made with a credit until it ended: the stakes of tickets that were won or lost, and an amount for the
-- time for which positions were at risk. For each hour, 0.1% of a position's value counts (0.02% for forex and metals, which
-- move less), up to the initial margin. A part that was closed is measured until its own closing. A position held for a
-- moment therefore adds almost nothing, whatever its leverage. The row of a partly closed position has the initial margin of
-- the open part, from which the original margin is computed.
create view experience_turnover as
  select c.book, c.id,
    coalesce((
      select sum(t.stake) from option_ticket t
      where t.book = c.book and t.source = 'promo' and t.status in ('won', 'lost')
        and t.accepted_ms >= c.granted_ms and t.settled_ms <= coalesce(c.ended_ms, t.settled_ms)
    ), 0) + coalesce((
      select sum(trunc(part.margin * least(1,
        p.leverage * greatest(part.time_ms - p.entry_ms, 0) * case p.product when 'forex' then 0.0002 else 0.001 end / 3600000), 8))
      from position p cross join lateral (
        select (e ->> 'time_ms')::bigint as time_ms,
          p.initial_margin * (e ->> 'quantity')::numeric / (p.closes -> -1 ->> 'quantity')::numeric as margin
        from jsonb_array_elements(p.closes) e
      ) part
      where p.book = c.book and p.collateral = 'promo' and p.status = 'closed'
        and (p.closes -> -1 ->> 'journal_seq')::bigint > c.id and p.closed_ms <= coalesce(c.ended_ms, p.closed_ms)
    ), 0) as amount
  from experience_credit c;

-- Returns the amount in USDT that a customer paid to the house from their own money since a credit was granted: fees of spot
-- trades, conversions, exchanges and positions, and, for each USDT ticket that was won or lost, half of the amount by which
-- the possible loss exceeded the possible gain. Fees paid with experience credit are the house's own money and are not
-- included.
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

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('experience_credit', '', 'active', null, null, null, 0, '{}'),
  ('experience_credit', 'active', 'active', null, null, null, 0, '{}'),
  ('experience_credit', 'active', 'converted', null, null, null, 0, '{}'),
  ('experience_credit', 'active', 'expired', null, null, null, 0, '{}'),
  ('experience_credit', 'active', 'replaced', null, null, null, 0, '{}'),
  ('experience_credit', 'active', 'returned', null, null, null, 0, '{}');

insert into journal_template (kind, account, sign) values
  -- With enough turnover, credit becomes the customer's own money. After the expiry, it returns to the account that granted
  -- it.
  ('experience_convert', 'promo', -1), ('experience_convert', 'spot', 1),
  ('experience_expire', 'promo', -1), ('experience_expire', 'promotions', 1),
  ('experience_keep', 'contract', -1), ('experience_keep', 'option', -1), ('experience_keep', 'promo', 1);

grant select on experience_turnover, experience_paid to candor_app;
grant select, insert, update (status, version, due_ms, armed_seq, turnover, ended_ms, converted) on experience_credit to candor_app;
revoke execute on function credit_stays_credit, experience_credit_agreed, experience_credit_violation, experience_journal, experience_kept, unacted
  from public;

-- Read by the invariants, which the guard evaluates.
grant select on experience_credit, experience_turnover to candor_guard;
