/** The public text of a statement of liabilities: a tree for each currency, and the prices that value open positions. */
import { isHash } from '../crypto.ts';
import { readSum } from './tree.ts';

export type LiabilityTree = {
  readonly currency: string;
  readonly leaves: number;
  readonly root: string;
  readonly sum: bigint;
};

export type StatementPrice = {
  readonly symbol: string;
  /** The tape's entry. */
  readonly seq: number;
  readonly bid: string;
  readonly ask: string;
};

export type LiabilityStatement = {
  readonly number: number;
  readonly asOfMs: number;
  readonly trees: readonly LiabilityTree[];
  readonly prices: readonly StatementPrice[];
};

const HEAD = /^candor-liability-statement-v1\|([1-9]\d{0,15})\|(\d{1,15})$/;
const TREE = /^currency\|([A-Z]{2,12})\|([1-9]\d{0,14})\|([0-9a-f]{64})\|(\d+)$/;
const PRICE = /^price\|([A-Z]{3,5}\/[A-Z]{3,5})\|([1-9]\d{0,14})\|([0-9.]+)\|([0-9.]+)$/;

/** Reads a statement; undefined if a line is malformed, or a currency or price repeats or is out of order. */
export function readStatement(text: string): LiabilityStatement | undefined {
  const lines = text.split('\n');
  const [, number, asOfMs] = HEAD.exec(lines[0] ?? '') ?? [];
  if (number === undefined || lines.pop() !== '') return undefined;
  const trees: LiabilityTree[] = [];
  const prices: StatementPrice[] = [];
  for (const line of lines.slice(1)) {
    const tree = prices.length === 0 ? readTree(line) : undefined;
    const price = tree === undefined ? readPrice(line) : undefined;
    if (tree !== undefined && tree.currency > (trees.at(-1)?.currency ?? '')) trees.push(tree);
    else if (price !== undefined && price.symbol > (prices.at(-1)?.symbol ?? '')) prices.push(price);
    else return undefined;
  }
  return { number: Number(number), asOfMs: Number(asOfMs), trees, prices };
}

function readTree(line: string): LiabilityTree | undefined {
  const [, currency, leaves, root, amount] = TREE.exec(line) ?? [];
  const sum = readSum(amount ?? '');
  if (currency === undefined || !isHash(root) || sum === undefined) return undefined;
  return { currency, leaves: Number(leaves), root, sum };
}

function readPrice(line: string): StatementPrice | undefined {
  const [, symbol, seq, bid, ask] = PRICE.exec(line) ?? [];
  if (symbol === undefined || bid === undefined || ask === undefined) return undefined;
  return { symbol, seq: Number(seq), bid, ask };
}

/** The sums as the log's entry has them, such as "BTC=150000000,USDT=2". */
export function sumsOf({ trees }: Pick<LiabilityStatement, 'trees'>): string {
  return trees.map(({ currency, sum }) => `${currency}=${sum}`).join(',');
}
