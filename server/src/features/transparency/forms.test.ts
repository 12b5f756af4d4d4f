/** The published forms are the forms that are hashed and signed. */
import { expect, test } from 'vitest';
import { canonicalText, checkpointText, refusedText } from '@candor/domain/market/tape.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { keyChangeText } from '../../proofs/keys/key-changes.ts';
import {
  CHECKPOINT_FORM,
  ENTRY_FORM,
  GAP_FORM,
  HALT_FORM,
  KEY_FORM,
  REFUSED_FORM,
  REJECT_FORM,
} from './forms.ts';

const entry = {
  symbol: 'BTC/USDT',
  seq: 7n,
  timeMs: 1_000,
  feedTimeMs: 999,
  bid: amount('1.5'),
  ask: amount('2'),
  last: amount('1.75'),
  volume: amount('0.25'),
};
/** Fills a form: replaces each field's name with its value. */
function filled(form: string, values: Readonly<Record<string, string>>): string {
  const [version, ...names] = form.split('|');
  return [version, ...names.map((name) => values[name])].join('|');
}
const values = {
  symbol: 'BTC/USDT',
  seq: '7',
  time_ms: '1000',
  feed_time_ms: '999',
  bid: '1.5',
  ask: '2',
  last: '1.75',
  volume: '0.25',
  hash: 'ab',
  time: '1',
  reason: 'jump',
  refused: 'cd',
  refused_count: '3',
};

test('publishes the hashed text form of quotes, other entries and checkpoints', () => {
  expect(filled(ENTRY_FORM, values)).toBe(canonicalText(entry));
  const gap = { ...entry, gap: true } as const;
  expect(filled(GAP_FORM, values)).toBe(canonicalText(gap));
  const reason = 'jump';
  expect(filled(HALT_FORM, values)).toBe(canonicalText({ ...gap, cause: { kind: 'halt', reason } }));
  const cause = { kind: 'reject', reason, refused: 'cd', count: 3 } as const;
  expect(filled(REJECT_FORM, values)).toBe(canonicalText({ ...gap, cause }));
  expect(filled(REFUSED_FORM, values)).toBe(refusedText(entry));
  const head = { symbol: 'BTC/USDT', seq: 7n, hashHex: 'ab', timeSeconds: 1 };
  expect(filled(CHECKPOINT_FORM, values)).toBe(checkpointText(head));
  const change = { purpose: 'tape', number: 2, before: 'aa', public_key: 'bb', since_ms: 3 } as const;
  const keys = { before: Buffer.from('aa', 'hex'), publicKey: Buffer.from('bb', 'hex'), sinceMs: 3 };
  expect(filled(KEY_FORM, { ...change, number: '2', since_ms: '3' })).toBe(
    keyChangeText({ ...keys, purpose: 'tape', number: 2 }),
  );
});
