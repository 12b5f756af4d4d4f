-- What somebody agrees to before anything was published are the usual terms, which the owner of the database wrote: rates, bounds and
-- days of an order of the fund or of a loan of version 0 are theirs. And whoever applies does so now.

create function fund_order_terms() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  usual jsonb;
begin
  if new.terms_version <> 0 or not is_bound_in_time(tg_relid) then
    return new;
  end if;
  select u.body into usual from usual_terms u where u.subject = 'fund:' || new.project;
  if ((new.rate_min, new.rate_max, new.days, new.early_fee_rate) = ((usual ->> 'rate_min')::numeric, (usual ->> 'rate_max')::numeric,
      (usual ->> 'days')::numeric, (usual ->> 'early_fee_rate')::numeric)
    and new.amount between (usual ->> 'min')::numeric and (usual ->> 'max')::numeric and (usual ->> 'open')::boolean) is not true
  then
    raise exception 'fund order % has not the usual terms', new.id
      using errcode = 'check_violation', constraint = 'fund_order_terms';
  end if;
  return new;
end
$$;
create trigger fund_order_zz_terms before insert on fund_order for each row execute function fund_order_terms();

create function fund_order_in_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and (is_wall_now(new.asked_ms) and abs(new.applied_ms - market_ms()) <= market_slack_ms()
    -- Without an operator's word an order starts in a demo alone.
    and (new.due_ms is null or (not is_live_house() and new.due_ms >= new.applied_ms))) is not true
  then
    raise exception 'fund order % is not of this time', new.id
      using errcode = 'check_violation', constraint = 'fund_order_in_time';
  end if;
  return null;
end
$$;
create trigger fund_order_in_time after insert on fund_order for each row execute function fund_order_in_time();

create function loan_usual_terms() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  agreed jsonb;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select u.body into agreed from usual_terms u where u.subject = 'loan';
  if new.terms_version > 0 then
    agreed := coalesce(agreed, '{}')
      || (select t.body::jsonb from terms t where t.subject = 'loan' and t.version = new.terms_version);
  end if;
  if ((new.daily_rate, new.overdue_rate, new.overdue_cap) = ((agreed ->> 'daily_rate')::numeric, (agreed ->> 'overdue_rate')::numeric,
      (agreed ->> 'overdue_cap')::numeric)
    and new.amount between (agreed ->> 'min')::numeric and (agreed ->> 'max')::numeric and (agreed ->> 'open')::boolean
    and new.needs_second = (new.amount >= (agreed ->> 'two_from')::numeric)
    and (select c.credit_score from customer c where c.id = new.book) >= (agreed ->> 'score_min')::numeric) is not true
  then
    raise exception 'loan % has not the terms that count', new.id using errcode = 'check_violation', constraint = 'loan_terms';
  end if;
  if (is_wall_now(new.applied_ms) and new.review_due_ms = new.applied_ms + 86400000) is not true then
    raise exception 'loan % is not applied for now', new.id using errcode = 'check_violation', constraint = 'loan_time';
  end if;
  return null;
end
$$;
create trigger loan_usual_terms after insert on loan for each row execute function loan_usual_terms();

revoke execute on function fund_order_terms, fund_order_in_time, loan_usual_terms from public;
