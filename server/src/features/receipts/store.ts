/** Queries for receipts. An order's batch is read to rebuild the order's path to the signed root. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { leafTexts } from '../../commands/leaves.ts';
import { batchText, pathIn, treeOf } from '../../commands/receipts.ts';
import type { ReceiptTree } from '../../commands/receipts.ts';
import type { Pool } from '../../db/pool.ts';

/** Signed orders per answer. */
export const PAGE = 50;

type Cursor = { readonly batch: string; readonly place: string };
type Order = CallOutput<'GET receipts/orders'>['items'][number];
type BatchRow = {
  number: string;
  at_ms: string;
  accepted_ms: string;
  heads: string;
  leaves: Buffer;
  root: Buffer;
  signature: Buffer;
  index: string | null;
};

const INDEX = `(select e.index from tlog_entry e where e.kind = 'receipts' and e.key = '' and e.position = b.number) as index`;

/** Parses the position at which a list continues: after the order at this place in this batch. */
export function readCursor(text: string): Cursor | undefined {
  const [, batch, place] = /^(\d{1,18})\.(\d{1,4})$/.exec(text) ?? [];
  return batch === undefined || place === undefined ? undefined : { batch, place };
}

/** Returns a page of the customer's signed orders, newest first, with one row more if the list continues. */
export async function readOrders(
  pool: Pool,
  customer: bigint,
  after: Cursor | undefined,
): Promise<readonly { readonly view: Order; readonly cursor: string }[]> {
  const { rows } = await pool.query<{
    batch: string;
    place: number;
    text: string;
    body: string;
    device_key: Buffer;
    signature: Buffer;
  }>(
    `select batch, place, text, body, device_key, signature from signed_order
      where book = $1 and ($2::bigint is null or (batch, place) < ($2, $3::smallint))
      order by batch desc, place desc limit $4`,
    [customer, after?.batch ?? null, after?.place ?? null, PAGE + 1],
  );
  const batches = await readBatches(pool, [...new Set(rows.map(({ batch }) => batch))]);
  return rows.flatMap(({ batch: number, place, ...row }) => {
    const batch = batches.get(number);
    if (batch === undefined) return [];
    const { leaves, tree, text, signature, index } = batch;
    const receipt = { text, signature, leaf: leaves[place] ?? '', place, path: [...pathIn(tree, place)] };
    const view = {
      ...{ text: row.text, body: row.body, device_key: hex(row.device_key), signature: hex(row.signature) },
      ...{ receipt, index },
    };
    return [{ view, cursor: `${number}.${place}` }];
  });
}

type Batch = {
  readonly leaves: readonly string[];
  readonly tree: ReceiptTree;
  readonly text: string;
  readonly signature: string;
  readonly index: number | null;
};

async function readBatches(pool: Pool, numbers: readonly string[]): Promise<ReadonlyMap<string, Batch>> {
  const { rows } = await pool.query<BatchRow>(
    `select b.number, b.at_ms, b.accepted_ms, b.heads, b.leaves, b.root, b.signature, ${INDEX} from receipt_batch b where b.number = any($1::bigint[])`,
    [numbers],
  );
  return new Map(
    rows.map((row) => {
      const leaves = leafTexts({ ...row, acceptedMs: row.accepted_ms });
      const { number, root, signature, at_ms: atMs } = row;
      const text = batchText({ number, atMs, count: leaves.length, root });
      return [number, { leaves, tree: treeOf(leaves), text, signature: hex(signature), index: indexOf(row) }];
    }),
  );
}

/** Returns the text of a batch, and its position in the transparency log. */
export async function readBatch(
  pool: Pool,
  number: string,
): Promise<CallOutput<'GET receipts/batch'> | undefined> {
  const batch = (await readBatches(pool, [number])).get(number);
  return batch && { text: batch.text, index: batch.index };
}

const indexOf = ({ index }: BatchRow): number | null => (index === null ? null : Number(index));
const hex = (bytes: Buffer): string => bytes.toString('hex');
