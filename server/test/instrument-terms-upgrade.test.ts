/** A house with trades from before fees were terms: each row gets the rates that were configured then, ended ones too. */
import { expect, test } from 'vitest';
import { olderDatabase } from '../../tools/testing/older-database.ts';
import { breaches } from '../src/ledger/invariants.ts';
import { createPool } from '../src/db/pool.ts';

const POSITION = `insert into position (book, id, product, symbol, side, type, status, quantity, open_quantity, leverage,
    collateral, entry_price, entry_seq, open_fee, initial_margin, margin, rate, financing, financed_ms, warned, armed,
    realised_pnl, closes, created_ms, updated_ms, closed_ms)
  values (1, $1, $2, $3, $4, 'market', $5, 1, $6, 10, 'contract', 100, 1, $8, 10, 0, 1, 0, 0, 0, '{}', 0, '[]', 0, 0, $7)`;

test('rows of before have the configured rates of their kind and side', async () => {
  const { owner, ownerUrl, upgrade } = await olderDatabase('0022-instrument-terms.sql');
  const kinds = [
    ['contract', 'BTC/USDT', '0.0003', '0.0001', '0.05'],
    ['forex', 'EUR/USD', '0.00007', '0.00005', '5000'],
    ['forex', 'XAU/USD', '0.0001', '0.00005', '5'],
  ] as const;
  const expected: string[] = [];
  for (const [product, symbol, long, short, fee] of kinds) {
    for (const [side, rate] of [
      ['long', long],
      ['short', short],
    ]) {
      for (const isOpen of [true, false]) {
        expected.push(`${symbol} ${side} 0.0005 ${rate}`);
        const [status, open, closedMs] = isOpen ? ['open', 1, null] : ['closed', 0, 1];
        await owner.query(POSITION, [expected.length, product, symbol, side, status, open, closedMs, fee]);
      }
    }
  }
  await owner.query(`insert into spot_order (book, id, symbol, side, type, quantity, status, version, armed_seq, held,
      created_ms, updated_ms)
    values (1, 1, 'BTC/USDT', 'buy', 'market', 1, 'filled', 1, 1, 0, 0, 0),
      (1, 2, 'BTC/USDT', 'buy', 'market', 1, 'open', 1, 1, 100.1, 0, 0)`);
  await owner.query(`insert into spot_fill (book, order_id, leg, symbol, side, quantity, price, value, fee, tape_seq,
      journal_seq, time_ms) values (1, 1, 1, 'BTC/USDT', 'buy', 1, 100.00000001, 100.00000001, 0.10000001, 1, 1, 0)`);
  await owner.query(`insert into option_ticket (book, id, product, symbol, side, seconds, currency, source, stake,
      payout_ratio, profit, stake_usdt, profit_usdt, status, accepted_ms, accepted_seq, expires_ms, pnl)
    values (1, 1, 'crypto', 'BTC/USDT', 'up', 30, 'USDT', 'option', 100, 0.8, 80, 100, 80, 'open', 0, 1, 30000, 0)`);
  await upgrade();

  const rows = await owner.query<{ shown: string }>(
    `select format('%s %s %s %s', symbol, side, trim_scale(fee_rate), trim_scale(financing_rate)) as shown
      from position order by id`,
  );
  expect(rows.rows.map(({ shown }) => shown)).toEqual(expected);
  for (const table of ['spot_order', 'spot_fill']) {
    const rates = await owner.query(`select distinct trim_scale(fee_rate)::text as rate from ${table}`);
    expect(rates.rows).toEqual([{ rate: '0.001' }]);
  }
  const pool = createPool(ownerUrl, { max: 1 });
  const found = await breaches(pool);
  await pool.end();
  expect(found.filter(({ invariant }) => invariant.startsWith('L28'))).toEqual([]);
});
