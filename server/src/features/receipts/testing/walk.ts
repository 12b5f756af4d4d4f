/** A successful example of each call of receipts. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { deviceKeyText } from '@candor/protocol/receipts/texts.ts';
import type { CallName } from '@candor/protocol/calls.ts';

export function waysOf(_made: (call: CallName, fields: Record<string, unknown>) => Promise<string>) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
  const signature = sign(null, Buffer.from(deviceKeyText(raw)), privateKey).toString('hex');
  return {
    'POST receipts/device_key': { public_key: raw, signature },
    'GET receipts/device_keys': {},
    'GET receipts/orders': {},
  };
}
