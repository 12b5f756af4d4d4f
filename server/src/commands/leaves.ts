/**
 * The leaves of a batch of receipts, as they are stored. Between orders, only the hashes of the order's text and of its answer
 * differ. These are stored as bytes, and what the leaves share is stored once: the time of acceptance, and the newest entries
 * that the orders name. As text, leaves would be a tenth of what an order writes.
 */

export type Leaf = {
  /** SHA-256 of the order's text and of the answer's value, in hex. */
  readonly order: string;
  readonly answer: string;
  /** The entry that the order names as the newest one, as `<symbol>|<seq>`. */
  readonly head: string;
};

export type StoredLeaves = {
  /** By the market clock. */
  readonly acceptedMs: number | string;
  /** The distinct heads of the leaves, one per line. */
  readonly heads: string;
  /** For each leaf, the position of its head and both hashes. */
  readonly leaves: Buffer;
};

const HASH_BYTES = 32;
const LEAF_BYTES = 1 + 2 * HASH_BYTES;
/** A position is stored in one byte. There are fewer symbols than that. */
const HEADS_MAX = 256;

/** Returns the text that a receipt promises about one order (docs/verification.md#a-receipt). */
export function leafText({ order, answer, head }: Leaf, acceptedMs: number | string): string {
  return `candor-receipt-v1|${order}|${acceptedMs}|${head}|${answer}`;
}

export function storedLeaves(leaves: readonly Leaf[], acceptedMs: number): StoredLeaves {
  const heads: string[] = [];
  const bytes = Buffer.alloc(leaves.length * LEAF_BYTES);
  leaves.forEach(({ order, answer, head }, place) => {
    let known = heads.indexOf(head);
    if (known === -1) known = heads.push(head) - 1;
    const at = place * LEAF_BYTES;
    bytes[at] = known;
    bytes.write(order + answer, at + 1, 'hex');
  });
  if (heads.length > HEADS_MAX) throw new Error(`expected at most ${HEADS_MAX} heads, found ${heads.length}`);
  return { acceptedMs, heads: heads.join('\n'), leaves: bytes };
}

/** Returns the texts of stored leaves. In a row that was not written by this platform, a leaf's head may be missing. */
export function leafTexts({ acceptedMs, heads, leaves }: StoredLeaves): string[] {
  const lines = heads.split('\n');
  const texts: string[] = [];
  for (let at = 0; at < leaves.length; at += LEAF_BYTES) {
    const order = leaves.toString('hex', at + 1, at + 1 + HASH_BYTES);
    const answer = leaves.toString('hex', at + 1 + HASH_BYTES, at + LEAF_BYTES);
    texts.push(leafText({ order, answer, head: lines[leaves[at] as number] ?? '' }, acceptedMs));
  }
  return texts;
}

/** SQL for the order's hash in the leaf at a position of the batch `b`. */
export const orderHashSql = (place: string): string =>
  `substr(b.leaves, ${LEAF_BYTES} * ${place} + 2, ${HASH_BYTES})`;
export const answerHashSql = (place: string): string =>
  `substr(b.leaves, ${LEAF_BYTES} * ${place} + ${2 + HASH_BYTES}, ${HASH_BYTES})`;
/** SQL for the number of leaves of the batch `b`. */
export const leafCountSql = `octet_length(b.leaves) / ${LEAF_BYTES}`;
