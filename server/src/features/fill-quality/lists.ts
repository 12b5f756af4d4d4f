/** Reads the public list of fills: whole lists by ledger root, and a customer's own lines. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { cursorOf } from '../../calls/paging.ts';
import type { Pool } from '../../db/pool.ts';
import { limits } from './limits.ts';

type Lists = CallOutput<'GET transparency/fills'>;
type OwnFills = CallOutput<'GET transparency/own_fills'>;

/** The count is the third field of an entry `candor-fills-v1|<root>|<count>|<hash>`. */
const countOf = (entry: string): number => Number(entry.split('|')[2]);

/** Reads the lists of the ledger roots from a number on. A root's list is never split, so that its hash can be compared. */
export async function readLists(pool: Pool, fromRoot: string): Promise<Lists> {
  const entries = await pool.query<{ root: string; entry: string }>({
    name: 'fill-lists',
    text: `select position as root, entry from tlog_entry
      where kind = 'fills' and key = '' and position >= $1 order by position limit $2`,
    values: [fromRoot, limits.rootsPage + 1],
  });
  const shown: { root: number; entry: string; lines: string[] }[] = [];
  let lines = 0;
  for (const { root, entry } of entries.rows.slice(0, limits.rootsPage)) {
    if (lines > 0 && lines + countOf(entry) > limits.linesPage) break;
    lines += countOf(entry);
    shown.push({ root: Number(root), entry, lines: [] });
  }
  const last = shown.at(-1);
  if (last !== undefined && lines > 0) {
    const found = await pool.query<{ root: string; line: string }>({
      name: 'fill-lines',
      text: `select root, line from public_fill where root >= $1 and root <= $2 order by root, number`,
      values: [shown[0]?.root, last.root],
    });
    const byRoot = new Map(shown.map((list) => [list.root, list.lines]));
    for (const { root, line } of found.rows) byRoot.get(Number(root))?.push(line);
  }
  const next = entries.rows[shown.length];
  return { lists: shown, next_root: next === undefined ? null : Number(next.root) };
}

export type OwnPlace = { readonly root: bigint; readonly number: bigint };

/** Reads a customer's own lines, newest first, with the salts and texts that open their hashes. */
export async function readOwnFills(
  pool: Pool,
  customer: bigint,
  before: OwnPlace | undefined,
): Promise<OwnFills> {
  const { rows } = await pool.query<{
    root: string;
    number: number;
    line: string;
    salt: Buffer;
    opening: string;
  }>({
    name: 'own-fills',
    text: `select root, number, line, salt, opening from public_fill
      where book = $1 and ($2::bigint is null or (root, number) < ($2, $3::int)) order by root desc, number desc limit $4`,
    values: [customer, before?.root ?? null, before?.number ?? null, limits.ownPage + 1],
  });
  const shown = rows.slice(0, limits.ownPage);
  const last = shown.at(-1);
  return {
    fills: shown.map(({ root, line, salt, opening }) => ({
      ...{ root: Number(root), line, opening, salt: salt.toString('hex') },
    })),
    next:
      rows.length > limits.ownPage && last !== undefined
        ? cursorOf(BigInt(last.root), BigInt(last.number))
        : null,
  };
}
