/** Recognises different spellings of a payment's reference as the same, and rejects texts that can't identify a payment. */
import { expect, test } from 'vitest';
import type { Network } from '@candor/protocol/networks.ts';
import { readReference } from './reference.ts';

const HASH = 'a1b2c3d4'.repeat(8);

test.each<[what: string, Network, typed: string, key: string | undefined]>([
  ['a transaction', 'bitcoin', HASH, HASH],
  ['in upper case', 'tron', HASH.toUpperCase(), HASH],
  ['with 0x', 'ethereum', `0x${HASH}`, HASH],
  ['with 0X', 'arbitrum', `0X${HASH.toUpperCase()}`, HASH],
  ['with spaces', 'tron', ` ${HASH.slice(0, 32)} ${HASH.slice(32)}\t`, HASH],
  ['with a tab inside', 'tron', `${HASH.slice(0, 32)}\t${HASH.slice(32)}`, undefined],
  ['in full-width characters', 'tron', `ａ１${HASH.slice(2)}`, HASH],
  ['one digit too short', 'tron', HASH.slice(1), undefined],
  ['one digit too long', 'tron', `${HASH}0`, undefined],
  ['an output of the transaction', 'bitcoin', `${HASH}:0`, undefined],
  ['an address', 'ethereum', `0x${HASH.slice(0, 40)}`, undefined],
  ['a page about the transaction', 'tron', `https://tronscan.org/#/transaction/${HASH}`, undefined],
  ['plain words', 'bitcoin', 'paid yesterday', undefined],
  ['a bank’s reference', 'wire', 'fx-2026/11 0042', 'FX-2026/110042'],
  ['a bank’s reference with different spaces', 'wire', '  FX-2026/11  0042 ', 'FX-2026/110042'],
  ['a bank’s reference in full-width characters', 'wire', 'ＦＸ－２０２６／１１００４２', 'FX-2026/110042'],
  ['a bank’s reference with spaces elsewhere', 'wire', 'FX-2026/1 10042', 'FX-2026/110042'],
  ['a reference in a different script', 'wire', '転送 42', '転送42'],
  ['only spaces', 'wire', '   ', undefined],
  ['an invisible character', 'wire', 'FX\u200b42', undefined],
  ['a character that reverses the text direction', 'wire', 'FX\u202e42', undefined],
  ['half a surrogate pair', 'wire', 'FX\ud800', undefined],
  ['a list separator', 'wire', 'FX\u001f42', undefined],
])('normalises or rejects a reference: %s', (_, network, typed, key) => {
  expect(readReference(network, typed)?.key).toBe(key);
});

test('keeps the text of a reference as it was typed', () => {
  expect(readReference('wire', ' Fx 1 ')).toEqual({ text: 'Fx 1', key: 'FX1' });
});
