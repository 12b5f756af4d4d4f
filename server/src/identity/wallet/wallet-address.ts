/** Addresses of browser wallets: their checksum in capitals (EIP-55), and which of them signed a text (EIP-191). */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** 65 bytes: r, s, and which of the two points it was, written from 0 or, as Bitcoin began it, from 27. */
const SIGNATURE = /^0x([0-9a-fA-F]{128})(0[01]|1[bcBC])$/;

/** The address with capitals and small letters where its own hash puts them. */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const sums = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const written = [...digits].map((digit, at) =>
    (sums.codePointAt(at) ?? 0) >= EIGHT ? digit.toUpperCase() : digit,
  );
  return `0x${written.join('')}`;
}

/** Whether they stand there. */
export function isChecksummed(address: string): boolean {
  return checksummed(address).slice(2) === address.slice(2);
}

const EIGHT = 56;

/** The address, in lower case, whose key signed this text; undefined when it is no signature at all. */
export function signerOf(text: string, signature: string): string | undefined {
  const [, points, side] = SIGNATURE.exec(signature) ?? [];
  if (points === undefined || side === undefined) return undefined;
  const message = utf8ToBytes(text);
  const opening = utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`);
  const digest = keccak_256(new Uint8Array([...opening, ...message]));
  try {
    const signed = secp256k1.Signature.fromBytes(hexToBytes(points)).addRecoveryBit(parseInt(side, 16) % 27);
    // Of the two values of s that fit, wallets write the lower one; the other is somebody else's rewriting.
    if (signed.hasHighS()) return undefined;
    const point = signed.recoverPublicKey(digest).toBytes(false);
    return `0x${bytesToHex(keccak_256(point.subarray(1)).subarray(12))}`;
  } catch {
    // The library throws where figures make no point on the curve; then nobody signed.
    return undefined;
  }
}
