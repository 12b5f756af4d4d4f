/** The conditions that make a receipt valid by itself: it is about its order and answer, and the platform signed it. */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isHash } from '../crypto.ts';
import type { SignatureCheck } from '../crypto.ts';
import { mayHaveSigned } from '../keys/follow-keys.ts';
import type { FollowedKey } from '../keys/follow-keys.ts';
import { leafHash, rootOfInclusion } from '../tlog/merkle.ts';
import { hashOfText, readBatch, readLeaf, readOrder } from './texts.ts';
import type { BatchText, LeafText, OrderText, Receipt } from './texts.ts';

export type PlatformKeys = {
  /** The platform's public key that the caller trusts, 32 bytes in lower-case hex. */
  readonly platformKey: string;
  /** The keys that the platform's statements link to that key, including it. If absent, only that key is accepted. */
  readonly keys?: readonly FollowedKey[] | undefined;
  readonly verify: SignatureCheck;
};

export type GivenPromise = {
  readonly receipt: Receipt;
  /** The order's text. */
  readonly order: string;
  /** The JSON text of the answer's `message`, as it arrived; undefined if it is not known. */
  readonly answer?: string | undefined;
  /** The SHA-256 of the answer in lower-case hex, for a caller that keeps only the hash. */
  readonly answerHash?: string | undefined;
};

export type Promised = { readonly order: OrderText; readonly leaf: LeafText; readonly batch: BatchText };

/** Returns the promise of a receipt; undefined if it is not valid, or about another order or answer. */
export function readPromise(
  { receipt, order: text, answer, answerHash = answer && hashOfText(answer) }: GivenPromise,
  platform: PlatformKeys,
): Promised | undefined {
  const order = readOrder(text);
  const leaf = readLeaf(receipt.leaf);
  const batch = readBatch(receipt.text);
  if (order === undefined || leaf === undefined || batch === undefined) return undefined;
  if (!receipt.path.every(isHash)) return undefined;
  const root = rootOfInclusion({
    index: receipt.place,
    size: batch.count,
    leaf: leafHash(utf8ToBytes(receipt.leaf)),
    proof: receipt.path.map((hash) => hexToBytes(hash)),
  });
  const isAboutOrder =
    leaf.orderHash === hashOfText(text) &&
    leaf.symbol === order.symbol &&
    (answerHash === undefined || leaf.answerHash === answerHash);
  const isPromised =
    root !== undefined &&
    bytesToHex(root) === batch.root &&
    isSignedByPlatform(receipt, leaf.acceptedMs, platform);
  return isAboutOrder && isPromised ? { order, leaf, batch } : undefined;
}

/** An old key must not sign after its change. Both times are of the market clock. */
function isSignedByPlatform(
  { text, signature }: Receipt,
  acceptedMs: number,
  { platformKey, keys = [{ publicKey: platformKey, untilMs: undefined }], verify }: PlatformKeys,
): boolean {
  return keys.some(
    ({ publicKey }) => mayHaveSigned(keys, publicKey, acceptedMs) && verify(signature, text, publicKey),
  );
}
