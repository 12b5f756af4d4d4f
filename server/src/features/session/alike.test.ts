/**
 * Neither a response nor its duration reveals who has an account. Requests for existing and for unknown names and addresses
 * alternate, so that a busy machine slows both equally.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { DEAR } from '@candor/testing/password-cost/dear.ts';

const ROUNDS = 200;
const many = 1_000_000;
let door: IdentityDoor;

beforeAll(async () => {
  door = await openIdentityDoor({
    passwordCost: DEAR,
    attempts: {
      ...{ registrationsAddressMax: many, mailCodesAddressMax: many, mailCodesMax: many },
      loginAddressMax: many,
    },
  });
  await door.register('timed');
});
afterAll(async () => {
  expect(door.errors).toEqual([]);
  await door.close();
});

const NEXT = { password: 'n3xt!one', re_password: 'n3xt!one' };
const cases: readonly [name: string, fieldsOf: (who: string) => Record<string, string>][] = [
  ['POST user/login', (who) => ({ account: who, password: 'wrong-one' })],
  ['POST user/login', (who) => ({ account: `${who}@example.com`, password: 'wrong-one' })],
  ['POST user/forget', (who) => ({ ...NEXT, email: `${who}@example.com`, code: '000000' })],
  [
    'POST user/register',
    (who) => ({
      ...NEXT,
      ...{ account: 'somebody', email: `${who}@example.com`, code: '000000' },
      ...{ invite_code: 'CANDOR', birth_date: '1990-01-01' },
    }),
  ],
  ['POST sms_mail', (who) => ({ email: `${who}@example.com` })],
];

it.each(cases)(
  'answers %s identically and equally fast for a known and an unknown customer (case %$)',
  async (name, fieldsOf) => {
    const tried = async (who: string): Promise<{ ms: number; answer: string }> => {
      const from = performance.now();
      const { status, body } = await door.call(name, { fields: fieldsOf(who) });
      const ms = performance.now() - from;
      return { ms, answer: JSON.stringify([status, body]).replace(/"code":"\d{6}"/, '"code":""') };
    };
    const differences: number[] = [];
    const answers = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      // Only four attempts per name are made between two resets, so that no name is locked.
      if (round % 4 === 0) await forgetTries();
      const order = round % 2 === 0 ? ['timed', 'absent'] : ['absent', 'timed'];
      const times = new Map<string, number>();
      for (const who of order) {
        const { ms, answer } = await tried(who);
        times.set(who, ms);
        answers.add(answer);
      }
      differences.push((times.get('timed') ?? 0) - (times.get('absent') ?? 0));
    }
    const median = differences.toSorted((a, b) => a - b)[ROUNDS / 2] ?? Infinity;
    expect([...answers]).toHaveLength(1);
    expect(Math.abs(median)).toBeLessThan(10);
  },
  300_000,
);

it('answers failed logins for an unknown name like those for a known one, including the lock', async () => {
  await forgetTries();
  const answersOf = async (account: string): Promise<string[]> => {
    const answers: string[] = [];
    for (let at = 0; at < 7; at += 1) {
      const { status, body } = await door.call('POST user/login', {
        fields: { account, password: 'wrong-one' },
        address: '10.4.0.1',
      });
      answers.push(JSON.stringify([status, body]).replace(/\d{4}/g, '3600'));
    }
    return answers;
  };
  const [known, unknown] = [await answersOf('timed'), await answersOf('absent')];
  expect(known).toEqual(unknown);
  expect(new Set(known).size).toBe(2);
});

it('answers a login with the email address of a locked account like one with an unknown address', async () => {
  await forgetTries();
  const tried = (account: string) =>
    door.call('POST user/login', { fields: { account, password: 'wrong-one' }, address: '10.4.0.2' });
  for (let at = 0; at < 6; at += 1) await tried('timed');
  for (const account of ['timed@example.com', 'absent@example.com']) {
    expect((await tried(account)).body).toMatchObject({ error: 'login_wrong' });
  }
});

async function forgetTries(): Promise<void> {
  await door.pool.query('delete from guess');
  await door.pool.query('delete from mailed_code');
}
