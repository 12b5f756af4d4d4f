/** The number that an operator signs: this server issued it, to this operator, a few minutes ago at most. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { Vault } from '../identity/secrets/vault.ts';
import { LIMITS } from '../limits.ts';
import { Approvals } from './approvals.ts';

const { numberValidMs } = LIMITS.console;
let database: TestDatabase;
let pool: Pool;
let nowMs = 1_800_000_000_000;
const now = (): number => nowMs;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('is accepted from the operator to whom it was issued, until it is too old', async () => {
  const approvals = new Approvals({ pool, vault: new Vault(randomBytes(32)), now });
  const { nonce, time_ms: timeMs } = await approvals.number('theo');
  const issued = { nonce, timeMs };
  expect(approvals.isNumberOf('theo', issued)).toBe(true);
  expect(approvals.isNumberOf('ada', issued)).toBe(false);
  expect(approvals.isNumberOf('theo', { nonce, timeMs: timeMs + 1 })).toBe(false);
  nowMs += numberValidMs;
  expect(approvals.isNumberOf('theo', issued)).toBe(true);
  nowMs += 1;
  expect(approvals.isNumberOf('theo', issued)).toBe(false);
});

test('is rejected if another installation issued it, or if it was changed', async () => {
  const ours = new Approvals({ pool, vault: new Vault(randomBytes(32)), now });
  const theirs = new Approvals({ pool, vault: new Vault(randomBytes(32)), now });
  const { nonce, time_ms: timeMs } = await theirs.number('theo');
  expect(theirs.isNumberOf('theo', { nonce, timeMs })).toBe(true);
  expect(ours.isNumberOf('theo', { nonce, timeMs })).toBe(false);
  expect(theirs.isNumberOf('theo', { nonce: `${nonce}A`, timeMs })).toBe(false);
  expect(theirs.isNumberOf('theo', { nonce: nonce.slice(0, -4), timeMs })).toBe(false);
});
