-- Grants to the guard of the books. In the schema, each grant is in the file that creates the object that the guard reads
-- (previously, in `schema/always/guard.sql`).
grant select on balance, book, counter, house_balance, house_debt, journal, journal_seal, ledger_seal, posting to candor_guard;
grant select on clock, made_since, tape, tape_head, tape_minute to candor_guard;
grant select on engine_set_aside to candor_guard;
grant select on credit_change to candor_guard;
grant select (id, status, invited_by) on customer to candor_guard;
grant select on audit to candor_guard;
-- The guard of the books reads only whether an authenticator exists. The authenticator itself is sealed.
grant select (account, person, role, added_by, created_ms, confirmed_by, confirmed_ms, disabled_ms, sealed_totp_secret) on operator to candor_guard;
grant select (account) on operator_session to candor_guard;
grant execute on function operator_is_example, operator_person to candor_guard;
grant select on proposal to candor_guard;
grant select on terms to candor_guard;
grant select on spot_amendment, spot_fill, spot_order to candor_guard;
grant select on open_profit, position to candor_guard;
grant execute on function position_unborne to candor_guard;
grant select on option_ticket to candor_guard;
grant select on experience_credit, experience_turnover to candor_guard;
grant select on exchange to candor_guard;
grant select on deposit to candor_guard;
grant select on withdrawal to candor_guard;
grant select on fund_day, fund_order, fund_payment, fund_rate, fund_use to candor_guard;
grant select on strategy_clock, strategy_report, strategy_trade to candor_guard;
grant select on loan, loan_document, loan_payment to candor_guard;
grant select on referral_basis, referral_reward to candor_guard;
grant select on own_limit to candor_guard;
grant select on agreement_notice, article_counting_text, article_judged, article_release, article_text, article_version to candor_guard;
grant select on recurring_plan, recurring_purchase to candor_guard;
grant select on liability_claim, liability_pruned, liability_tile, liability_tree to candor_guard;
grant select (number, as_of_ms, sums, text) on liability_statement to candor_guard;
grant execute on function liability_root to candor_guard;
grant usage on schema public to candor_guard;
grant execute on function guard_begins, guard_ran to candor_guard;
grant select on dead_mans_switch to candor_guard;
grant select on position_amendment to candor_guard;
grant select on open_hold, open_stake, open_stress, own_day to candor_guard;

-- Each feature that places orders for customers adds its own rows to the conditions under which an order is let in, without
-- naming other features.
alter function order_let_in(bigint, bigint) rename to order_let_in_without_plans;
create or replace function order_let_in_without_plans(of_book bigint, of_order bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (select from spot_order s where s.book = of_book and s.id = of_order and s.entry_id is not null)
$$;
create function order_let_in_without_keys(of_book bigint, of_order bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (select from recurring_purchase p
      where p.book = of_book and p.order_id = of_order and p.xmin = pg_current_xact_id()::xid)
    or order_let_in_without_plans(of_book, of_order)
$$;
create function order_let_in(of_book bigint, of_order bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (select from api_order o
      where o.book = of_book and o.order_id = of_order and o.xmin = pg_current_xact_id()::xid)
    or order_let_in_without_keys(of_book, of_order)
$$;
revoke execute on function order_let_in, order_let_in_without_keys from public;
