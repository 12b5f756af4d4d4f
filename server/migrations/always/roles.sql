-- Who may write what the market is made of: the role that leads it, and nobody who takes orders. Applied at each start, behind
-- the migrations, which grant to `candor_app` what its tables need.
--
-- `candor_tape` writes the tape, its heads, minutes, candles and checkpoints, who leads, and the clock; it reads the terms that
-- halt an instrument and nothing of anybody. `candor_app` and whoever else serves reads all of that and writes none of it, but
-- that a demo's clock is set forward, as the record of it says, which two guards of the clock ask.
grant usage on schema public to candor_tape;
revoke insert, update, delete on tape, tape_head, tape_minute, candle, checkpoint, leader, clock, market_day, market_run from candor_app;
revoke update (key, revealed_ms) on market_day from candor_app;
grant select on tape, tape_head, tape_minute, candle, checkpoint, leader, clock, terms, market_day, market_run to candor_tape;
grant insert on tape, candle, checkpoint, market_day, market_run to candor_tape;
grant update (key, revealed_ms) on market_day to candor_tape;
grant insert, update on tape_head, tape_minute, leader to candor_tape;
grant update on clock to candor_tape;
-- It seals the ledger without reading it: the function answers a root.
grant execute on function seal_ledger to candor_tape;
grant update (base_market_ms) on clock to candor_app;
-- A counter counts, and is never given another name.
revoke update on counter from candor_app;
grant update (value) on counter to candor_app;
