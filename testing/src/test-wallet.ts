/**
 * The actions of a browser wallet in tests: keys, addresses, and messages written and signed as EIP-4361 and EIP-191 specify.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export type TestWallet = {
  /** In mixed case, as wallets write it. */
  readonly address: string;
  sign(text: string): string;
};

/** @param seed any number; equal seeds give the same wallet. */
export function testWallet(seed: number): TestWallet {
  const key = keccak_256(utf8ToBytes(`a wallet for tests, number ${seed}`));
  const point = secp256k1.getPublicKey(key, false);
  return {
    address: withChecksum(bytesToHex(keccak_256(point.subarray(1)).subarray(12))),
    sign: (text) => signText(key, text),
  };
}

function signText(key: Uint8Array, text: string): string {
  const message = utf8ToBytes(text);
  const opening = utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`);
  const digest = keccak_256(new Uint8Array([...opening, ...message]));
  const signed = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  const side = (signed[0] ?? 0) + 27;
  return `0x${bytesToHex(signed.subarray(1))}${side.toString(16)}`;
}

function withChecksum(digits: string): string {
  const sums = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const written = [...digits].map((digit, at) =>
    Number.parseInt(sums[at] ?? '', 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${written.join('')}`;
}

/** The second valid signature of the same text and key, with s in the upper half. */
export function upperHalf(sign: string): string {
  const order = secp256k1.Point.Fn.ORDER;
  const s = order - BigInt(`0x${sign.slice(66, 130)}`);
  const side = sign.endsWith('1b') ? '1c' : '1b';
  return `${sign.slice(0, 66)}${bytesToHex(hexToBytes(s.toString(16).padStart(64, '0')))}${side}`;
}

export type MessageFields = {
  readonly scheme?: string | null;
  readonly domain?: string;
  readonly address?: string;
  readonly statement?: string;
  readonly uri?: string;
  readonly version?: string;
  readonly chainId?: number | string;
  readonly nonce?: string;
  readonly issuedAt?: string;
  readonly expirationTime?: string;
  readonly notBefore?: string;
  readonly requestId?: string;
  readonly resources?: readonly string[];
};

/** A missing field omits its line, or its place in the line. */
export function writeMessage(fields: MessageFields): string {
  const line = (title: string, value: string | number | undefined) =>
    value === undefined ? [] : [`${title}: ${value}`];
  const scheme = typeof fields.scheme === 'string' ? `${fields.scheme}://` : '';
  return [
    `${scheme}${fields.domain ?? ''} wants you to sign in with your Ethereum account:`,
    fields.address ?? '',
    '',
    ...(fields.statement === undefined ? [] : [fields.statement]),
    '',
    ...line('URI', fields.uri),
    ...line('Version', fields.version),
    ...line('Chain ID', fields.chainId),
    ...line('Nonce', fields.nonce),
    ...line('Issued At', fields.issuedAt),
    ...line('Expiration Time', fields.expirationTime),
    ...line('Not Before', fields.notBefore),
    ...line('Request ID', fields.requestId),
    ...(fields.resources === undefined ? [] : ['Resources:', ...fields.resources.map((uri) => `- ${uri}`)]),
  ].join('\n');
}
