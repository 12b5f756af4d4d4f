-- No share without its row: what sets one aside, pays it or gives it back is asked at commit for the rows that say so, of this very
-- transaction and of the same amount.
create function referral_journal() returns trigger language plpgsql as
$$
declare
  -- What it adds to the account of shares.
  moved numeric := (select coalesce(sum(p.amount), 0) from posting p
    where p.book = new.book and p.seq = new.seq and p.account = 'referral' and p.currency = 'USDT');
begin
  if exists (select from posting p where p.book = new.book and p.seq = new.seq and p.currency <> 'USDT')
    or (case new.kind
      when 'referral_reserve' then moved = (
        select sum(r.amount) from referral_reward r
        where r.source = new.book and r.xmin = pg_current_xact_id()::xid and r.status = 'due'
          and new.ref ~ '^fund_payment:\d{1,18}:\d{1,9}$' and r.order_id = split_part(new.ref, ':', 2)::bigint
          and r.number = split_part(new.ref, ':', 3)::int)
        and not exists (
          -- A batch has few journals of one book, so another of this transaction has a number near by.
          select from journal j where j.book = new.book and j.seq between new.seq - 300 and new.seq + 300 and j.seq <> new.seq
            and j.kind = new.kind and j.ref = new.ref)
      else exists (
        select from referral_reward r
        where r.book = new.book and r.xmin = pg_current_xact_id()::xid and r.journal_seq = new.seq and r.amount = -moved
          and r.id = case when new.ref ~ '^referral_reward:\d{1,18}$' then substr(new.ref, 17)::bigint end
          and r.status = case new.kind when 'referral_pay' then 'paid' else 'none' end)
      end) is not true
  then
    raise exception 'journal %/% is of no share', new.book, new.seq
      using errcode = 'check_violation', constraint = 'referral_journal';
  end if;
  return null;
end
$$;
create constraint trigger referral_journal after insert on journal deferrable initially deferred for each row
  when (new.kind in ('referral_reserve', 'referral_pay', 'referral_return')) execute function referral_journal();
