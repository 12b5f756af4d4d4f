/** The device of a shopper: a key that stays in its folder, with which it signs what it orders. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Signed } from '../shop/wire.ts';

export type Device = {
  /** 32 bytes in lower-case hex. */
  readonly publicKey: string;
  /** The fields that register the key for a customer, in the session of a token. */
  readonly registration: (
    customer: string,
    token: string,
  ) => Readonly<Record<'public_key' | 'signature', string>>;
  /** The order's text, and the header that signs it. */
  readonly signOrder: (
    call: string,
    key: string,
    body: string,
    signed: Signed,
  ) => { readonly text: string; readonly header: string };
};

export function openDevice(folder: string): Device {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'device-key.pem');
  if (!existsSync(path)) {
    const made = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(path, made, { mode: 0o600 });
  }
  const secret = createPrivateKey(readFileSync(path, 'utf8'));
  const { x = '' } = createPublicKey(secret).export({ format: 'jwk' });
  const publicKey = Buffer.from(x, 'base64url').toString('hex');
  const signed = (text: string): string => sign(null, Buffer.from(text), secret).toString('hex');
  return {
    publicKey,
    registration: (customer, token) => {
      const session = createHash('sha256').update(token).digest('hex');
      const text = `candor-device-key-v2|${customer}|${publicKey}|${session}`;
      return { public_key: publicKey, signature: signed(text) };
    },
    signOrder: (call, key, body, { symbol, seenSeq, deviceMs }) => {
      const bodyHash = createHash('sha256').update(body).digest('hex');
      const text = `candor-order-v1|${call}|${key}|${bodyHash}|${symbol}|${seenSeq}|${deviceMs}`;
      return { text, header: [symbol, seenSeq, deviceMs, publicKey, signed(text)].join('|') };
    },
  };
}
