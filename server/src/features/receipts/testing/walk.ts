/** A successful example of each receipt call. */
import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { deviceKeyText } from '@candor/protocol/receipts/texts.ts';
import type { CallName } from '@candor/protocol/calls.ts';

export function waysOf(
  made: (call: CallName, fields: Record<string, unknown>) => Promise<string>,
  token: () => string,
) {
  const { privateKey, publicKey: key } = generateKeyPairSync('ed25519');
  const publicKey = Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
  return {
    'POST receipts/device_key': async () => {
      const customer = await made('GET user/info', {});
      const text = deviceKeyText({ customer, publicKey, session: hash('sha256', token()) });
      return { public_key: publicKey, signature: sign(null, Buffer.from(text), privateKey).toString('hex') };
    },
    'GET receipts/device_keys': {},
    'GET receipts/orders': {},
  };
}
