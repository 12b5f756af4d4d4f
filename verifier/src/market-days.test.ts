import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { MarketDay } from './market-days.ts';
import { dayViolations } from './market-days.ts';
import { signer } from './testing/made-tape.ts';

const signing = signer();
const KEYS = ['aa', 'bb', 'cc', 'dd'].map((byte) => byte.repeat(32));

function made(at: number, isRevealed: boolean): MarketDay {
  const day = `2026-11-2${at}`;
  const key = KEYS[at] ?? '';
  const commitment = createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex');
  const signature = signing.sign(`candor-market-day-v1|${day}|${commitment}`);
  return { day, commitment, public_key: signing.publicKey, signature, key: isRevealed ? key : null };
}
const sound = [made(3, false), made(2, false), made(1, true), made(0, true)];

test('accepts days whose keys match their commitments or need not be revealed yet', () => {
  expect(dayViolations(sound, [signing.publicKey])).toEqual([]);
  expect(dayViolations([], [signing.publicKey])).toEqual([]);
});

test.each<[string, Partial<MarketDay>]>([
  ['key_differs', { key: KEYS[2] ?? '' }],
  ['key_hidden', { key: null }],
  ['unreadable', { key: 'x' }],
  ['unreadable', { commitment: 'AA'.repeat(32) }],
  ['unreadable', { day: '0|1' }],
  ['signature_wrong', { commitment: 'ab'.repeat(32) }],
  ['signature_wrong', { day: '2026-11-19' }],
  ['other_signer', { public_key: signer(9).publicKey }],
])('rejects a day with the violation %s', (why, changes) => {
  const one = { ...made(1, true), ...changes };
  expect(dayViolations(sound.with(2, one), [signing.publicKey])).toEqual([{ day: one.day, why }]);
});
