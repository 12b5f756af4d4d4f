/** After an outage, an act is signed again, and finds the receipt of the attempt that was accepted. */
import { expect, test } from 'vitest';
import { signedNow, withReceipt } from './repeated-acts.ts';
import type { PendingAct } from './notebook.ts';
import type { Answer } from './wire.ts';

const NOW = 1_800_000_000_000;
const act: PendingAct = {
  ...{ name: 'POST coin/trade', fields: {}, key: 'k-1', seenSeq: 4 },
  signed: { symbol: 'BTC/USDT', seenSeq: 4, deviceMs: NOW },
};

test('signs again only what is older than a minute', () => {
  expect(signedNow(act, NOW + 60_000)).toBe(act);
  expect(signedNow(act, NOW + 60_001).signed?.deviceMs).toBe(NOW + 60_001);
  expect(signedNow({ ...act, signed: undefined }, NOW + 90_000).signed).toBeUndefined();
});

const receipt = { text: 'batch', signature: 'ab', leaf: 'leaf', place: 1, path: ['cd', 'ef'] };
const listed = (key: string) => ({ text: `candor-order-v1|POST coin/trade|${key}|0|-|0|1`, receipt });
const answer = { ok: true, message: {}, receipt: { header: '', order: 'again', answer: '{}' } } as const;
const asks = (items: readonly unknown[]) => async (): Promise<Answer> => ({ ok: true, message: { items } });

test('finds the receipt of an order under the same key, with the text that was accepted', async () => {
  const found = await withReceipt(asks([listed('k-2'), listed('k-1')]), 'k-1', answer);
  expect(found.receipt).toEqual({ header: 'batch ab leaf 1 cd,ef', order: listed('k-1').text, answer: '{}' });
});

test('keeps an answer without a receipt as it is if the platform shows none', async () => {
  expect(await withReceipt(asks([listed('k-2')]), 'k-1', answer)).toBe(answer);
});

test('asks nothing if the answer has its receipt', async () => {
  const given = { ...answer, receipt: { ...answer.receipt, header: 'x' } };
  expect(await withReceipt(() => Promise.reject(new Error('asked')), 'k-1', given)).toBe(given);
});
