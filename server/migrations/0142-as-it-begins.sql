-- A row is at its making what the rest of it and the published figures say: a new customer has been granted nothing, and what a stake
-- was worth, and so what the house may lose by it, is its amount at a published price of its currency.

create function customer_begins() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and ((new.status, new.kyc_status, new.credit_score) = ('active', 'not_started', 80)
    and num_nonnulls(new.country, new.standing_reason, new.closed_ms, new.trading_password_hash, new.security_changed_ms) = 0
    -- A demo's example customers trade with leverage from the start.
    and not (new.lever_enabled and is_live_house())
    -- An invitation is a code of somebody who may trade.
    and (new.invited_by = 0 or exists (select from invite_code i join customer c on c.id = i.owner
      where i.owner = new.invited_by and c.status = 'active'))) is not true
  then
    raise exception 'customer % begins with what nobody granted', new.id
      using errcode = 'check_violation', constraint = 'customer_begins';
  end if;
  return new;
end
$$;
create trigger customer_begins before insert on customer for each row execute function customer_begins();

create function option_ticket_worth() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  slack_ms bigint := market_slack_ms();
  wrong bigint;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select a.id into wrong from added a cross join lateral terms_at('option:' || a.symbol, a.accepted_wall_ms) as v (body)
    where (a.profit_usdt = trunc(a.stake_usdt * a.payout_ratio, 8)
      and a.stake_usdt between (v.body ->> 'stake_min_usdt')::numeric and (v.body ->> 'stake_max_usdt')::numeric
      and case when a.currency = 'USDT' then a.stake_usdt = a.stake
        else a.source = 'option' and exists (
          select from tape t where t.symbol = a.currency || '/USDT' and t.time_ms <= a.accepted_ms + slack_ms
            and t.seq >= coalesce(entry_past(t.symbol, a.accepted_ms, slack_ms), 0) and a.stake_usdt = trunc(a.stake * t.bid, 8))
      end) is not true
    limit 1;
  if wrong is not null then
    raise exception 'ticket % is not worth what it says', wrong using errcode = 'check_violation', constraint = 'option_ticket_worth';
  end if;
  return null;
end
$$;
create trigger option_ticket_worth after insert on option_ticket
  referencing new table as added for each statement execute function option_ticket_worth();

revoke execute on function customer_begins, option_ticket_worth from public;
