/** One customer's leaves in the newest statement, with the salt that opens them. Only that customer receives them. */
import { createHash } from 'node:crypto';
import type { Pool } from '../db/pool.ts';
import { leafNode, pathOf } from './tree.ts';
import type { PathStep, SumNode } from './tree.ts';

export type OwnLeaf = {
  readonly currency: string;
  readonly part: number;
  readonly amount: string;
  readonly path: readonly PathStep[];
};

export type OwnLiability = {
  /** The text of the statement. */
  readonly statement: string;
  readonly asOfMs: number;
  /** The index of the statement's entry in the log; undefined if it is not logged yet. */
  readonly index: number | undefined;
  readonly root: Buffer;
  /** The number of the customer's newest journal at that time; 0 if nothing was owed. */
  readonly seq: number;
  readonly salt: Buffer;
  readonly leaves: readonly OwnLeaf[];
  /** The amounts from which the leaves are computed. */
  readonly claims: readonly OwnClaim[];
};

export type OwnClaim = {
  readonly currency: string;
  readonly held: string;
  readonly staked: string;
  readonly profit: string;
  readonly owed: string;
  readonly income: string;
};

const PARTS = [0, 1];
/** The roots of the tiles of the newest statement, which every customer's path needs. */
export type TileRoots = Map<string, Promise<readonly SumNode[]>>;

type Newest = {
  readonly number: string;
  index: string | null;
  text: string;
  as_of_ms: string;
  root: Buffer;
  salt: Buffer;
};
type ClaimRow = OwnClaim & { readonly seq: string };

/** Returns undefined if there is no statement yet. */
export async function readOwnLiability(
  pool: Pool,
  customer: bigint,
  kept: TileRoots,
): Promise<OwnLiability | undefined> {
  const { rows } = await pool.query<Newest>(
    `select s.number, s.text, s.as_of_ms, s.root, liability_salt(s.number, $1) as salt,
        (select e.index from tlog_entry e where e.kind = 'liabilities' and e.key = '' and e.position = s.number) as index
      from liability_statement s order by s.number desc limit 1`,
    [customer],
  );
  const [newest] = rows;
  if (newest === undefined) return undefined;
  const found = await pool.query<ClaimRow>(
    `select c.currency, c.seq, c.held::text, c.staked::text, c.profit::text, c.owed::text, c.income::text
      from liability_claim c where c.statement = $1 and c.book = $2 order by c.currency`,
    [newest.number, customer],
  );
  const index = newest.index === null ? undefined : Number(newest.index);
  const leaves: OwnLeaf[] = [];
  for (const { currency, seq } of found.rows) {
    for (const part of PARTS) {
      const commitment = commitmentOf(newest, { customer, seq, currency, part });
      const leaf = await readLeaf(pool, { statement: newest.number, currency, commitment }, kept);
      if (leaf !== undefined) leaves.push({ currency, part, ...leaf });
    }
  }
  return {
    ...{
      statement: newest.text,
      asOfMs: Number(newest.as_of_ms),
      index,
      root: newest.root,
      salt: newest.salt,
    },
    ...{
      seq: Number(found.rows[0]?.seq ?? 0),
      leaves,
      claims: found.rows.map(({ seq: _, ...claim }) => claim),
    },
  };
}

type Opened = {
  readonly customer: bigint;
  readonly seq: string;
  readonly currency: string;
  readonly part: number;
};

function commitmentOf({ number, salt }: Newest, { customer, seq, currency, part }: Opened): string {
  const leafSalt = createHash('sha256').update(salt).update(`${currency}|${part}`).digest();
  const opening = `candor-liability-v1|${number}|${customer}|${seq}|${currency}|${part}`;
  return createHash('sha256').update(leafSalt).update(opening).digest('hex');
}

type Placed = { readonly statement: string; readonly currency: string; readonly commitment: string };

/** Returns a leaf's amount and path, or undefined if the leaf isn't in the tree. */
async function readLeaf(pool: Pool, { statement, currency, commitment }: Placed, kept: TileRoots) {
  const { rows } = await pool.query<{ number: number; leaves: string }>(
    `select t.number, t.leaves from liability_tile t
      where t.statement = $1 and t.currency = $2 and t.first <= $3 order by t.first desc limit 1`,
    [statement, currency, Buffer.from(commitment, 'hex')],
  );
  const [tile] = rows;
  if (tile === undefined) return undefined;
  const lines = tile.leaves.split('\n').slice(0, -1);
  const place = lines.findIndex((line) => line.startsWith(`${commitment}|`));
  const amount = lines[place]?.slice(commitment.length + 1);
  if (amount === undefined) return undefined;
  const nodes = lines.map((line) => leafNode(line.slice(0, 64), line.slice(65)));
  const roots = await rootsOf(pool, { statement, currency }, kept);
  return { amount, path: [...pathOf(nodes, place), ...pathOf(roots, tile.number)] };
}

function rootsOf(
  pool: Pool,
  { statement, currency }: Pick<Placed, 'statement' | 'currency'>,
  kept: TileRoots,
): Promise<readonly SumNode[]> {
  const key = `${statement} ${currency}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  for (const old of kept.keys()) if (!old.startsWith(`${statement} `)) kept.delete(old);
  const read = pool
    .query<SumNode>(
      `select encode(t.hash, 'hex') as hash, t.sum::text as sum from liability_tile t
        where t.statement = $1 and t.currency = $2 order by t.number`,
      [statement, currency],
    )
    .then(({ rows }) => rows);
  kept.set(key, read);
  read.catch(() => kept.delete(key));
  return read;
}
