/** The keys of the simulated market are bound before their day and published after it. The database enforces both. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestDatabase } from '@candor/testing/database.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import {
  marketDayKey,
  marketDayOf,
  marketDayText,
  openMarketSecret,
  readMarketDays,
  runBeginner,
} from './market-days.ts';
import { openSigningKey } from '../proofs/keys/signing-key.ts';
import { DAY_MS } from '@candor/domain/time.ts';

let folder: string;
let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'market-days-'));
  database = await freshDatabase();
  pool = createPool(database.url, { max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

describe('the market’s secret', () => {
  test('has 256 bits, is created once, and is readable only by its owner', () => {
    const made = openMarketSecret(folder, undefined);
    const path = join(folder, 'market-seed');
    expect(made).toMatchObject({ predictable: false });
    expect(made.bytes).toHaveLength(32);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(openMarketSecret(folder, undefined).bytes.equals(made.bytes)).toBe(true);
    const other = mkdtempSync(join(tmpdir(), 'market-days-'));
    expect(openMarketSecret(other, undefined).bytes.equals(made.bytes)).toBe(false);
    writeFileSync(join(other, 'market-seed'), 'abcd');
    expect(() => openMarketSecret(other, undefined)).toThrow(/32 bytes/);
    rmSync(other, { recursive: true });
  });

  test('is the same in every data folder if a text is given', () => {
    expect(openMarketSecret(folder, '7')).toEqual(openMarketSecret('/nowhere', '7'));
    expect(openMarketSecret(folder, '7').predictable).toBe(true);
  });

  test('yields unrelated keys', () => {
    const secret = openMarketSecret(folder, undefined);
    const keys = ['2026-11-22', '2026-11-23'].map((day) => marketDayKey(secret, day).toString('hex'));
    expect(new Set(keys).size).toBe(2);
    expect(readFileSync(join(folder, 'market-seed'), 'utf8')).not.toContain(keys[0]);
  });
});

describe('a run of the simulated market', () => {
  /** Sets the clock as the owner, with the guard disabled that requires an audit record. */
  const clockTo = async (marketMs: number): Promise<void> => {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query('alter table clock disable trigger all');
    await owner.query('update clock set base_wall_ms = $1, base_market_ms = $2', [Date.now(), marketMs]);
    await owner.end();
  };

  test('binds the keys of its day and the next day, and publishes those of past days', async () => {
    const secret = openMarketSecret(folder, undefined);
    const signer = openSigningKey(join(folder, 'tape-signing-key.pem'));
    const begin = runBeginner({ pool, secret, signer });
    const noon = Date.parse('2026-11-23T12:00:00Z');
    await clockTo(noon);
    const head = { bid: 1n, ask: 2n, last: 1n, seq: 7n, timeMs: noon, feedTimeMs: noon };
    const key = await begin({ timeMs: noon, heads: new Map([['BTC/USDT', head]]), stepMs: 250 });
    expect(key).toBe(marketDayKey(secret, '2026-11-23').toString('hex'));
    await begin({ timeMs: noon + 1000, heads: new Map(), stepMs: 250 });
    const days = await readMarketDays(pool, 10);
    expect(days.map(({ day, key: told }) => [day, told])).toEqual([
      ['2026-11-24', null],
      ['2026-11-23', null],
    ]);
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(signer.publicKey).toString('base64url') };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    for (const { day, commitment, signature } of days) {
      expect(verify(null, Buffer.from(marketDayText(day, commitment)), publicKey, signature)).toBe(true);
    }
    const runs = await pool.query('select heads from market_run order by started_ms');
    expect(runs.rows).toEqual([{ heads: { 'BTC/USDT': 7 } }, { heads: {} }]);

    await clockTo(noon + DAY_MS);
    await begin({ timeMs: noon + DAY_MS, heads: new Map(), stepMs: 250 });
    const later = await readMarketDays(pool, 10);
    expect(later.map(({ day, key: told }) => [day, told === null])).toEqual([
      ['2026-11-25', true],
      ['2026-11-24', true],
      ['2026-11-23', false],
    ]);
    expect(later[2]?.key?.toString('hex')).toBe(key);
    expect(later[2]?.commitment).toEqual(createHash('sha256').update(Buffer.from(key, 'hex')).digest());
  });

  test.each([
    [
      'published before its day is over',
      `update market_day set key = $1, revealed_ms = 0 where day = '2026-11-24'`,
    ],
    ['published twice', `update market_day set key = $1, revealed_ms = 9 where day = '2026-11-23'`],
    [
      'different from the bound one',
      `update market_day set key = '\\x00', revealed_ms = 0 where day = '2026-11-24'`,
    ],
    ['bound after its day', marketDay('2026-11-20')],
    ['bound long before its day', marketDay('2026-12-20')],
  ])('rejects a key %s', async (_, statement) => {
    const key = marketDayKey(openMarketSecret(folder, undefined), '2026-11-24');
    await expect(pool.query(statement, statement.includes('$1') ? [key] : [])).rejects.toMatchObject({
      code: '23514',
    });
  });

  test('rejects changing or deleting a bound key', async () => {
    for (const statement of [
      `update market_day set commitment = sha256('other')`,
      'delete from market_day',
      'delete from market_run',
    ]) {
      await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

function marketDay(day: string): string {
  return `insert into market_day (day, commitment, public_key, signature, committed_ms)
    values ('${day}', sha256('x'), sha256('x'), sha256('x') || sha256('x'), 0)`;
}

test('derives the UTC day of a time', () => {
  expect(marketDayOf(Date.parse('2026-11-23T23:59:59.999Z'))).toBe('2026-11-23');
  expect(marketDayOf(Date.parse('2026-11-24T00:00:00Z'))).toBe('2026-11-24');
});
