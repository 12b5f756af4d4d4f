/** The size, stress and cover counters in the database match those of the catalogue and the domain. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ONE, formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import { stressLoss } from '@candor/domain/trading/cover.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { catalogue } from './catalogue.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test.each(catalogue.map(({ instrument }) => [instrument.symbol, instrument] as const))(
  'stores the catalogue’s size, stress and counters of %s in the database',
  async (symbol, instrument) => {
    const found = await pool.query<{ size: string; stress: string; counters: string }>(
      `select contract_size($2, $1) as size, stress_move($1) as stress,
        (select count(*) from counter where name in ('cover:' || $1 || ':long', 'cover:' || $1 || ':short')) as counters`,
      [symbol, instrument.kind === 'crypto' ? 'contract' : 'forex'],
    );
    const unit = { quantity: ONE, price: ONE, rate: ONE };
    const [row] = found.rows;
    expect(fromNumeric(row?.size ?? '')).toBe(instrument.contractSize);
    expect(row?.stress).toBe(formatAmount(stressLoss({ ...instrument, contractSize: ONE }, unit)));
    expect(row?.counters).toBe('2');
  },
);
