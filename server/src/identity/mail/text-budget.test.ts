/** Limits the phone numbers to which text messages are sent, and their cost. */
import { HOUR_MS } from '@candor/domain/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { TextBudget } from './text-budget.ts';
import { queueCodeText } from './text-messages.ts';

const NOW_MS = 1_800_000_000_000;
let database: TestDatabase;
let pool: Pool;
const told: string[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const budget = (countries?: string[]) =>
  new TextBudget({
    pool,
    countries: countries === undefined ? undefined : new Set(countries),
    hourMax: 3,
    dayMax: 4,
    report: (text) => told.push(text),
  });

test.each([
  ['+441632960001', ['GB', 'DE'], undefined],
  ['+442079460000', ['GB', 'DE'], undefined],
  ['+8801712345678', ['GB', 'DE'], 'texts_unavailable'],
  ['+88213123456', ['GB', 'DE'], 'texts_unavailable'],
  ['+8801712345678', undefined, undefined],
])('allows or refuses a message to %s with the countries %s: %s', async (phone, countries, code) => {
  expect((await budget(countries).violation(phone, NOW_MS - 100 * HOUR_MS))?.refusal.code).toBe(code);
});

test('sends nothing above the hourly and daily limits for all customers, and logs each limit once', async () => {
  const one = budget();
  const send = async (nowMs: number): Promise<string | undefined> => {
    const violation = await one.violation('+441632960001', nowMs);
    if (violation === undefined) {
      await queueCodeText(pool, { phone: '+441632960001', language: 'en', code: '123456', nowMs });
    }
    return violation?.refusal.code;
  };
  const answers: (string | undefined)[] = [];
  for (const at of [0, 1, 2, 3, 4]) answers.push(await send(NOW_MS + at));
  expect(answers).toEqual([undefined, undefined, undefined, 'texts_unavailable', 'texts_unavailable']);
  expect(told).toHaveLength(1);
  expect(await send(NOW_MS + 2 * HOUR_MS)).toBeUndefined();
  expect(await send(NOW_MS + 4 * HOUR_MS)).toBe('texts_unavailable');
  expect(await send(NOW_MS + 27 * HOUR_MS)).toBeUndefined();
});
