/**
 * Recomputes a statement of liabilities from its public leaves: every root and every sum, and the prices that it names. A tree
 * that is too large for one round is recomputed from the roots of its tiles, and some of the tiles.
 */
import { mayBePruned, saysPruned } from '../liabilities/pruning.ts';
import { readStatement, sumsOf } from '../liabilities/statement.ts';
import type { LiabilityStatement, LiabilityTree, StatementPrice } from '../liabilities/statement.ts';
import { hashOf, leafNode, readSum, rootAbove } from '../liabilities/tree.ts';
import type { SumNode } from '../liabilities/tree.ts';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import type { ReadTape } from './check-tape.ts';
import type { Logged, LoggedLiabilities } from './logged.ts';

export type LiabilitiesSource = {
  readonly file: (path: string) => Promise<Uint8Array>;
  readonly tape: ReadTape;
  /** Returns a number from 0 to below the given one, which the platform cannot foresee. */
  readonly random: (below: number) => number;
  readonly nowMs: () => number;
  /** The logged statement before the checked one, if there is one. */
  readonly before?: Pick<LoggedLiabilities, 'number' | 'asOfMs'> | undefined;
  /** An entry of the tape that certainly existed when the statement was made. */
  readonly statedAfter: (symbol: string) => number;
};

const TILE_LEAVES = 256;
const TILES_MAX = 64;
const LEAF = /^([0-9a-f]{64})\|(.+)$/;
const NEGATIVE = /(?:^|[|=])-\d/m;

/**
 * Compares a logged statement with the files that the platform serves. Returns `found` with the alarms; alarms about
 * files already received are kept even if another file can't be read.
 */
export async function checkLiabilities(
  source: LiabilitiesSource,
  logged: LoggedLiabilities,
  found: Alarm[] = [],
): Promise<readonly Alarm[]> {
  const { number } = logged;
  const text = await textAt(source, `${number}`);
  const statement = readStatement(text);
  if (NEGATIVE.test(text) || NEGATIVE.test(logged.sums)) {
    found.push(alarm('liabilities_negative', `Statement ${number} has a negative amount.`, text));
    return found;
  }
  const isLogged =
    statement !== undefined &&
    hashOf(text) === logged.root &&
    statement.number === number &&
    statement.asOfMs === logged.asOfMs &&
    sumsOf(statement) === logged.sums &&
    statement.trees.reduce((sum, { leaves }) => sum + leaves, 0) === logged.leaves;
  if (!isLogged) {
    const detail = `Statement ${number} is not the one in the log.`;
    found.push(alarm('liabilities_differ', detail, text, logged.root));
    return found;
  }
  await checkPrices(source, statement, found);
  for (const tree of statement.trees) found.push(...(await checkTree(source, statement, tree)));
  return found;
}

/** Checks the logged statement at a place of the list, if there is one. */
export async function checkStatementAt(
  source: Omit<LiabilitiesSource, 'before' | 'statedAfter'>,
  { logged, at }: { readonly logged: Logged; readonly at: number },
  found: Alarm[],
): Promise<void> {
  const one = logged.liabilities[at];
  if (one === undefined) return;
  const statedAfter = (symbol: string): number => logged.statedAfter(one.number, symbol);
  await checkLiabilities({ ...source, before: logged.liabilities[at - 1], statedAfter }, one, found);
}

