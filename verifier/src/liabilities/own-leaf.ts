/**
 * A customer's own check of a statement of liabilities: that it has the customer's leaves, and that they add up to what the
 * customer computes from their own account. Only customers can notice that their own leaves were left out.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isHash } from '../crypto.ts';
import { readStatement } from './statement.ts';
import type { LiabilityStatement } from './statement.ts';
import { hashOf, leafNode, readSum, rootOfPath } from './tree.ts';
import type { PathStep } from './tree.ts';

/** The answer of `GET transparency/liability`, in the shape of its JSON. */
export type OwnLiability = {
  /** The public text of the newest statement. */
  readonly statement: string;
  /** The number of the customer's newest journal at that time; 0 if the statement has no leaf of this customer. */
  readonly seq: number;
  /** 32 bytes in hex, from which the salts of the customer's leaves are derived. */
  readonly salt: string;
  readonly leaves: readonly {
    readonly currency: string;
    readonly part: number;
    readonly amount: string;
    readonly path: readonly {
      readonly side: 'left' | 'right';
      readonly hash: string;
      readonly sum: string;
    }[];
  }[];
};

export type OwnLeafFinding = {
  /** `leaf_missing`: no leaf, or one that does not lead to the root. `leaf_differs`: the leaves add up to another amount. */
  readonly kind: 'leaf_missing' | 'leaf_differs';
  /** The currency; absent if the statement itself is not the logged one. */
  readonly currency?: string;
  /** The sum of the leaves and the amount owed, in units of 10⁻⁸, if they are in the tree. */
  readonly sum?: bigint;
  readonly due?: bigint;
  /** One sentence. */
  readonly detail: string;
};

export type OwnLeafCheck = {
  readonly own: OwnLiability;
  readonly customer: string;
  /** The root in the log's entry, in hex: `candor-liabilities-v1|<number>|<as of ms>|<leaves>|<root>|<sums>`. */
  readonly loggedRoot: string;
  /**
   * The customer's claims at the time of the statement, by currency, in units of 10⁻⁸ (`unitsOf`). Currencies that are absent
   * are not compared; with 0 there must be no leaf.
   */
  readonly expected: Readonly<Record<string, bigint>>;
};

/** Returns the first finding of each currency; empty if every leaf is there and the amounts are right. */
export function checkOwnLeaf({
  own,
  customer,
  loggedRoot,
  expected,
}: OwnLeafCheck): readonly OwnLeafFinding[] {
  const statement = readStatement(own.statement);
  if (statement === undefined || hashOf(own.statement) !== loggedRoot || !isHash(own.salt)) {
    return [
      { kind: 'leaf_missing', detail: 'The statement shown to this customer is not the one in the log.' },
    ];
  }
  const currencies = new Set([...Object.keys(expected), ...own.leaves.map(({ currency }) => currency)]);
  return [...currencies].toSorted().flatMap((currency) => {
    const sum = sumInTree({ own, customer, statement, currency });
    if (typeof sum !== 'bigint') return [sum];
    const due = expected[currency];
    if (due === undefined || due === sum) return [];
    const hasLeaf = own.leaves.some((leaf) => leaf.currency === currency);
    const detail = `The statement has ${sum} units of ${currency} for this customer, who is owed ${due}.`;
    return [
      { kind: hasLeaf ? ('leaf_differs' as const) : ('leaf_missing' as const), currency, sum, due, detail },
    ];
  });
}

type InTree = Pick<OwnLeafCheck, 'own' | 'customer'> & {
  readonly statement: LiabilityStatement;
  readonly currency: string;
};

/** Adds the leaves of a currency, each of which must be in its tree and be listed only once. */
function sumInTree({ own, customer, statement, currency }: InTree): bigint | OwnLeafFinding {
  const tree = statement.trees.find((one) => one.currency === currency);
  const parts = new Set<number>();
  let sum = 0n;
  for (const leaf of own.leaves) {
    if (leaf.currency !== currency) continue;
    const amount = readSum(leaf.amount);
    const path = readPath(leaf.path);
    const commitment = ownCommitment(own, { customer, number: statement.number, currency, part: leaf.part });
    const root =
      amount === undefined || path === undefined ? undefined : rootOfPath(leafNode(commitment, amount), path);
    if (
      amount === undefined ||
      root === undefined ||
      root.hash !== tree?.root ||
      root.sum !== tree.sum ||
      parts.has(leaf.part)
    ) {
      const detail = `Leaf ${leaf.part} of ${currency} is not in the tree of the statement.`;
      return { kind: 'leaf_missing', currency, detail };
    }
    parts.add(leaf.part);
    sum += amount;
  }
  return sum;
}

function readPath(path: OwnLiability['leaves'][number]['path']): readonly PathStep[] | undefined {
  const steps: PathStep[] = [];
  for (const { side, hash, sum: text } of path) {
    const sum = readSum(text);
    if (sum === undefined || !isHash(hash) || (side !== 'left' && side !== 'right')) return undefined;
    steps.push({ side, hash, sum });
  }
  return steps;
}

type Opened = {
  readonly customer: string;
  readonly number: number;
  readonly currency: string;
  readonly part: number;
};

/** SHA-256 over the leaf's salt and an opening that names customer, statement, journal, currency and part. */
function ownCommitment(
  { salt, seq }: Pick<OwnLiability, 'salt' | 'seq'>,
  { customer, number, currency, part }: Opened,
): string {
  const leafSalt = sha256
    .create()
    .update(hexToBytes(salt))
    .update(utf8ToBytes(`${currency}|${part}`))
    .digest();
  const opening = `candor-liability-v1|${number}|${customer}|${seq}|${currency}|${part}`;
  return bytesToHex(sha256.create().update(leafSalt).update(utf8ToBytes(opening)).digest());
}
