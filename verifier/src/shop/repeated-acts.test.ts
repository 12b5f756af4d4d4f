/** After an outage, an act is signed again, and finds the receipt of the attempt that was accepted. */
import { describe, expect, test } from 'vitest';
import { hashOfText } from '../receipt/texts.ts';
import { signedNow, withReceipt } from './repeated-acts.ts';
import { emptyNotebook } from './notebook.ts';
import type { PendingAct } from './notebook.ts';
import { Shopper } from './shopper.ts';
import type { Answer } from './wire.ts';

const NOW = 1_800_000_000_000;
const act: PendingAct = {
  ...{ name: 'POST coin/trade', fields: {}, key: 'k-1', seenSeq: 4 },
  signed: { symbol: 'BTC/USDT', seenSeq: 4, deviceMs: NOW },
};

test('signs again only requests older than a minute', () => {
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

test('keeps an answer without a receipt unchanged if the platform shows none', async () => {
  expect(await withReceipt(asks([listed('k-2')]), 'k-1', answer)).toBe(answer);
});

const leafOf = (order: string): string =>
  `candor-receipt-v1|${hashOfText(order)}|${NOW}|-|0|${hashOfText('{}')}`;
const headerOf = (order: string): string =>
  `candor-receipts-v1|1|${NOW}|1|${'ab'.repeat(32)} ${'cd'.repeat(64)} ${leafOf(order)} 0 -`;

test('sends no request if the answer has its own receipt', async () => {
  const given = { ...answer, receipt: { ...answer.receipt, header: headerOf('again') } };
  expect(await withReceipt(() => Promise.reject(new Error('asked')), 'k-1', given)).toBe(given);
});

test('finds the text of the attempt that an answer’s receipt is about', async () => {
  const given = { ...answer, receipt: { ...answer.receipt, header: headerOf(listed('k-1').text) } };
  const found = await withReceipt(asks([listed('k-1')]), 'k-1', given);
  expect(found.receipt?.order).toBe(listed('k-1').text);
});

describe('a trade that the shopper asked to end', () => {
  /** Whether the trade still counts as ended by the shopper after this answer to its action. */
  async function isAsked(answered: () => Promise<Answer>): Promise<boolean> {
    const notebook = emptyNotebook();
    notebook.pending = { ...act, name: 'POST lever/close', fields: { id: '5' }, signed: undefined };
    const shopper = new Shopper(
      {
        ...{ account: 'a', symbol: 'BTC/USDT', opposite: false, deviceKey: '', lateMaxMs: 60_000 },
        ...{ newId: () => 'k', nowMs: () => NOW, call: answered },
        ...{
          file: () => Promise.reject(new Error('asked')),
          collect: () => Promise.reject(new Error('asked')),
        },
      },
      notebook,
    );
    await shopper.act().catch(() => undefined);
    return notebook.asked['position 5'] === true;
  }
  test.each<[string, () => Promise<Answer>, boolean]>([
    ['was accepted', async () => ({ ok: true, message: { id: '5' } }), true],
    ['was not answered', () => Promise.reject(new Error('the network is down')), true],
    ['was answered busy', async () => ({ ok: false, error: 'busy' }), true],
    ['was refused', async () => ({ ok: false, error: 'trading_closed' }), false],
  ])('counts as ended by the shopper if the request %s', async (_, answered, expected) => {
    expect(await isAsked(answered)).toBe(expected);
  });
});
