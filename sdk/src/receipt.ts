/**
 * Checks a receipt: the platform's signed promise about one order, with a path from the order to the signed root of its batch. The
 * format is in docs/verification.md, "A receipt".
 */
import { hexOf, sha256 } from './signing.ts';

export class ReceiptError extends Error {
  override readonly name = 'ReceiptError';
}

export type Promised = {
  readonly call: string;
  readonly idempotencyKey: string | undefined;
  /** The bytes that were sent, as text. */
  readonly body: string;
  /** The JSON text of the answer's `message`. */
  readonly answer: string;
};

const { subtle } = globalThis.crypto;
const RECEIPT = /^(\S+) ([0-9a-f]{128}) (\S+) (0|[1-9]\d{0,4}) (-|[0-9a-f]{64}(?:,[0-9a-f]{64}){0,15})$/;

/** Throws a `ReceiptError` if the receipt isn't a promise of this platform about this order and this answer. */
export async function checkReceipt(receipt: string, promised: Promised, platformKey: string): Promise<void> {
  const [, batch = '', signature = '', leaf = '', place = '', path = ''] = RECEIPT.exec(receipt) ?? [];
  const [, , , count, root] = batch.split('|');
  const [kind, orderHash, , symbol, , answerHash] = leaf.split('|');
  if (kind !== 'candor-receipt-v1' || !batch.startsWith('candor-receipts-v1|')) fail('it has another form');
  const order = [
    'candor-order-v1',
    promised.call,
    promised.idempotencyKey ?? '-',
    await sha256(promised.body),
  ];
  // The text that the platform hashes for an order that no device signed.
  if (orderHash !== (await sha256([...order, symbol, 0, 0].join('|')))) fail('it is about another order');
  if (answerHash !== (await sha256(promised.answer))) fail('it promises another answer');
  const hashes = path === '-' ? [] : path.split(',');
  const leafHash = await sha256(bytesOf(0, new TextEncoder().encode(leaf)));
  if (root !== (await rootFrom(leafHash, { place: Number(place), count: Number(count), hashes })))
    fail('its order is not in the batch');
  if (!(await isSigned(batch, signature, platformKey))) fail('the platform’s key did not sign it');
}

function fail(why: string): never {
  throw new ReceiptError(`The receipt is wrong: ${why}.`);
}

/** RFC 9162, 2.1.3.2. */
async function rootFrom(
  leafHash: string,
  {
    place,
    count,
    hashes,
  }: { readonly place: number; readonly count: number; readonly hashes: readonly string[] },
): Promise<string | undefined> {
  let [at, last, root] = [place, count - 1, leafHash];
  if (!(at <= last)) return undefined;
  for (const hash of hashes) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      root = await nodeHash(hash, root);
      while (at % 2 === 0 && at !== 0) [at, last] = [at >>> 1, last >>> 1];
    } else {
      root = await nodeHash(root, hash);
    }
    [at, last] = [at >>> 1, last >>> 1];
  }
  return last === 0 ? root : undefined;
}

function nodeHash(left: string, right: string): Promise<string> {
  return sha256(bytesOf(1, fromHex(left), fromHex(right)));
}

function bytesOf(first: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(first, ...parts.flatMap((part) => [...part]));
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

async function isSigned(text: string, signature: string, key: string): Promise<boolean> {
  const imported = await subtle.importKey('raw', fromHex(key), 'Ed25519', false, ['verify']);
  return subtle.verify('Ed25519', imported, fromHex(signature), new TextEncoder().encode(text));
}

/** Returns a key that no request has used. */
export function newIdempotencyKey(): string {
  return hexOf(globalThis.crypto.getRandomValues(new Uint8Array(16)).buffer);
}
