/** Two ways of writing one payment are one, and what cannot be a payment's name is none. */
import { expect, test } from 'vitest';
import type { Network } from '@candor/protocol/networks.ts';
import { readReference } from './reference.ts';

const HASH = 'a1b2c3d4'.repeat(8);

test.each<[what: string, Network, typed: string, key: string | undefined]>([
  ['a transaction', 'bitcoin', HASH, HASH],
  ['in capitals', 'tron', HASH.toUpperCase(), HASH],
  ['with 0x', 'ethereum', `0x${HASH}`, HASH],
  ['with 0X', 'arbitrum', `0X${HASH.toUpperCase()}`, HASH],
  ['with spaces', 'tron', ` ${HASH.slice(0, 32)} ${HASH.slice(32)}\t`, HASH],
  ['with a tab inside', 'tron', `${HASH.slice(0, 32)}\t${HASH.slice(32)}`, undefined],
  ['in full width', 'tron', `ａ１${HASH.slice(2)}`, HASH],
  ['a digit too few', 'tron', HASH.slice(1), undefined],
  ['a digit too many', 'tron', `${HASH}0`, undefined],
  ['an output of it', 'bitcoin', `${HASH}:0`, undefined],
  ['an address', 'ethereum', `0x${HASH.slice(0, 40)}`, undefined],
  ['a page about it', 'tron', `https://tronscan.org/#/transaction/${HASH}`, undefined],
  ['words', 'bitcoin', 'paid yesterday', undefined],
  ['a bank’s', 'wire', 'fx-2026/11 0042', 'FX-2026/110042'],
  ['the same otherwise', 'wire', '  FX-2026/11  0042 ', 'FX-2026/110042'],
  ['the same in full width', 'wire', 'ＦＸ－２０２６／１１００４２', 'FX-2026/110042'],
  ['the same with its spaces elsewhere', 'wire', 'FX-2026/1 10042', 'FX-2026/110042'],
  ['of another script', 'wire', '転送 42', '転送42'],
  ['nothing', 'wire', '   ', undefined],
  ['what nobody sees', 'wire', 'FX\u200b42', undefined],
  ['what turns texts around', 'wire', 'FX\u202e42', undefined],
  ['half a sign', 'wire', 'FX\ud800', undefined],
  ['what takes lists apart', 'wire', 'FX\u001f42', undefined],
])('%s', (_, network, typed, key) => {
  expect(readReference(network, typed)?.key).toBe(key);
});

test('what was typed is kept as it was typed', () => {
  expect(readReference('wire', ' Fx 1 ')).toEqual({ text: 'Fx 1', key: 'FX1' });
});
