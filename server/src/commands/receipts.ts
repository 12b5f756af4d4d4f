/**
 * Receipts for orders. A batch has one signature, over the root of a Merkle tree whose leaves are its orders. Every order takes
 * this path, so a receipt costs only a few hashes and no separate query (docs/decisions/order-receipts.md).
 */
import { hash } from 'node:crypto';
import { BEFORE_VALUE } from './accepted.ts';
import type { Ordered, Receipt } from './command.ts';
import type { BatchFacts } from './facts.ts';
import { leafText, leafTexts, storedLeaves } from './leaves.ts';
import type { StoredLeaves } from './leaves.ts';

/**
 * An order that the batch accepted, with its answer. If only this process knows the order's key, the answer is stored with the
 * batch's leaves. Otherwise it has a separate row, which is found by the key.
 */
export type AcceptedOrder = {
  readonly book: bigint;
  readonly order: Ordered;
  readonly answer: string;
  readonly freshKey: boolean;
};

/** A batch of receipts, as it is stored. */
export type ReceiptBatch = {
  readonly number: bigint;
  readonly atMs: number;
  readonly leaves: StoredLeaves;
  /** The answers that have no separate row; null if all have one. */
  readonly answers: string | null;
  readonly root: Buffer;
  readonly signature: Uint8Array;
  readonly orders: readonly AcceptedOrder[];
};

/** Signs a text with the platform's key. */
export type SignReceipts = (text: string) => Uint8Array;

/** Creates the receipts of a batch and assigns each order its own. Returns undefined if the batch accepted no order. */
export function receiptsOf(
  facts: BatchFacts,
  orders: readonly AcceptedOrder[],
  sign: SignReceipts,
): ReceiptBatch | undefined {
  if (orders.length === 0) return undefined;
  const number = facts.newId();
  const promised = orders.map(({ order: { text, symbol }, answer }) => ({
    order: hash('sha256', text),
    // The hash of the JSON text of the answer's value.
    answer: hash('sha256', answer.slice(BEFORE_VALUE, -1)),
    head: `${symbol}|${facts.heads.get(symbol)?.seq ?? 0n}`,
  }));
  const leaves = promised.map((leaf) => leafText(leaf, facts.nowMs));
  const tree = treeOf(leaves);
  const root = Buffer.from(tree.at(-1)?.[0] ?? '', 'hex');
  const text = batchText({ number, atMs: facts.wallMs, count: leaves.length, root });
  const signature = sign(text);
  const signed = Buffer.from(signature).toString('hex');
  orders.forEach(({ order }, place) => {
    order.receipt = {
      text,
      signature: signed,
      leaf: leaves[place] as string,
      place,
      path: pathIn(tree, place),
    };
  });
  const stored = { leaves: storedLeaves(promised, facts.nowMs), answers: answersOf(orders) };
  return { number, atMs: facts.wallMs, ...stored, root, signature, orders };
}

/**
 * Returns one line for each order: its customer's number, a space and the answer, whose JSON contains no line breaks. The line is
 * empty if the answer has a separate row.
 */
function answersOf(orders: readonly AcceptedOrder[]): string | null {
  if (!orders.some(({ freshKey }) => freshKey)) return null;
  return orders.map(({ book, answer, freshKey }) => (freshKey ? `${book} ${answer}` : '')).join('\n');
}

/**
 * Returns the number and the root (in hex) of the batch that accepted an order if that batch was committed, and the order's
 * position in it.
 */
export function promisedIn({
  receipt,
}: Ordered): { readonly batch: string; readonly root: string; readonly place: number } | undefined {
  if (receipt === undefined) return undefined;
  const [, batch, , , root] = receipt.text.split('|');
  return batch === undefined || root === undefined ? undefined : { batch, root, place: receipt.place };
}

/** The receipt of a stored answer, found by its position in a stored batch. */
export type StoredReceipt = {
  readonly place: number;
  readonly number: string;
  readonly atMs: string;
  readonly leaves: readonly string[];
  /** In hex. */
  readonly root: string;
  readonly signature: string;
};

/** Reads the receipt's columns of a stored answer, or returns undefined if the answer has no receipt. */
export function readStoredReceipt(
  columns: readonly (string | null | undefined)[],
): StoredReceipt | undefined {
  const [place, number, atMs, acceptedMs, heads, bytes, root, signature] = columns;
  if (!place || !number || !atMs || !acceptedMs || !heads || !bytes || !root || !signature) return undefined;
  const leaves = leafTexts({ acceptedMs, heads, leaves: Buffer.from(bytes, 'hex') });
  return { place: Number(place), number, atMs, leaves, root, signature };
}

/** Returns the receipt that an order got when it was accepted. */
export function receiptAgain({ place, number, atMs, leaves, root, signature }: StoredReceipt): Receipt {
  const text = batchText({ number, atMs, count: leaves.length, root: Buffer.from(root, 'hex') });
  return { text, signature, leaf: leaves[place] ?? '', place, path: pathIn(treeOf(leaves), place) };
}

/** Returns the text that is signed and that must be added to the transparency log. */
export function batchText(batch: {
  readonly number: bigint | string;
  readonly atMs: number | string;
  readonly count: number;
  readonly root: Buffer;
}): string {
  return `candor-receipts-v1|${batch.number}|${batch.atMs}|${batch.count}|${batch.root.toString('hex')}`;
}

/** The levels of the RFC 6962 tree over some leaves, as hashes in hex; the root comes last. */
export type ReceiptTree = readonly (readonly string[])[];

const HASH_BYTES = 32;

export function treeOf(leaves: readonly string[]): ReceiptTree {
  // The text of a leaf is prefixed with a zero byte, and that of a node with a one. The paths need the hashes in hex, and hashing
  // directly into hex takes a third of the time of hashing into bytes.
  let level: readonly string[] = leaves.map((leaf) => hash('sha256', `\0${leaf}`));
  const levels = [level];
  const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);
  while (level.length > 1) {
    const above: string[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const left = level[at] as string;
      const right = level[at + 1];
      if (right === undefined) {
        above.push(left);
      } else {
        node.write(left + right, 1, 'hex');
        above.push(hash('sha256', node));
      }
    }
    level = above;
    levels.push(level);
  }
  return levels;
}

/** Returns the hashes from the leaf's sibling up to the root's child, in hex. */
export function pathIn(tree: ReceiptTree, place: number): Receipt['path'] {
  const path: string[] = [];
  let at = place;
  for (const level of tree) {
    // The root has no sibling.
    const sibling = level[at % 2 === 0 ? at + 1 : at - 1];
    if (sibling !== undefined) path.push(sibling);
    at = Math.floor(at / 2);
  }
  return path;
}