async function checkTree(
  source: LiabilitiesSource,
  statement: LiabilityStatement,
  tree: LiabilityTree,
): Promise<readonly Alarm[]> {
  const { number } = statement;
  const { currency, leaves } = tree;
  const text = await textAt(source, `${number}/${currency}/tiles`);
  if (saysPruned(text, number)) return prunedEarly(source, statement, text);
  if (NEGATIVE.test(text))
    return [alarm('liabilities_negative', `Statement ${number}: a tile of ${currency} is negative.`, text)];
  const tiles = readLines(text, (hash, sum) => ({ hash, sum }));
  const root = tiles && rootAbove(tiles);
  const isWhole = tiles?.length === Math.ceil(leaves / TILE_LEAVES);
  if (root?.hash !== tree.root || root.sum !== tree.sum || !isWhole) {
    return [
      alarm(
        'liabilities_differ',
        `Statement ${number}: the tiles of ${currency} do not lead to its root.`,
        text,
      ),
    ];
  }
  let last = '';
  for (const place of placesOf(source, tiles.length)) {
    const body = await textAt(source, `${number}/${currency}/${place}`);
    // The statement was pruned while it was being read.
    if (saysPruned(body, number)) return prunedEarly(source, statement, body);
    const size = place < tiles.length - 1 ? TILE_LEAVES : leaves - place * TILE_LEAVES;
    const problem = tileViolation(body, { tile: tiles[place] as SumNode, size });
    const first = body.slice(0, 64);
    if (problem !== undefined || first <= last) {
      const kind = problem === 'negative' ? 'liabilities_negative' : 'liabilities_differ';
      const detail = `Statement ${number}: tile ${place} of ${currency} ${problem === 'negative' ? 'has a negative amount' : 'does not lead to its root'}.`;
      return [alarm(kind, detail, body)];
    }
    last = body.split('\n').at(-2)?.slice(0, 64) ?? '';
  }
  return [];
}

/** Without its leaves a statement can't be recomputed, so it must be old. */
function prunedEarly(
  { before, nowMs }: LiabilitiesSource,
  statement: LiabilityStatement,
  text: string,
): readonly Alarm[] {
  if (mayBePruned(statement, before, nowMs())) return [];
  const detail = `Statement ${statement.number}: its leaves were deleted, although it must be kept whole.`;
  return [alarm('liabilities_differ', detail, text)];
}

/** All tiles in order, or the given number at random places. */
function placesOf({ random }: LiabilitiesSource, count: number): readonly number[] {
  if (count <= TILES_MAX) return [...Array.from({ length: count }).keys()];
  const places = new Set<number>();
  while (places.size < TILES_MAX) places.add(random(count));
  return [...places].toSorted((one, other) => one - other);
}

function tileViolation(
  body: string,
  { tile, size }: { readonly tile: SumNode; readonly size: number },
): 'negative' | 'differs' | undefined {
  if (NEGATIVE.test(body)) return 'negative';
  let last = '';
  let isOrdered = true;
  const leaves = readLines(body, (commitment, amount) => {
    isOrdered &&= commitment > last;
    last = commitment;
    return leafNode(commitment, amount);
  });
  const root = leaves && rootAbove(leaves);
  const isRight = root?.hash === tile.hash && root.sum === tile.sum && leaves?.length === size && isOrdered;
  return isRight ? undefined : 'differs';
}

function readLines(
  text: string,
  nodeOf: (hash: string, sum: bigint) => SumNode,
): readonly SumNode[] | undefined {
  const nodes: SumNode[] = [];
  for (const line of text.split('\n').slice(0, -1)) {
    const [, hash, amount] = LEAF.exec(line) ?? [];
    const sum = readSum(amount ?? '');
    if (hash === undefined || sum === undefined) return undefined;
    nodes.push(nodeOf(hash, sum));
  }
  return nodes;
}

/** Open positions are valued at the newest entries of the tapes, not at prices that the platform chooses. */
async function checkPrices(
  { tape, statedAfter }: LiabilitiesSource,
  { number, prices }: LiabilityStatement,
  found: Alarm[],
): Promise<void> {
  for (const price of prices) {
    const [entry] = await tape(price.symbol, price.seq, 1);
    const isOfTape = entry !== undefined && isPriceOf(price, entry);
    const past = statedAfter(price.symbol);
    if (isOfTape && price.seq >= past) continue;
    const why = isOfTape
      ? `at entry ${price.seq} of its tape, although entry ${past} was in the log`
      : `at prices that are not those of entry ${price.seq} of its tape`;
    const detail = `Statement ${number} values ${price.symbol} ${why}.`;
    found.push(alarm('liabilities_differ', detail, JSON.stringify(price), JSON.stringify(entry ?? null)));
  }
}

function isPriceOf({ seq, bid, ask }: StatementPrice, entry: Awaited<ReturnType<ReadTape>>[number]): boolean {
  return entry.seq === seq && entry.bid === bid && entry.ask === ask;
}

async function textAt({ file }: LiabilitiesSource, path: string): Promise<string> {
  return new TextDecoder().decode(await file(`/log/liabilities/${path}`));
}
