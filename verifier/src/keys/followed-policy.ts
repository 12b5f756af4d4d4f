/** A log's policy after changes of the log's key: whoever trusts an old key follows its statements to the newest. */
import type { SignatureCheck } from '../crypto.ts';
import { keyId } from '../tlog/note.ts';
import type { Policy } from '../tlog/policy.ts';
import { followKeys } from './follow-keys.ts';
import type { KeyChange } from './follow-keys.ts';

/** A policy in which each log's key is the newest one of its chain of statements. */
export function followedPolicy(
  policy: Policy,
  changes: readonly KeyChange[],
  verify: SignatureCheck,
): Policy {
  const logs = policy.logs.map((log) => {
    const newest = followKeys(log.publicKey, changes, { purpose: 'log', verify }).at(-1)?.publicKey;
    if (newest === undefined || newest === log.publicKey) return log;
    return { ...log, publicKey: newest, id: keyId(log.name, 'log', newest) };
  });
  return { ...policy, logs };
}

/** A policy in which each log has all keys of its chain, to verify signatures from any time. */
export function policyOfAllTimes(
  policy: Policy,
  changes: readonly KeyChange[],
  verify: SignatureCheck,
): Policy {
  const logs = policy.logs.flatMap((log) => [
    log,
    ...followKeys(log.publicKey, changes, { purpose: 'log', verify })
      .filter(({ publicKey }) => publicKey !== log.publicKey)
      .map(({ publicKey }) => ({ ...log, publicKey, id: keyId(log.name, 'log', publicKey) })),
  ]);
  return { ...policy, logs };
}
