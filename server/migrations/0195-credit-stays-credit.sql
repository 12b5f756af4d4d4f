-- What an order froze of experience credit is credit again when it is given back. A journal of giving back or of filling was asked
-- whether its customer's lines sum up alone, so that one that took from frozen credit and gave to the contract account turned credit
-- into the customer's own money, without a turnover or a fee.
create function credit_stays_credit() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  raise exception 'journal %/% (%) gives credit back as own money', new.book, new.seq, new.kind
    using errcode = 'check_violation', constraint = 'credit_stays_credit';
end
$$;
revoke execute on function credit_stays_credit from public;
create trigger credit_stays_credit after insert on journal for each row
  when (new.kind in ('contract_hold', 'contract_release', 'contract_open', 'contract_fill', 'contract_margin')
    and new.accounts && '{promo,promo_frozen}' and new.accounts && '{contract,contract_frozen}')
  execute function credit_stays_credit();
