/** A customer who logs in by wallet and has no password and no second factor confirms a change with a new signature. */
import { WALLET_CHAIN_ID } from '@candor/protocol/wallet-sign-in/schemas.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { testWallet, writeMessage } from '@candor/testing/test-wallet.ts';
import type { MessageFields } from '@candor/testing/test-wallet.ts';
import { handOutNonce } from '../../identity/factors/nonces.ts';
import { Account, PASSWORD } from './testing/account.ts';

const HERE = { host: 'localhost:8080' };
const wallet = testWallet(1);
const stranger = testWallet(2);
let door: IdentityDoor;
let lena: Account;

beforeAll(async () => {
  door = await openIdentityDoor();
  lena = await Account.open(door, 'lena');
  await door.pool.query('update customer set wallet_address = $2, password_hash = null where account = $1', [
    lena.name,
    wallet.address.toLowerCase(),
  ]);
});
afterAll(async () => {
  expect(door.errors).toEqual([]);
  await door.close();
});

/** Signs a message with the customer's wallet, or with `by`. The given fields replace the valid ones. */
async function signed({ by = wallet, ...fields }: MessageFields & { by?: typeof wallet } = {}) {
  const nowMs = Date.now() + door.clock.aheadMs;
  const nonce = await handOutNonce(door.pool, { purpose: 'wallet', customer: 0n, nowMs });
  const message = writeMessage({
    domain: 'localhost:8080',
    uri: 'http://localhost:8080',
    address: by.address,
    version: '1',
    chainId: WALLET_CHAIN_ID,
    nonce,
    issuedAt: new Date(nowMs).toISOString(),
    ...fields,
  });
  return { message, sign: by.sign(message) };
}

const set = async (given: object) => {
  const fields = { password: '482915', re_password: '482915', ...given };
  const { body } = await lena.call('POST safe/trading_password', { fields, headers: HERE });
  return body.type === 'ok' ? 'done' : { error: body.error, ...body.params };
};
const wrong = { error: 'confirmation_wrong', field: 'sign' };

it('requests a wallet signature as the confirmation', async () => {
  expect(await lena.overview()).toMatchObject({ has_password: false, confirm_with: ['wallet'] });
  expect(await set({})).toEqual({ error: 'confirmation_needed', kinds: 'wallet' });
  expect(await set({ current_password: PASSWORD })).toEqual({
    error: 'confirmation_needed',
    kinds: 'wallet',
  });
  expect(await set({ message: 'x' })).toEqual({ error: 'confirmation_needed', kinds: 'wallet' });
});

it.each([
  ['by a different wallet', { by: stranger }],
  ['for a different site', { domain: 'evil.example', uri: 'http://evil.example' }],
  ['for a different chain', { chainId: 1 }],
  ['with an invented nonce', { nonce: 'abcdefgh12345678' }],
])('refuses a message signed %s', async (_, fields) => {
  expect(await set(await signed(fields))).toEqual(wrong);
});

it('accepts a signed message only once', async () => {
  const given = await signed();
  expect(await set(given)).toBe('done');
  const bind = await lena.call('POST safe/anti_phishing', {
    fields: { word: 'heron', ...given },
    headers: HERE,
  });
  expect(bind.body).toMatchObject({ error: 'confirmation_wrong', params: { field: 'sign' } });
});
