/** Receipts on a device: one that promises nothing about its order is reported, and others wait until they are in the log. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeKept, forgetKept, keptNow } from './kept-store.ts';
import { withSeen } from './kept-state.ts';
import { checkReceipts, forgetReceipts, keepReceipt } from './order-receipts.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const PLATFORM = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const ORDER = `candor-order-v1|POST coin/trade|k|${sha256('{}')}|BTC/USDT|7|1800000000000`;

function headerFor(order: string): string {
  const leaf = `candor-receipt-v1|${sha256(order)}|1800000000000|BTC/USDT|7|${sha256('{}')}`;
  const text = `candor-receipts-v1|5|1800000000000|1|${sha256(`\0${leaf}`)}`;
  return `${text} ${sign(null, Buffer.from(text), privateKey).toString('hex')} ${leaf} 0 -`;
}

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  forgetKept();
  forgetReceipts();
});
afterEach(() => void vi.unstubAllGlobals());

const found = (): readonly string[] => keptNow().contradictions.map(({ code }) => code);

test.each([
  ['a malformed receipt', 'receipt'],
  ['a receipt for another order', headerFor(`${ORDER}0`)],
])('reports %s once', async (_name, header) => {
  changeKept((state) => withSeen(state, { symbol: 'BTC/USDT', publicKey: PLATFORM, checkpoints: [] }, 1));
  keepReceipt(ORDER, header);
  await checkReceipts();
  await checkReceipts();
  expect(found()).toEqual(['receipt_invalid']);
});

test('waits with a valid receipt before the platform’s key is known, and reports nothing', async () => {
  keepReceipt(ORDER, headerFor(ORDER));
  await checkReceipts();
  expect(found()).toEqual([]);
  expect(localStorage.getItem('candor.receipts')).toContain(sha256(ORDER));
});
