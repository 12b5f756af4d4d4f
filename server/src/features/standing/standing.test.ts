/** An operator's change of a standing applies to the customer's next call on the same server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

let server: WholeServer;
let ada: ConsoleLine;

beforeAll(async () => {
  server = await openWholeServer();
  ada = await openConsoleLine({ origin: server.origin, url: server.ownerUrl }, 'ada');
}, 60_000);
afterAll(() => server.stop());

async function transfer(token: string): Promise<string> {
  const fields = { currency: 'USDT', from: 'spot', to: 'contract', amount: '1' };
  const { body } = await server.call('POST wallet/transfer', { token, fields });
  return body.type === 'ok' ? 'ok' : body.error;
}

test('applies freezing, locking and releasing to the customer’s next call', async () => {
  const token = await server.login();
  const { body } = await server.call('GET user/info', { token });
  const customer = (body.message as { id: string }).id;
  const standing = (change: 'freeze' | 'lock' | 'release') =>
    ada.done('POST standing', {
      customer,
      change,
      reason: change === 'release' ? 'settled' : 'security_check',
    });
  expect(await transfer(token)).toBe('ok');
  await standing('freeze');
  expect(await transfer(token)).toBe('account_frozen');
  await standing('release');
  expect(await transfer(token)).toBe('ok');
  await standing('freeze');
  expect(await transfer(token)).toBe('account_frozen');
  await standing('lock');
  expect(await transfer(token)).toBe('session_ended');
  await standing('release');
  expect(await transfer(token)).toBe('session_ended');
  expect(await transfer(await server.login())).toBe('ok');
});
