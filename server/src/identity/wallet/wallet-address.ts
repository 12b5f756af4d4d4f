/** Wallet addresses: their mixed-case checksum (EIP-55), and recovery of the address that signed a text (EIP-191). */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** A signature is 65 bytes: r, s and the recovery id, which starts at 0 or, following Bitcoin, at 27. */
const SIGNATURE = /^0x([0-9a-fA-F]{128})(0[01]|1[bcBC])$/;

/** Returns the address in mixed case, which depends on the address's hash (EIP-55). */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const sums = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const written = [...digits].map((digit, at) =>
    (sums.codePointAt(at) ?? 0) >= EIGHT ? digit.toUpperCase() : digit,
  );
  return `0x${written.join('')}`;
}

export function isChecksummed(address: string): boolean {
  return checksummed(address).slice(2) === address.slice(2);
}

const EIGHT = 56;

/** Returns the signer's address in lower case, or undefined if the signature is invalid. */
export function signerOf(text: string, signature: string): string | undefined {
  const [, points, side] = SIGNATURE.exec(signature) ?? [];
  if (points === undefined || side === undefined) return undefined;
  const message = utf8ToBytes(text);
  const opening = utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`);
  const digest = keccak_256(new Uint8Array([...opening, ...message]));
  try {
    const signed = secp256k1.Signature.fromBytes(hexToBytes(points)).addRecoveryBit(parseInt(side, 16) % 27);
    // Wallets use the lower of the two valid values of s; the higher one shows that a third party rewrote the signature.
    if (signed.hasHighS()) return undefined;
    const point = signed.recoverPublicKey(digest).toBytes(false);
    return `0x${bytesToHex(keccak_256(point.subarray(1)).subarray(12))}`;
  } catch {
    // The library throws if the values don't define a curve point, which means that the signature is invalid.
    return undefined;
  }
}
