/**
 * A shopper's receipts after changes of the platform's key: an old key is valid until its replacement, and no other key is
 * accepted.
 */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { followKeys } from '../keys/follow-keys.ts';
import { isSignedBy } from '../crypto.ts';
import { hashOfText } from '../receipt/texts.ts';
import { madeChange } from '../testing/made-changes.ts';
import { signer } from '../testing/made-tape.ts';
import type { Signer } from '../testing/made-tape.ts';
import { leafHash } from '../tlog/merkle.ts';
import { checkReceipts } from './check-receipts.ts';
import { emptyNotebook } from './notebook.ts';

const [first, second, thief] = [signer(1), signer(2), signer(9)];
const CHANGED_MS = 5000;
const change = madeChange([first, second], { number: 2, sinceMs: CHANGED_MS });
const ANSWER = '{"id":"7"}';

/**
 * Returns the kinds of alarm about an order of a shopper that first saw the key of `trusted`. Its receipt is signed by
 * `signing`, for an acceptance at this time.
 */
function kindsOf(trusted: Signer, signing: Signer, acceptedMs: number): readonly string[] {
  const order = `candor-order-v1|POST coin/trade|k|${hashOfText('{}')}|BTC/USDT|3|${acceptedMs}`;
  const leaf = `candor-receipt-v1|${hashOfText(order)}|${acceptedMs}|BTC/USDT|4|${hashOfText(ANSWER)}`;
  const batch = `candor-receipts-v1|1|${acceptedMs}|1|${bytesToHex(leafHash(utf8ToBytes(leaf)))}`;
  const receipt = { header: `${batch} ${signing.sign(batch)} ${leaf} 0 -`, order, answer: ANSWER };
  const notebook = emptyNotebook();
  notebook.trades['spot 7'] = { product: 'spot', id: '7', seenSeq: 3, seen: { legs: [] }, receipt };
  const keys = followKeys(trusted.publicKey, [change], { purpose: 'tape', verify: isSignedBy });
  const log = { batch: () => batch, witnessedMs: undefined, steps: [] };
  const found = checkReceipts(notebook, { ...log, keys, deviceKey: '' });
  return found.map(({ kind }) => kind);
}

test.each<[string, Signer, Signer, number, readonly string[]]>([
  ['the new key after the change', first, second, CHANGED_MS + 1, []],
  ['the old key before the change', first, first, CHANGED_MS - 1, []],
  ['the old key for a shopper that came later', second, first, CHANGED_MS - 1, []],
  ['the old key after the change', first, first, CHANGED_MS + 1, ['receipt_invalid']],
  ['a key to which no statement leads', first, thief, CHANGED_MS + 1, ['receipt_invalid']],
])('raises the expected alarms for a receipt signed with %s', (_, trusted, signing, acceptedMs, expected) => {
  expect(kindsOf(trusted, signing, acceptedMs)).toEqual(expected);
});
