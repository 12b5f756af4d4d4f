/** For tests of live mode: three witnesses with valid keys that never answer, so the log stays without a served checkpoint. */
import { generateKeyPairSync } from 'node:crypto';
import { vkeyOf } from '../../server/src/proofs/tlog/note.ts';

export function silentWitnesses(): { readonly vkey: string; readonly url: string }[] {
  return ['a', 'b', 'c'].map((name) => {
    const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    const vkey = vkeyOf(`${name}.example/witness`, 'witness', Buffer.from(x, 'base64url'));
    return { vkey, url: 'http://127.0.0.1:9' };
  });
}
