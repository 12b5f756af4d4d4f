/**
 * In a demo, the browser's key signs for anyone at the keyboard, so sensitive actions require a fresh confirmation by a key
 * press or a code.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvalText } from '@candor/protocol/console/approval.ts';
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import { confirmationOf } from '@candor/protocol/console/signed-calls.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { operatorCode } from '@candor/testing/operator-line.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../src/db/pool.ts';
import type { Pool } from '../src/db/pool.ts';
import { LIMITS } from '../src/limits.ts';

let server: WholeServer;
let pool: Pool;
let owner: Pool;
let ada: ConsoleLine;

beforeAll(async () => {
  server = await openWholeServer();
  pool = createPool(server.url, { max: 1 });
  owner = createPool(server.ownerUrl, { max: 1 });
  ada = await openConsoleLine(server, 'ada');
});
afterAll(async () => {
  await Promise.all([pool.end(), owner.end()]);
  await server.stop();
});

const asked = async (line: ConsoleLine, name: ConsoleCallName, fields: object = {}) => {
  const { body } = await line.ask(name, fields);
  return body.type === 'ok' ? 'ok' : body.error;
};
const agoMs = (ms: number) =>
  pool.query('update operator_session set fresh_ms = $1 where ended_ms is null', [Date.now() - ms]);
const stale = () => agoMs(LIMITS.console.freshMs + 1000);
const freeze = { customer: '100001', change: 'freeze', reason: 'security_check' };

/** Returns the signed header with which an operator's key signs an action of that operator. */
async function signedAct(line: ConsoleLine, act: { action: string; subject: string }): Promise<string> {
  const { nonce, time_ms: timeMs, house } = await line.done('GET approval');
  const said = { ...act, house, operator: line.account, body: '{}', nonce, timeMs };
  const signed = line.signer?.sign(approvalText(said), { nonce, timeMs });
  return Buffer.from(JSON.stringify(signed)).toString('base64url');
}

const sensitive: readonly (readonly [ConsoleCallName, object])[] = [
  ['POST custody_note', { currency: 'USDT', source: 'bank', amount: '5', as_of: 1 }],
  ['POST standing', freeze],
  ['POST factor_reset', { customer: '100001', reason: 'misses' }],
  ['POST operator_unlock', { account: 'theo', reason: 'asked' }],
  ['POST operator_reset', { account: 'theo', what: 'authenticator', reason: 'lost' }],
  ['POST passkey_revoke', { account: 'theo', key: 'A'.repeat(22), reason: 'lost' }],
  ['POST own_password', { account: 'ada', password: 'x', new_password: 'a long new one' }],
  ['POST passkey_options', {}],
  ['POST authenticator_new', {}],
];

test.each(sensitive)(
  'requires a new confirmation for %s when the last one is too old',
  async (name, fields) => {
    await stale();
    expect(await asked(ada, name, fields)).toBe('confirmation_needed');
    await agoMs(LIMITS.console.freshMs - 20_000);
    expect(await asked(ada, name, fields)).not.toBe('confirmation_needed');
  },
);

test('requires no confirmation for calls that only read', async () => {
  await stale();
  for (const name of ['GET me', 'GET dashboard', 'GET operators'] as const) {
    expect(await asked(ada, name)).toBe('ok');
  }
});

test('accepts a signature by the browser’s key as a confirmation only if it was made for that purpose, and a code for any action', async () => {
  await stale();
  const note = sensitive[0]?.[1] ?? {};
  const other = await signedAct(ada, { action: 'custody.note', subject: 'house' });
  expect(await asked(ada, 'POST confirm', { signed: other })).toBe('confirmation_wrong');
  const theo = await openConsoleLine(server, 'theo');
  const his = await signedAct(theo, confirmationOf('theo'));
  expect(await asked(ada, 'POST confirm', { signed: his })).toBe('confirmation_wrong');
  expect(await asked(ada, 'POST confirm', {})).toBe('confirmation_wrong');
  expect(await asked(ada, 'POST custody_note', note)).toBe('confirmation_needed');
  const own = await signedAct(ada, confirmationOf('ada'));
  expect(await asked(ada, 'POST confirm', { signed: own })).toBe('ok');
  expect(await asked(ada, 'POST custody_note', note)).toBe('ok');

  await stale();
  await owner.query('update operator set totp_last_step = 0');
  const totp = operatorCode('ada');
  expect(await asked(ada, 'POST confirm', { totp })).toBe('ok');
  expect(await asked(ada, 'POST confirm', { totp })).toBe('confirmation_wrong');
});

test('dates a confirmation by its signature, so that sending it later does not extend its validity', async () => {
  const own = await signedAct(ada, confirmationOf('ada'));
  const { rows } = await pool.query<{ ms: string }>('select max(fresh_ms) as ms from operator_session');
  expect(await asked(ada, 'POST confirm', { signed: own })).toBe('ok');
  const after = async () =>
    Number(
      (await pool.query<{ ms: string }>('select max(fresh_ms) as ms from operator_session')).rows[0]?.ms,
    );
  const once = await after();
  expect(once).toBeGreaterThanOrEqual(Number(rows[0]?.ms));
  expect(await asked(ada, 'POST confirm', { signed: own })).toBe('ok');
  expect(await after()).toBe(once);
});

test('stops accepting codes after five wrong codes', async () => {
  const rosa = await openConsoleLine(server, 'rosa');
  const answers: string[] = [];
  for (let tries = 0; tries < 7; tries += 1)
    answers.push(await asked(rosa, 'POST confirm', { totp: '000000' }));
  expect(answers.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'confirmation_wrong'));
  expect(answers.at(-1)).toBe('too_many_attempts');
});

test("refuses to change the credentials of a demo's example operators, which are public", async () => {
  await agoMs(0);
  const change = { account: 'ada', password: 'Demo-ada-4', new_password: 'another long one' };
  expect(await asked(ada, 'POST own_password', change)).toBe('operation_illegal');
  const reset = { account: 'theo', what: 'authenticator', reason: 'lost' };
  expect(await asked(ada, 'POST operator_reset', reset)).toBe('operation_illegal');
});
