/**
 * A repeated request is answered with the receipt of the accepted one, so that a missing receipt always means that it was
 * withheld.
 */
import { randomUUID } from 'node:crypto';
import { RECEIPT_HEADER } from '@candor/protocol/receipts/texts.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { isSignedBy } from '@candor/verifier/crypto.ts';
import { checkReceipt } from '@candor/verifier/receipt/check-receipt.ts';
import { readReceiptHeader } from '@candor/verifier/receipt/texts.ts';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: WholeServer;
let token: string;
beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  token = await server.login();
});
afterAll(() => server.stop());

const LIMIT = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '1000' };

async function ordered(key: string, quantity: string) {
  const body = JSON.stringify({ ...LIMIT, quantity });
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': key,
    authorization: `Bearer ${token}`,
  };
  const response = await fetch(`${server.origin}/api/coin/trade`, { method: 'POST', headers, body });
  const hash = createHash('sha256').update(body).digest('hex');
  return {
    answer: await response.text(),
    receipt: response.headers.get(RECEIPT_HEADER),
    order: `candor-order-v1|POST coin/trade|${key}|${hash}|BTC/USDT|0|0`,
  };
}

test('returns the first answer to a repeated request, with the original receipt, which is valid for that answer', async () => {
  const keys = Array.from({ length: 5 }, () => randomUUID());
  // The requests are sent together, so that the tree has paths.
  const first = await Promise.all(keys.map((key) => ordered(key, '0.001')));
  const { body } = await server.call('GET transparency/keys');
  const { public_key: platformKey } = body.message as { public_key: string };
  for (const [at, key] of keys.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    const again = await ordered(key, '0.001');
    expect(again).toEqual(first[at]);
    const receipt = readReceiptHeader(again.receipt ?? '');
    if (receipt === undefined) throw new Error('expected a receipt, found none');
    const answer = JSON.stringify((JSON.parse(again.answer) as { message: unknown }).message);
    expect(checkReceipt({ receipt, order: again.order, answer, platformKey, verify: isSignedBy })).toEqual(
      [],
    );
  }
});

test('returns no receipt for a different request with the same key', async () => {
  const key = randomUUID();
  await ordered(key, '0.001');
  const other = await ordered(key, '0.002');
  expect(other.answer).toContain('key_reused');
  expect(other.receipt).toBeNull();
});
