/**
 * Logging in on the operators' command line, which runs in its own process next to the server. The tests of the features cover
 * the commands.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { operatorCode, runOperatorLine } from '@candor/testing/operator-line.ts';
import type { Ended } from '@candor/testing/operator-line.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { totpCode, totpStep } from '../identity/factors/totp.ts';

const OPERATOR_MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

let server: WholeServer;

beforeAll(async () => {
  server = await openWholeServer();
});
afterAll(() => server.stop());

const list = (over: { totp?: string; password?: string } = {}) =>
  runOperatorLine({ server, account: 'rosa', args: ['lever', 'list'], ...over });

function runWith(environment: Readonly<Record<string, string>>): Promise<Ended> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(OPERATOR_|VAULT_KEY)/.test(name));
  const env = { ...Object.fromEntries(kept), DATABASE_URL: server.url, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [OPERATOR_MAIN, 'lever', 'list'], { env }, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), out, err });
    });
  });
}

test('logs in with account, password and code, and rejects a used code', async () => {
  const totp = operatorCode('rosa', 1);
  expect(await list({ totp })).toEqual({ code: 0, out: 'No application is pending.\n', err: '' });
  const wrong = { code: 1, out: '', err: 'The operator, the password or the code is wrong.\n' };
  expect(await list({ totp })).toEqual(wrong);
  expect(await list({ totp: operatorCode('rosa', -2) })).toEqual(wrong);
  expect(await list({ totp: operatorCode('sam', 1) })).toEqual(wrong);
  expect(await list({ password: 'Demo-rosa-1' })).toEqual(wrong);
});

test('names the required environment variables if there is no terminal to prompt on', async () => {
  const named = { OPERATOR_ACCOUNT: 'rosa', OPERATOR_PASSWORD: 'Demo-rosa-2' };
  const VAULT_KEY = server.vaultKey;
  for (const environment of [{ VAULT_KEY }, { VAULT_KEY, ...named }]) {
    expect(await runWith(environment)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/OPERATOR_ACCOUNT, OPERATOR_PASSWORD and OPERATOR_TOTP/),
    });
  }
  expect(await runWith(named)).toMatchObject({ code: 2, err: expect.stringMatching(/VAULT_KEY/) });
  const other = {
    ...named,
    OPERATOR_TOTP: operatorCode('rosa'),
    VAULT_KEY: Buffer.alloc(32).toString('base64'),
  };
  expect(await runWith(other)).toMatchObject({ code: 2, err: expect.stringMatching(/The vault key is not/) });
});

test('lists the demo’s operators with their authenticator secrets', async () => {
  const { body } = await server.call('GET demo');
  const { operators } = body.message as CallOutput<'GET demo'>;
  expect(operators.map(({ account, role }) => `${account} ${role}`)).toEqual([
    'sam support',
    'rosa reviewer',
    'theo treasurer',
    'ada admin',
    'ines admin',
  ]);
  const secret = operators.find(({ account }) => account === 'sam')?.totp_secret ?? '';
  expect(totpCode(secret, totpStep(Date.now()))).toBe(operatorCode('sam'));
});
