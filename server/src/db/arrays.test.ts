import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { listSql, plainArray, textList } from './arrays.ts';
import { createPool } from './pool.ts';
import type { Pool } from './pool.ts';

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

test('returns a list from the database as it was passed', async () => {
  const texts = fc.string({ unit: 'binary' }).filter((text) => !/[\u0000\u001e\u001f]/.test(text));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(texts)), async (values) => {
      const found = await pool.query<{ list: (string | null)[] }>(`select ${listSql('$1')} as list`, [
        textList(values),
      ]);
      expect(found.rows[0]?.list).toEqual(values);
    }),
    { numRuns: 60 },
  );
});

test('rejects a text that contains a list separator', () => {
  expect(() => textList(['a\u001fb'])).toThrow('separator');
  expect(() => textList(['\u001e'])).toThrow('separator');
});

test('encodes values without special characters as an array', async () => {
  const found = await pool.query<{ list: (string | null)[] }>('select $1::bigint[] as list', [
    plainArray([1n, null, 3n]),
  ]);
  expect(found.rows[0]?.list).toEqual(['1', null, '3']);
});
