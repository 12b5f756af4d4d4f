/**
 * The leaves of a batch of receipts as they are stored. Of each order only the hashes of its text and of its answer differ, so these
 * are stored as bytes, and what the leaves share once: the time of acceptance, and the newest entries that the orders name. As text,
 * leaves were a tenth of what an order writes.
 */

export type Leaf = {
  /** SHA-256 in hex of the order's text, and of the answer's value. */
  readonly order: string;
  readonly answer: string;
  /** The symbol of whose tape the order names the newest entry, and the entry, as `<symbol>|<seq>`. */
  readonly head: string;
};

export type StoredLeaves = {
  /** By the market clock. */
  readonly acceptedMs: number | string;
  /** The different heads of the leaves, each on a line. */
  readonly heads: string;
  /** For each leaf the place of its head, and both hashes. */
  readonly leaves: Buffer;
};

const HASH_BYTES = 32;
const LEAF_BYTES = 1 + 2 * HASH_BYTES;
/** A place is a byte. There are fewer symbols. */
const HEADS_MAX = 256;

/** What a receipt promises about one order (docs/verification.md#a-receipt). */
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

/** The texts of stored leaves. Those of a row that no batch of this platform wrote may have no head. */
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

/** SQL for a hash of the leaf at a place of the batch `b`. */
export const orderHashSql = (place: string): string =>
  `substr(b.leaves, ${LEAF_BYTES} * ${place} + 2, ${HASH_BYTES})`;
export const answerHashSql = (place: string): string =>
  `substr(b.leaves, ${LEAF_BYTES} * ${place} + ${2 + HASH_BYTES}, ${HASH_BYTES})`;
/** SQL for the number of leaves of the batch `b`. */
export const leafCountSql = `octet_length(b.leaves) / ${LEAF_BYTES}`;
