/** Key pairs from the seed, and deterministic signatures. */
import { p256 } from '@noble/curves/nist.js';
import { createECDH, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Chance } from '../chance/chance.ts';

/** The bytes before the seed of an Ed25519 key in PKCS #8 (RFC 8410). */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const [realSign, realECDH] = [sign, createECDH];

type SignWith = { readonly key: KeyObject; readonly dsaEncoding?: string };

export function seededKeys(chance: Chance) {
  const secrets = new WeakMap<KeyObject, Uint8Array>();
  return {
    generateKeyPairSync: (type: string) => {
      const seed = chance.bytes(32);
      const privateKey = type === 'ed25519' ? ed25519Of(seed) : p256Of(seed);
      if (type !== 'ed25519') secrets.set(privateKey, seed);
      return { privateKey, publicKey: createPublicKey(privateKey) };
    },
    createECDH: (curve: string) => {
      const made = realECDH(curve);
      const generateKeys = () => {
        made.setPrivateKey(chance.bytes(32));
        return made.getPublicKey();
      };
      return Object.assign(made, { generateKeys });
    },
    /**
     * ECDSA draws a random number for each signature; this code derives it from the signed data (RFC 6979).
     */
    sign: (algorithm: string | null, text: Buffer, key: KeyObject | SignWith) => {
      const secret = secrets.get('key' in key ? key.key : key);
      if (secret === undefined) return realSign(algorithm, text, key as never);
      return Buffer.from(p256.sign(text, secret, { prehash: true, lowS: false }));
    },
  };
}

function ed25519Of(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([ED25519_HEAD, seed]), format: 'der', type: 'pkcs8' });
}

function p256Of(seed: Buffer): KeyObject {
  const point = p256.getPublicKey(seed, false);
  const [x, y, d] = [point.slice(1, 33), point.slice(33), seed].map((part) =>
    Buffer.from(part).toString('base64url'),
  );
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d } as never, format: 'jwk' });
}
