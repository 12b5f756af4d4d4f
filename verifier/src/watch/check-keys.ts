/** Checks the keys with which a platform signs: each must be stated in the log and signed by the previous key. */
import { checkpointText } from '../checkpoints.ts';
import type { Checkpoint } from '../checkpoints.ts';
import { isHash } from '../crypto.ts';
import type { SignatureCheck } from '../crypto.ts';
import { followKeys, isSound, keyChangeText, mayHaveSigned } from '../keys/follow-keys.ts';
import type { KeyChange, KeyPurpose } from '../keys/follow-keys.ts';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';

const PURPOSES: readonly KeyPurpose[] = ['tape', 'log', 'vault'];

export type SignedHead = Checkpoint & { readonly symbol: string };

/** Whether the logged statements are one chain for each purpose, from its first key. */
export function checkStatements(logged: readonly KeyChange[], verify: SignatureCheck): readonly Alarm[] {
  return PURPOSES.flatMap((purpose) => {
    const own = logged.filter((change) => change.purpose === purpose);
    const at = own.findIndex((change, place) => {
      const before = own[place - 1]?.publicKey ?? change.publicKey;
      return change.number !== place + 1 || change.before !== before || !isSound(change, verify);
    });
    const [wrong] = at < 0 ? [] : own.slice(at);
    if (wrong === undefined) return [];
    const detail = `Statement ${wrong.number} of the key of the ${purpose} does not follow from the one before.`;
    return [alarm('key_replaced', detail, ...own.slice(0, at + 1).map(entryOf))];
  });
}

/** Whether each newest signed head carries a valid signature of a key that the log states, and not of one that was replaced. */
export function checkSignedHeads(
  heads: readonly SignedHead[],
  logged: readonly KeyChange[],
  verify: SignatureCheck,
): readonly Alarm[] {
  const first = logged.find(({ purpose, number }) => purpose === 'tape' && number === 1);
  const keys = first === undefined ? [] : followKeys(first.publicKey, logged, { purpose: 'tape', verify });
  return heads.flatMap((head) => {
    const isStated = mayHaveSigned(keys, head.public_key, head.time * 1000);
    const isSigned =
      isHash(head.public_key) && verify(head.signature, checkpointText(head.symbol, head), head.public_key);
    if (isStated && isSigned) return [];
    const detail = isStated
      ? `${head.symbol}: the signed head ${head.seq} has no valid signature.`
      : `${head.symbol}: the signed head ${head.seq} is signed with a key to which no statement in the log leads.`;
    return [alarm('key_replaced', detail, JSON.stringify(head))];
  });
}

/** Whether the platform shows everybody the statements that its log has. */
export function checkShownKeys(shown: readonly KeyChange[], logged: readonly KeyChange[]): readonly Alarm[] {
  const known = new Set(logged.map(entryOf));
  return shown
    .map(entryOf)
    .filter((text) => !known.has(text))
    .map((text) =>
      alarm('key_replaced', 'The platform shows a change of a key that is not in its log.', text),
    );
}

const entryOf = (change: KeyChange): string =>
  `${keyChangeText(change)}|${change.signedBefore}|${change.signed}`;
