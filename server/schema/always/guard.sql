-- The role of the guard reads what the invariants read, and can only report what it found. Applied at each start, after the
-- migrations.
grant usage on schema public to candor_guard;
grant execute on function guard_begins, guard_ran to candor_guard;
grant select on
  agreement_notice, article_counting_text, article_judged, article_release, article_text, article_version, audit, balance, book,
  clock, counter, credit_change, dead_mans_switch, deposit, engine_set_aside, exchange, experience_credit, experience_turnover, fund_day, fund_order,
  fund_payment, fund_rate, fund_use, house_balance, house_debt, journal, journal_seal, ledger_seal,
  liability_claim, liability_pruned, liability_tile, liability_tree, loan, loan_document, loan_payment, made_since, open_hold,
  open_profit, open_stake, open_stress, option_ticket, own_day, own_limit, position, position_amendment, posting, proposal, recurring_plan,
  recurring_purchase, referral_basis, referral_reward, spot_amendment, spot_fill, spot_order, strategy_clock, strategy_report, strategy_trade, tape,
  tape_head, tape_minute, terms, withdrawal
  to candor_guard;
-- Of these it reads no password, no session, and of authenticators only that there is a sealed one.
grant select (id, status, invited_by) on customer to candor_guard;
grant select (account, person, role, added_by, created_ms, confirmed_by, confirmed_ms, disabled_ms, sealed_totp_secret) on operator to candor_guard;
grant select (account) on operator_session to candor_guard;
grant select (number, as_of_ms, sums, text) on liability_statement to candor_guard;
grant execute on function liability_root, operator_is_example, operator_person, position_unborne to candor_guard;
