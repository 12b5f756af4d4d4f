/**
 * A Merkle tree that sums. Every node binds the hashes and the sums of both its children, so that no node can have a smaller sum
 * than its children have together (docs/verification.md#liabilities). Amounts are whole numbers of 10⁻⁸ and never negative.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export type SumNode = {
  /** In lower-case hex. */
  readonly hash: string;
  readonly sum: bigint;
};

/** A step towards the root: the neighbour, and the side on which it is. */
export type PathStep = SumNode & { readonly side: 'left' | 'right' };

const WHOLE = /^(?:0|[1-9]\d{0,59})$/;
const EIGHT = /^(0|[1-9]\d{0,49})(?:\.(\d{1,8}))?$/;

/** Reads an amount of a tree; undefined if it is not a whole number in its shortest form, or is negative. */
export function readSum(text: string): bigint | undefined {
  return WHOLE.test(text) ? BigInt(text) : undefined;
}

/**
 * Reads a decimal amount such as "12.5" in units of 10⁻⁸; undefined if it is malformed, negative or has more than eight
 * decimal places.
 */
export function unitsOf(decimal: string): bigint | undefined {
  const [, whole, fraction = ''] = EIGHT.exec(decimal) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(8, '0'));
}

/** The leaf of a commitment (32 bytes in lower-case hex) and an amount. */
export function leafNode(commitment: string, amount: bigint): SumNode {
  return { hash: hashOf(`candor-liability-leaf-v1|${commitment}|${amount}`), sum: amount };
}

/** The node above two nodes. Throws a RangeError on a negative sum, which no tree has. */
export function nodeAbove(left: SumNode, right: SumNode): SumNode {
  if (left.sum < 0n || right.sum < 0n) throw new RangeError('expected sums of at least 0');
  return {
    hash: hashOf(`candor-liability-node-v1|${left.hash}|${left.sum}|${right.hash}|${right.sum}`),
    sum: left.sum + right.sum,
  };
}

/** The root of a tree over these nodes, of which there is at least one. A node without a neighbour moves up unchanged. */
export function rootAbove(nodes: readonly SumNode[]): SumNode | undefined {
  let level = nodes;
  while (level.length > 1) {
    const above: SumNode[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const left = level[at] as SumNode;
      const right = level[at + 1];
      above.push(right === undefined ? left : nodeAbove(left, right));
    }
    level = above;
  }
  return level[0];
}

/** The root to which a path leads from a node; undefined if a neighbour's sum is negative. */
export function rootOfPath(node: SumNode, path: readonly PathStep[]): SumNode | undefined {
  let reached = node;
  for (const { side, ...neighbour } of path) {
    if (neighbour.sum < 0n || reached.sum < 0n) return undefined;
    reached = side === 'left' ? nodeAbove(neighbour, reached) : nodeAbove(reached, neighbour);
  }
  return reached;
}

/** SHA-256 of the UTF-8 of a text, in lower-case hex. */
export function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
