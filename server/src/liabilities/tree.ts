/** The nodes of a tree of liabilities, as the database builds them. Each node binds the hashes and the sums of its children. */
import { createHash } from 'node:crypto';

export type SumNode = { readonly hash: string; readonly sum: string };
/** A step from a node to its parent: the sibling, and its side. */
export type PathStep = SumNode & { readonly side: 'left' | 'right' };

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

export function leafNode(commitment: string, amount: string): SumNode {
  return { hash: sha256(`candor-liability-leaf-v1|${commitment}|${amount}`), sum: amount };
}

/** Returns the path from a node to the root. A node without a sibling moves up unchanged. */
export function pathOf(nodes: readonly SumNode[], place: number): readonly PathStep[] {
  const path: PathStep[] = [];
  let level = nodes;
  for (let at = place; level.length > 1; at = at >> 1) {
    const neighbour = level[at ^ 1];
    if (neighbour !== undefined) path.push({ side: at % 2 === 0 ? 'right' : 'left', ...neighbour });
    level = parentsOf(level);
  }
  return path;
}

function parentsOf(nodes: readonly SumNode[]): readonly SumNode[] {
  const parents: SumNode[] = [];
  for (let at = 0; at < nodes.length; at += 2) {
    const left = nodes[at] as SumNode;
    const right = nodes[at + 1];
    parents.push(right === undefined ? left : parentOf(left, right));
  }
  return parents;
}

function parentOf(left: SumNode, right: SumNode): SumNode {
  return {
    hash: sha256(`candor-liability-node-v1|${left.hash}|${left.sum}|${right.hash}|${right.sum}`),
    sum: (BigInt(left.sum) + BigInt(right.sum)).toString(),
  };
}
