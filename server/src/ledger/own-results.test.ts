/** Reads a customer's trading results repeatedly: the cached sum plus new journals equals the sum of the complete history. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { incomeParts } from '../app/gathering.ts';
import { OwnResults } from './own-results.ts';
import { DAY_MS } from '@candor/domain/time.ts';

const BOOK = 100001n;
let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.ownerUrl, { max: 1 });
  // This test disables the trigger that applies journals to balances.
  await pool.query(`set session_replication_role = replica`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const journal = (seq: number, entry: { kind: string; ref: string; timeMs: number; amount: string }) =>
  pool.query(
    `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
      values ($1, $2, $3, $4, $5, 0, '{contract,trading}', '{USDT,USDT}', array[$6::numeric, -$6::numeric])`,
    [BOOK, seq, entry.kind, entry.ref, entry.timeMs, entry.amount],
  );
const ticket = (id: number, source: string) =>
  pool.query(
    `insert into option_ticket (book, id, product, symbol, side, seconds, currency, source, stake, payout_ratio, profit,
        stake_usdt, profit_usdt, status, accepted_ms, accepted_seq, expires_ms, strike, strike_ms, settle, settle_seq,
        settled_ms, pnl)
      values ($1, $2, 'crypto', 'BTC/USDT', 'up', 60, 'USDT', $3, 10, 0.82, 8.2, 10, 8.2, 'won', 0, 1, 60000, 1, 1, 1, 2,
        60001, 8.2)`,
    [BOOK, id, source],
  );

test('counts each journal once, only today’s journals if a day is requested, and no gains made with credit', async () => {
  const kept = new OwnResults({ pool, booksMax: 10, parts: incomeParts });
  const ask = async (dayStartMs: number) => {
    const at = { book: BOOK, dayStartMs };
    const [remembered, anew] = [
      await kept.of(at),
      await new OwnResults({ pool, booksMax: 1, parts: incomeParts }).of(at),
    ];
    expect([remembered.cumulative, remembered.today]).toEqual([anew.cumulative, anew.today]);
    return [remembered.cumulative, remembered.today];
  };
  expect(await ask(0)).toEqual([0n, 0n]);
  await journal(1, { kind: 'contract_close', ref: 'position:1', timeMs: 5, amount: '2.5' });
  await journal(2, { kind: 'transfer', ref: 'transfer:1', timeMs: 6, amount: '900' });
  expect(await ask(0)).toEqual([2_50000000n, 2_50000000n]);
  await ticket(7, 'option');
  await journal(3, { kind: 'option_win', ref: 'option:7', timeMs: 60_001, amount: '0' });
  await ticket(8, 'promo');
  await journal(4, { kind: 'option_win', ref: 'option:8', timeMs: 60_002, amount: '0' });
  expect(await ask(0)).toEqual([10_70000000n, 10_70000000n]);
  expect(await ask(DAY_MS)).toEqual([10_70000000n, 0n]);
  await journal(5, { kind: 'contract_open', ref: 'position:2', timeMs: DAY_MS + 1, amount: '-1' });
  // For one process the day has not ended yet, for the other one it has.
  expect(await ask(0)).toEqual([9_70000000n, 9_70000000n]);
  expect(await ask(DAY_MS)).toEqual([9_70000000n, -1_00000000n]);
  expect(await ask(DAY_MS)).toEqual([9_70000000n, -1_00000000n]);
  expect(await kept.bySource({ book: BOOK, dayStartMs: DAY_MS })).toEqual({
    options: { cumulative: 8_20000000n, today: 0n },
    contracts: { cumulative: 1_50000000n, today: -1_00000000n },
    forex: { cumulative: 0n, today: 0n },
    fund: { cumulative: 0n, today: 0n },
    referral: { cumulative: 0n, today: 0n },
    // Gains made with credit become credit, not income.
    credit: { cumulative: 0n, today: 0n },
  });
});

test('counts the fund’s payments less its termination fees, and referral rewards', async () => {
  const other = { book: 100002n, dayStartMs: DAY_MS };
  const moved = (seq: number, kind: string, timeMs: number, postings: Readonly<Record<string, string>>) =>
    pool.query(
      `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
        select $1, $2, $3, 'x:1', $4, 0, array_agg(k::account), array_agg('USDT'::text), array_agg(v::numeric)
        from json_each_text($5) as u (k, v)`,
      [other.book, seq, kind, timeMs, JSON.stringify(postings)],
    );
  await moved(1, 'fund_join', 1, { spot: '-600', fund_principal: '600' });
  await moved(2, 'fund_income', 2, { income_escrow: '-11', spot: '11' });
  await moved(3, 'fund_income', DAY_MS, { income_escrow: '-12', spot: '12' });
  await moved(4, 'fund_terminate', DAY_MS + 1, { fund_principal: '-600', spot: '594', fees: '6' });
  await moved(5, 'referral_pay', DAY_MS + 2, { referral: '-0.5', spot: '0.5' });
  const kept = new OwnResults({ pool, booksMax: 1, parts: incomeParts });
  expect(await kept.bySource(other)).toMatchObject({
    fund: { cumulative: 17_00000000n, today: 6_00000000n },
    referral: { cumulative: 50000000n, today: 50000000n },
    options: { cumulative: 0n, today: 0n },
  });
  // The member centre combines all sources in this way.
  expect(await kept.of(other)).toEqual({ cumulative: 17_50000000n, today: 6_50000000n });
});

test('evicts the least recently requested book when there are too many, and recomputes it on request', async () => {
  const kept = new OwnResults({ pool, booksMax: 1, parts: incomeParts });
  const at = { book: BOOK, dayStartMs: DAY_MS };
  const first = await kept.of(at);
  await kept.of({ book: 100002n, dayStartMs: DAY_MS });
  expect(await kept.of(at)).toEqual(first);
});
