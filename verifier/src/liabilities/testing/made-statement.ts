/** For tests: statements of liabilities made as a platform makes them, with the answer to each customer. */
import { createHash } from 'node:crypto';
import { leafNode, nodeAbove, rootAbove } from '../tree.ts';
import type { PathStep, SumNode } from '../tree.ts';
import type { OwnLiability } from '../own-leaf.ts';

const TILE = 256;

export type MadeClaim = {
  readonly customer: string;
  readonly seq: number;
  readonly currency: string;
  /** The amount of each leaf, in units of 10⁻⁸. */
  readonly parts: readonly bigint[];
};

export type MadeStatement = {
  readonly text: string;
  readonly root: string;
  readonly sums: string;
  readonly leaves: number;
  /** By their paths below `/log/liabilities/`. */
  readonly files: ReadonlyMap<string, string>;
  readonly ownOf: (customer: string) => OwnLiability;
};

const sha = (...parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const saltOf = (customer: string): Buffer => sha(`salt of ${customer}`);

/** Makes a statement of these claims; `price` lines may follow. */
export function makeStatement(
  claims: readonly MadeClaim[],
  { number = 1, asOfMs = 1_000, prices = '' }: { number?: number; asOfMs?: number; prices?: string } = {},
): MadeStatement {
  const files = new Map<string, string>();
  const trees = new Map<string, { leaves: readonly MadeLeaf[]; root: SumNode }>();
  for (const currency of [...new Set(claims.map((claim) => claim.currency))].toSorted()) {
    const leaves = claims
      .filter((claim) => claim.currency === currency)
      .flatMap((claim) => claim.parts.map((amount, part) => madeLeaf(number, { ...claim, amount, part })))
      .toSorted((one, other) => (one.commitment < other.commitment ? -1 : 1));
    const nodes = leaves.map(({ commitment, amount }) => leafNode(commitment, amount));
    const root = rootAbove(nodes);
    if (root === undefined) continue;
    trees.set(currency, { leaves, root });
    const tiles: string[] = [];
    for (let from = 0; from < leaves.length; from += TILE) {
      const some = leaves.slice(from, from + TILE);
      const body = some.map(({ commitment, amount }) => `${commitment}|${amount}\n`).join('');
      files.set(`${number}/${currency}/${from / TILE}`, body);
      const tile = rootAbove(nodes.slice(from, from + TILE)) as SumNode;
      tiles.push(`${tile.hash}|${tile.sum}\n`);
    }
    files.set(`${number}/${currency}/tiles`, tiles.join(''));
  }
  const lines = [...trees].map(
    ([currency, { leaves, root }]) => `currency|${currency}|${leaves.length}|${root.hash}|${root.sum}\n`,
  );
  const text = `candor-liability-statement-v1|${number}|${asOfMs}\n${lines.join('')}${prices}`;
  files.set(`${number}`, text);
  return {
    ...{ text, files, root: sha(text).toString('hex') },
    sums: [...trees].map(([currency, { root }]) => `${currency}=${root.sum}`).join(','),
    leaves: [...trees.values()].reduce((sum, { leaves }) => sum + leaves.length, 0),
    ownOf: (customer) => ({
      ...{ statement: text, salt: saltOf(customer).toString('hex') },
      seq: claims.find((claim) => claim.customer === customer)?.seq ?? 0,
      leaves: [...trees].flatMap(([currency, { leaves }]) =>
        leaves.flatMap((leaf, at) => {
          if (leaf.customer !== customer) return [];
          const nodes = leaves.map(({ commitment, amount }) => leafNode(commitment, amount));
          const path = pathIn(nodes, at).map((step) => ({ ...step, sum: step.sum.toString() }));
          return [{ currency, part: leaf.part, amount: leaf.amount.toString(), path }];
        }),
      ),
    }),
  };
}

type MadeLeaf = {
  readonly customer: string;
  readonly commitment: string;
  readonly amount: bigint;
  readonly part: number;
};

function madeLeaf(
  number: number,
  { customer, seq, currency, amount, part }: MadeClaim & { readonly amount: bigint; readonly part: number },
): MadeLeaf {
  const salt = sha(saltOf(customer), `${currency}|${part}`);
  const opening = `candor-liability-v1|${number}|${customer}|${seq}|${currency}|${part}`;
  return { customer, amount, part, commitment: sha(salt, opening).toString('hex') };
}

/** The path from a node to the root over these nodes. */
export function pathIn(nodes: readonly SumNode[], place: number): readonly PathStep[] {
  if (nodes.length === 1) return [];
  const above: SumNode[] = [];
  for (let at = 0; at < nodes.length; at += 2) {
    const left = nodes[at] as SumNode;
    const right = nodes[at + 1];
    above.push(right === undefined ? left : nodeAbove(left, right));
  }
  const neighbour = nodes[place ^ 1];
  const rest = pathIn(above, place >> 1);
  return neighbour === undefined
    ? rest
    : [{ side: place % 2 === 0 ? 'right' : 'left', ...neighbour }, ...rest];
}
