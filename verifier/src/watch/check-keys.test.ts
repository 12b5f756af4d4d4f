/** The watch accepts only keys that the log states and that the previous key signed. */
import { describe, expect, test } from 'vitest';
import { checkpointText } from '../checkpoints.ts';
import { isSignedBy } from '../crypto.ts';
import type { KeyChange } from '../keys/follow-keys.ts';
import { changeEntry, madeChange } from '../testing/made-changes.ts';
import { signer } from '../testing/made-tape.ts';
import type { Signer } from '../testing/made-tape.ts';
import { keyId, keyText } from '../tlog/note.ts';
import { readPolicy } from '../tlog/policy.ts';
import { followedPolicy } from '../keys/followed-policy.ts';
import { checkShownKeys, checkSignedHeads, checkStatements } from './check-keys.ts';
import { Logged } from './logged.ts';

const [a, b, thief] = [signer(1), signer(2), signer(9)];
const first = madeChange([a, a], { number: 1 });
const second = madeChange([a, b], { number: 2, sinceMs: 5000 });

/** The knowledge of a watch after it has read these entries. */
function logged(...changes: readonly KeyChange[]): readonly KeyChange[] {
  const read = new Logged();
  for (const change of changes) expect(read.add(changeEntry(change))).toEqual([]);
  return read.keys;
}

describe('the statements in the log', () => {
  test('are accepted as one chain from the first key', () => {
    const ofLog = madeChange([thief, thief], { number: 1, purpose: 'log' });
    expect(checkStatements(logged(first, ofLog, second), isSignedBy)).toEqual([]);
  });

  test.each([
    ['lacks the signature of the key before', [first, { ...second, signedBefore: thief.sign('x') }]],
    ['begins with a later number', [second]],
    ['states the first key again, as a restored database would', [first, madeChange([b, b], { number: 1 })]],
    ['has a second change of a stolen key', [first, second, madeChange([a, thief], { number: 2 })]],
    ['continues from a key that was replaced', [first, second, madeChange([a, thief], { number: 3 })]],
  ])('raise an alarm if one %s', (_, changes) => {
    const alarms = checkStatements(logged(...changes), isSignedBy);
    expect(alarms.map(({ kind }) => kind)).toEqual(['key_replaced']);
    expect(alarms[0]?.evidence.at(-1)).toBe(changeEntry(changes.at(-1) ?? first));
  });
});

function head(key: Signer, seconds: number) {
  const signed = { seq: 7, hash: 'ab'.repeat(32), time: seconds };
  const signature = key.sign(checkpointText('BTC/USDT', signed));
  return { symbol: 'BTC/USDT', ...signed, public_key: key.publicKey, signature };
}

describe('a signed head', () => {
  const keys = logged(first, second);
  const found = (...heads: Parameters<typeof checkSignedHeads>[0]) =>
    checkSignedHeads(heads, keys, isSignedBy).map(({ detail }) => detail);

  test('is accepted from the newest key, and from the previous key up to its replacement', () => {
    expect(found(head(b, 6), head(b, 4), head(a, 5))).toEqual([]);
  });

  test('raises an alarm if another key, or the old one after its change, signed it', () => {
    expect(found(head(thief, 6))).toEqual([expect.stringContaining('no statement in the log leads')]);
    expect(found(head(a, 6))).toEqual([expect.stringContaining('no statement in the log leads')]);
    expect(checkSignedHeads([head(a, 1)], [], isSignedBy)).toHaveLength(1);
  });

  test('raises an alarm if it names the right key without its signature', () => {
    const forged = { ...head(thief, 6), public_key: b.publicKey };
    expect(found(forged)).toEqual([expect.stringContaining('no valid signature')]);
  });
});

test('raises an alarm about a change that is shown to some readers and is not in the log', () => {
  expect(checkShownKeys([first], logged(first, second))).toEqual([]);
  const hidden = madeChange([a, thief], { number: 2 });
  expect(checkShownKeys([first, hidden], logged(first, second))).toMatchObject([{ kind: 'key_replaced' }]);
});

describe('a policy that names a log’s old key', () => {
  const keyOf = ({ publicKey }: Signer) => {
    const name = 'log.example/x';
    return { name, type: 'log', id: keyId(name, 'log', publicKey), publicKey } as const;
  };
  const read = readPolicy(`log ${keyText(keyOf(a))}\nquorum none\n`);
  if ('violation' in read) throw new Error(read.violation);
  const ofLog = (...changes: readonly KeyChange[]) =>
    followedPolicy(read, changes, isSignedBy).logs.map(({ publicKey, id }) => [publicKey, id]);

  test('demands the newest key once statements lead to it, and no longer the old key', () => {
    const change = madeChange([a, b], { number: 2, purpose: 'log' });
    expect(ofLog(change)).toEqual([[b.publicKey, keyOf(b).id]]);
  });

  test('stays unchanged if the old key did not sign the change', () => {
    const forged = { ...madeChange([thief, b], { number: 2, purpose: 'log' }), before: a.publicKey };
    expect(ofLog(forged, madeChange([a, b], { number: 2 }))).toEqual([[a.publicKey, keyOf(a).id]]);
  });
});
