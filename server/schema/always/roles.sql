-- Only the role of the market's leader may write the market's tables; roles that take orders may not. Applied at each start,
-- after the migrations, which grant the privileges of the remaining tables to `candor_app`.
--
-- `candor_tape` writes the tape, its heads, minutes, candles and checkpoints, the leader, and the clock. It reads the terms
-- that halt an instrument, and no customer's data. `candor_app` and the other serving role can read these tables but not write
-- them, except that a demo's clock may be set forward according to a record in the log, which two guards of the clock check.
grant usage on schema public to candor_tape;
revoke insert, update, delete on tape, tape_head, tape_minute, candle, checkpoint, leader, clock, market_day, market_run, source_rule from candor_app;
revoke update (key, revealed_ms) on market_day from candor_app;
grant select on tape, tape_head, tape_minute, candle, checkpoint, leader, clock, terms, market_day, market_run, source_rule to candor_tape;
grant insert on tape, candle, checkpoint, market_day, market_run, source_rule to candor_tape;
grant update (key, revealed_ms) on market_day to candor_tape;
grant insert, update on tape_head, tape_minute, leader to candor_tape;
-- The leader reports how far its firings are behind. A process that only serves can't report this for others.
grant select, insert (role, epoch, lag_ms, symbol_lag_ms), update (epoch, lag_ms, symbol_lag_ms) on engine_beat to candor_tape;
grant update on clock to candor_tape;
-- `candor_tape` can seal the ledger without reading it, because the function returns only the root.
grant execute on function seal_ledger to candor_tape;
grant execute on function market_pace_ms to candor_tape;
-- `candor_tape` can have the statements of liabilities built, without choosing or reading their contents.
grant execute on function liabilities_build, liabilities_prune to candor_tape;
-- `candor_tape` can append to the transparency log without reading private fields, and signs the roots.
grant execute on function tlog_append to candor_tape;
grant select on tlog_stuck to candor_tape;
grant select, insert, update (hashes) on tlog_tile to candor_tape;
grant select, insert on tlog_checkpoint, tlog_cosignature to candor_tape;
grant select, insert, update, delete on tlog_witness to candor_tape;
-- `candor_tape` stores the time stamps of the log by other authorities, and states which authorities these are.
grant select, insert on time_stamp, time_stamp_policy to candor_tape;
-- `candor_tape` states the first keys with which it signs; only the owner states later ones.
grant select on signing_key to candor_tape;
grant execute on function introduce_key to candor_tape;
grant update (base_market_ms, ahead_ms) on clock to candor_app;

-- Privileges on everything else. Grants of the migrations to `candor_app` apply to both serving roles: the one that executes
-- commands, which move money, and `candor_door`, which logs customers in, sends them messages and stores what they write and
-- read. Both roles may read what they serve. Both may write any table that is not listed here, unless its schema names the
-- role that may write it, in a comment that only the table's owner can set: `comment on table t is 'written by commands'`, or
-- `'written by the door'`. A test lists every table and its writer.
do $$
declare
  -- Tables that only the role for commands writes, so that somebody who takes over the door's connections can't post, fill,
  -- accept or approve. Both roles may increment the number of a book, which every change of a customer locks.
  of_commands constant text[] := array[
    'journal', 'counter', 'spot_order', 'spot_fill', 'position', 'option_ticket', 'experience_credit', 'exchange',
    'exchange_quote', 'transfer', 'house_debt', 'deposit', 'withdrawal', 'withdrawal_failing', 'withdrawal_address', 'proposal', 'terms',
    'custody_statement', 'fund_order', 'fund_use', 'fund_day', 'fund_rate', 'fund_payment', 'strategy_clock', 'strategy_trade',
    'strategy_report', 'loan', 'loan_payment', 'credit_standing', 'referral_reward', 'referral_told', 'own_limit', 'own_pause',
    'price_alert', 'engine_inbox', 'engine_position'];
  commands_call constant text[] := array['open_balances', 'open_house_balances', 'draw_to_slot', 'count_open_profit', 'hold_counters', 'act_for',
    'act_by_key'];
  -- Tables that only the door's role writes, so that somebody who takes over the connections for commands can't impersonate
  -- customers or read messages to them.
  of_the_door constant text[] := array[
    -- The role that executes commands can't create customers or set passwords.
    'customer', 'invite_code',
    'session', 'mailed_code', 'guess', 'nonce', 'authenticator', 'recovery_code', 'passkey', 'registration_key', 'vault_key',
    'mail', 'text_message', 'push_key', 'push_subscription', 'push_delivery', 'notification_choice', 'agreement_notice_read',
    'operator', 'operator_leave', 'factor_reset_first', 'operator_session', 'operator_key', 'operator_reset',
    'operator_tie', 'article_version', 'article_text',
    'article_picture', 'article_release', 'chat_conversation', 'chat_message', 'chat_answer', 'chat_picture', 'chat_evidence',
    'chat_canned',
    -- Only the door's role can change where money is paid out.
    'bank_card',
    -- The role that moves money can't state what its customer confirmed, or what the payment provider reported.
    'customer_confirmation', 'payout_report'];
  said_of_commands constant text[] := array(select relname::text from pg_class
    where relnamespace = 'public'::regnamespace and obj_description(oid, 'pg_class') = 'written by commands');
  said_of_the_door constant text[] := array(select relname::text from pg_class
    where relnamespace = 'public'::regnamespace and obj_description(oid, 'pg_class') = 'written by the door');
  given record;
  door_table text;
begin
  for given in
    with held as (
      select g.grantee, g.privilege_type as may, c.relname::text as thing, null::text as part,
          case c.relkind when 'S' then 'sequence' else 'table' end as kind
        from pg_class c, aclexplode(c.relacl) g where c.relnamespace = 'public'::regnamespace
      union all
      select g.grantee, g.privilege_type, c.relname, a.attname, 'table'
        from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) g where c.relnamespace = 'public'::regnamespace
      union all
      select g.grantee, g.privilege_type, p.oid::regprocedure::text, p.proname, 'routine'
        from pg_proc p, aclexplode(p.proacl) g where p.pronamespace = 'public'::regnamespace
    )
    select may, thing, part, kind from held where grantee = 'candor_app'::regrole
    except select may, thing, part, kind from held where grantee = 'candor_door'::regrole
  loop
    continue when given.kind = 'routine' and given.part = any (commands_call);
    continue when given.kind = 'table' and given.may <> 'SELECT' and given.thing = any (of_commands || said_of_commands);
    if given.kind = 'routine' then
      execute format('grant %s on routine %s to candor_door', given.may, given.thing);
    else
      execute format('grant %s%s on %s %I to candor_door', given.may, coalesce('(' || quote_ident(given.part) || ')', ''), given.kind,
        given.thing);
    end if;
  end loop;
  foreach door_table in array of_the_door || said_of_the_door loop
    execute format('revoke insert, update, delete on %I from candor_app', door_table);
  end loop;
end $$;
