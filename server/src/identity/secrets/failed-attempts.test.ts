/** Limits guessing, on a real database: how many attempts each origin gets, and how many each period allows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { openBook } from '../../ledger/book.ts';
import { FailedAttempts } from './failed-attempts.ts';
import type { GuessAt } from './failed-attempts.ts';
import { Vault } from './vault.ts';
import { DAY_MS, HOUR_MS } from '@candor/domain/time.ts';

const START_MS = 1_800_000_000_000;
let database: TestDatabase;
let pool: Pool;
let failedAttempts: FailedAttempts;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 8 });
  failedAttempts = new FailedAttempts({ pool, vault: new Vault(Buffer.alloc(32, 1)) });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const at = (subject: string, over: Partial<GuessAt> = {}): GuessAt => ({
  subject,
  kind: 'password',
  origin: '',
  nowMs: START_MS,
  ...over,
});

async function tries(guess: GuessAt, count: number): Promise<(string | undefined)[]> {
  const answers: (string | undefined)[] = [];
  for (let done = 0; done < count; done += 1) answers.push((await failedAttempts.take(guess))?.refusal.code);
  return answers;
}

describe.each(['customer:100001', 'name:nobody'])('an attacker on %s', (subject) => {
  it('gets five attempts per hour, and twenty until the secret is reset', async () => {
    const answers: (string | undefined)[] = [];
    for (let hour = 0; hour < 6; hour += 1) {
      answers.push(...(await tries(at(subject, { nowMs: START_MS + hour * HOUR_MS }), 7)));
    }
    const locked = ['too_many_attempts', 'too_many_attempts'];
    const five = Array<undefined>(5).fill(undefined);
    expect(answers).toEqual([
      ...[...five, ...locked, ...five, ...locked, ...five, ...locked],
      ...[...five, 'reset_needed', 'reset_needed'],
      ...Array(14).fill('reset_needed'),
    ]);
    await failedAttempts.reset(subject, 'password');
    expect(await tries(at(subject), 1)).toEqual([undefined]);
  });
});

it('returns the seconds to wait when it refuses an attempt', async () => {
  await tries(at('customer:1'), 5);
  const refused = await failedAttempts.take(at('customer:1', { nowMs: START_MS + HOUR_MS - 1500 }));
  expect(refused?.refusal).toEqual({ code: 'too_many_attempts', params: { seconds: '2' } });
  expect(await failedAttempts.take(at('customer:1', { nowMs: START_MS + HOUR_MS }))).toBeUndefined();
});

it('counts a hundred parallel attempts as a hundred', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => failedAttempts.take(at('customer:2'))));
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(5);
});

it.each(['', 'device:y'])('counts concurrent attempts whose times are out of order (%j)', async (origin) => {
  const guess = (sooner: number) => at('customer:21', { origin, nowMs: START_MS - sooner });
  const answers: (string | undefined)[] = [];
  for (let sooner = 0; sooner < 8; sooner += 1) answers.push(...(await tries(guess(sooner), 1)));
  expect(answers).toEqual([...Array(5).fill(undefined), ...Array(3).fill('too_many_attempts')]);
});

it.each([
  // A second factor is six digits with three valid time steps; a mailed code is a single six-digit code.
  { kind: 'second_factor', chance: 3e-6, tries: 20 + 12 },
  { kind: 'mailed_code', chance: 1e-6, tries: 20 + 45 },
] as const)(
  'allows at most $tries attempts at a $kind within ninety days',
  async ({ kind, chance, tries: most }) => {
    let tried = 0;
    for (let step = 0; step < 2000; step += 1) {
      const nowMs = START_MS + step * 0.045 * DAY_MS;
      if ((await failedAttempts.take(at('customer:3', { kind, nowMs }))) === undefined) tried += 1;
      if (step % 500 === 0) await failedAttempts.sweep(nowMs);
    }
    expect(tried).toBeGreaterThan(20);
    expect(tried).toBeLessThanOrEqual(most);
    expect(tried * chance).toBeLessThan(1e-4);
  },
  120_000,
);

it('decays failed attempts one by one, which unlocks the secret', async () => {
  const later = (days: number) =>
    at('customer:9', { kind: 'second_factor', nowMs: START_MS + days * DAY_MS });
  for (let hour = 0; hour < 4; hour += 1) {
    const nowMs = START_MS + hour * 61 * 60_000;
    await tries(at('customer:9', { kind: 'second_factor', nowMs }), 5);
  }
  expect(await tries(later(1), 1)).toEqual(['reset_needed']);
  expect(await tries(later(7.3), 2)).toEqual([undefined, 'reset_needed']);
  expect(await tries(later(36), 1)).toEqual([undefined]);
});

it('counts origins and secrets separately', async () => {
  await tries(at('customer:4'), 5);
  expect(await tries(at('customer:4', { origin: 'device:1' }), 6)).toEqual([
    ...Array(5).fill(undefined),
    'too_many_attempts',
  ]);
  expect(await tries(at('customer:4', { origin: 'device:2' }), 1)).toEqual([undefined]);
  expect(await tries(at('customer:4', { kind: 'second_factor' }), 1)).toEqual([undefined]);
  await failedAttempts.reset('customer:4', 'password');
  expect(await tries(at('customer:4', { origin: 'device:1' }), 1)).toEqual([undefined]);
});

it('clears the failed attempts of an origin after a successful attempt there', async () => {
  await tries(at('customer:5'), 4);
  await tries(at('customer:5', { origin: 'device:1' }), 5);
  await failedAttempts.forgive(at('customer:5', { origin: 'device:1' }));
  expect(await tries(at('customer:5', { origin: 'device:1' }), 5)).toEqual(Array(5).fill(undefined));
  expect(await tries(at('customer:5'), 2)).toEqual([undefined, 'too_many_attempts']);
});

it('refunds an attempt whose secret was not compared', async () => {
  for (let round = 0; round < 8; round += 1) {
    expect(await tries(at('customer:7'), 1)).toEqual([undefined]);
    await failedAttempts.giveBack(at('customer:7'));
  }
  await tries(at('customer:7'), 4);
  await tries(at('customer:7'), 1);
  await failedAttempts.giveBack(at('customer:7'));
  expect(await tries(at('customer:7'), 2)).toEqual([undefined, 'too_many_attempts']);
});

it('stores no guessed text', async () => {
  await tries(at('name:legible'), 1);
  const rows = await pool.query<{ row: string }>('select g::text as row from guess g');
  expect(rows.rows.every(({ row }) => !row.includes(Buffer.from('legible').toString('hex')))).toBe(true);
});

it('deletes old attempts at names that may not exist, and keeps attempts at a customer’s secrets', async () => {
  await pool.query('delete from guess');
  await tries(at('name:once'), 1);
  await tries(at('name:locked'), 5);
  await tries(at('customer:6'), 1);
  const left = async (): Promise<number> => (await pool.query('select from guess')).rows.length;
  await failedAttempts.sweep(START_MS + 30 * DAY_MS);
  expect(await left()).toBe(3);
  await failedAttempts.sweep(START_MS + 30 * DAY_MS + 1);
  expect(await left()).toBe(2);
  await failedAttempts.sweep(START_MS + 400 * DAY_MS + 1);
  expect(await left()).toBe(1);
});

it('notifies the customer when failed attempts cause a lock, and records each failure if requested', async () => {
  const customer = await openBook(pool);
  await pool.query(
    `insert into customer (id, account, account_key, email, email_key, password_hash, invited_by, language, registered_ms)
      values ($1, 'kim', 'kim', 'Kim@x.example', 'kim@x.example', '', 0, 'it', 0)`,
    [customer],
  );
  const guess = at(`customer:${customer}`);
  const who = { agent: 'a'.repeat(300), address: '10.0.0.1', event: 'login_failed' as const };
  for (let miss = 0; miss < 6; miss += 1) {
    await failedAttempts.take(guess);
    if (miss < 5) await failedAttempts.miss(guess, { ...who, customer });
  }
  await failedAttempts.take(at('name:absent'));
  await failedAttempts.miss(at('name:absent'), { ...who, customer: 0n });
  const noted = await pool.query(
    'select e.kind, length(e.agent) as agent from security_event e order by e.id',
  );
  expect(noted.rows).toEqual([
    ...Array.from({ length: 5 }, () => ({ kind: 'login_failed', agent: 200 })),
    { kind: 'guesses_locked', agent: 200 },
  ]);
  const mails = await pool.query('select m.email, m.kind, m.subject, m.closing from mail m');
  expect(mails.rows).toEqual([
    {
      email: 'Kim@x.example',
      kind: 'guesses_locked',
      subject: 'Tentativi di accesso non riusciti',
      closing: null,
    },
  ]);
});

describe('devices on which a guesser logged in', () => {
  const device = (number: number) => at('customer:50', { origin: `device:${number}` });

  it('share sixty attempts if they are used one after another', async () => {
    let tried = 0;
    for (let number = 0; number < 200; number += 1) {
      const answers = await tries(device(number), 2);
      tried += answers.filter((answer) => answer === undefined).length;
    }
    expect(tried).toBe(60);
    expect((await failedAttempts.take(device(999)))?.refusal.code).toBe('reset_needed');
    // Unknown devices are counted separately from known ones.
    expect(await failedAttempts.take(at('customer:50'))).toBeUndefined();
    await failedAttempts.reset('customer:50', 'password');
    expect(await failedAttempts.take(device(999))).toBeUndefined();
  });

  it('share sixty attempts if they are used concurrently', async () => {
    const from = (number: number) => at('customer:51', { origin: `device:${number}` });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, number) => failedAttempts.take(from(number))),
    );
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(60);
  });

  it('are not charged for attempts that succeeded or were not compared', async () => {
    const own = at('customer:52', { origin: 'device:1' });
    for (let day = 0; day < 100; day += 1) {
      expect(await tries(own, 2)).toEqual([undefined, undefined]);
      await failedAttempts.giveBack(own);
      await failedAttempts.forgive(own);
    }
  });
});
