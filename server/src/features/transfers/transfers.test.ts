/** Transfers through the API: the amounts moved, refusals, and an unchanged total. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import { breaches } from '../../app/breaches.ts';

let server: WholeServer;
let token: string;

beforeAll(async () => {
  server = await openWholeServer();
  token = await server.login();
});
afterAll(async () => {
  const pool = createPool(server.url, { max: 1 });
  expect(await breaches(pool)).toEqual([]);
  await pool.end();
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  await server.stop();
});

type Wallet = CallOutput<'POST wallet/list'>[number];

async function usdt(): Promise<Record<'spot' | 'contract' | 'option', bigint>> {
  const { body } = await server.call('POST wallet/list', { token });
  const wallet = (body.message as Wallet[]).find(({ currency }) => currency === 'USDT') as Wallet;
  return {
    spot: amount(wallet.spot.available),
    contract: amount(wallet.contract.available),
    option: amount(wallet.option.available),
  };
}

const total = (held: Record<string, bigint>): bigint =>
  Object.values(held).reduce((sum, value) => sum + value, 0n);

async function transfer(fields: Record<string, string>, key?: string) {
  const given = { currency: 'USDT', from: 'spot', to: 'contract', amount: '1', ...fields };
  return (
    await server.call('POST wallet/transfer', {
      fields: given,
      token,
      ...(key === undefined ? {} : { key }),
    })
  ).body;
}

test('transfers money immediately and free of charge, in both directions', async () => {
  const before = await usdt();
  expect(await transfer({ amount: '1234.56789012' })).toMatchObject({ type: 'ok' });
  const after = await usdt();
  expect(after.spot).toBe(before.spot - amount('1234.56789012'));
  expect(after.contract).toBe(before.contract + amount('1234.56789012'));
  expect(await transfer({ from: 'contract', to: 'option', amount: '0.56789012' })).toMatchObject({
    type: 'ok',
  });
  expect(await transfer({ from: 'option', to: 'spot', amount: '0.56789012' })).toMatchObject({ type: 'ok' });
  expect(await transfer({ from: 'contract', to: 'spot', amount: '1234' })).toMatchObject({ type: 'ok' });
  expect(await usdt()).toEqual(before);
});

test('refuses an invalid transfer, names the field and changes nothing', async () => {
  const before = await usdt();
  const refused: [Record<string, string>, error: string, field: string][] = [
    [{ currency: '' }, 'parameter_missing', 'currency'],
    [{ currency: 'EUR' }, 'currency_invalid', 'currency'],
    [{ from: 'promo' }, 'parameter_wrong', 'from'],
    [{ from: 'spot_frozen' }, 'parameter_wrong', 'from'],
    [{ to: 'equity' }, 'parameter_wrong', 'to'],
    [{ to: 'spot' }, 'parameter_wrong', 'to'],
    [{ amount: '-1' }, 'parameter_wrong', 'amount'],
    [{ amount: '1e3' }, 'parameter_wrong', 'amount'],
    [{ amount: '0.000000001' }, 'parameter_wrong', 'amount'],
    [{ amount: '0' }, 'amount_wrong', 'amount'],
    [{ amount: '9999999999' }, 'balance_insufficient', 'amount'],
    [{ currency: 'BTC' }, 'balance_insufficient', 'amount'],
  ];
  for (const [fields, error, field] of refused) {
    const body = await transfer(fields);
    expect(body, JSON.stringify(fields)).toMatchObject({ type: 'error', error, params: { field } });
  }
  expect(await usdt()).toEqual(before);
});

test('makes one transfer for repeated requests with the same key, and refuses the key with different fields', async () => {
  const before = await usdt();
  const answers = await Promise.all(Array.from({ length: 20 }, () => transfer({ amount: '10' }, 'same')));
  expect(new Set(answers.map((body) => JSON.stringify(body))).size).toBe(1);
  expect((await usdt()).spot).toBe(before.spot - amount('10'));
  expect(await transfer({ amount: '11' }, 'same')).toMatchObject({ error: 'key_reused' });
});

test('keeps the total unchanged and every balance non-negative under many concurrent transfers', async () => {
  const before = await usdt();
  const accounts = ['spot', 'contract', 'option'] as const;
  const moves = Array.from({ length: 30 }, (_, at) => ({
    from: accounts[at % 3] as string,
    to: accounts[(at + 1 + (at % 2)) % 3] as string,
    // Not all of these amounts are covered by an account, whatever transfers precede them.
    amount: at % 5 === 0 ? '60000' : `${at}.00000001`,
  })).filter(({ from, to }) => from !== to);
  const answers = await Promise.all(moves.map((move) => transfer(move)));
  for (const body of answers) {
    if (body.type !== 'ok') expect(body).toMatchObject({ error: 'balance_insufficient' });
  }
  expect(answers.some((body) => body.type === 'ok')).toBe(true);
  const after = await usdt();
  expect(total(after)).toBe(total(before));
  expect(Object.values(after).every((value) => value >= 0n)).toBe(true);
});
