/** Appends to the transparency log the new entries of its sources, and signs the root over them, all in one transaction. */
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { checkpointText, signedNote } from './note.ts';
import { grow, leafHash, rootOfEdge, sizeOf } from './tree.ts';
import type { Edge, Tile } from './tree.ts';

/** The maximum number of entries of each source that are appended together. */
const ENTRIES_AT_ONCE = 5000;
/**
 * If a source takes longer, it is aborted and the others continue (`tlog_append`). Receipts must be in the log within ten
 * seconds.
 */
const APPEND_MS = 4000;

export type LogSigner = {
  /** The log's origin, which is also its key's name. */
  readonly name: string;
  readonly publicKey: Uint8Array;
  sign(text: string): Uint8Array;
  /** The previous key, which also signs for a while after a change. */
  readonly before?: Pick<LogSigner, 'publicKey' | 'sign'>;
};

type TileRow = { level: number; number: string; hashes: Buffer };
type Connection = Pick<Pool, 'query'>;

/**
 * Appends entries. Returns the new size, or undefined if there was nothing to append. Unless it appends from all sources, it
 * appends from those whose turn it is (`tlog_source.every`).
 */
export async function appendToLog(
  pool: Pool,
  signer: LogSigner,
  nowMs: number,
  fromAll = true,
): Promise<number | undefined> {
  return inTransaction(pool, async (connection) => {
    await connection.query(`set local statement_timeout = ${APPEND_MS}`);
    const { rows } = await connection.query<{ index: string; entry: string }>(
      'select index, entry from tlog_append($1, $2)',
      [ENTRIES_AT_ONCE, fromAll],
    );
    await connection.query('set local statement_timeout = default');
    if (rows.length === 0) return undefined;
    const before = await readEdge(connection);
    if (sizeOf(before) !== Number(rows[0]?.index)) {
      throw new Error(`expected tiles of ${rows[0]?.index} entries, found those of ${sizeOf(before)}`);
    }
    const { changed, edge } = grow(
      before,
      rows.map(({ entry }) => leafHash(entry)),
    );
    await storeTiles(connection, changed);
    const size = sizeOf(edge);
    const root = rootOfEdge(edge);
    const note = signedNote(checkpointText(signer.name, size, root), signer);
    await connection.query(
      'insert into tlog_checkpoint (size, root, time_ms, note) values ($1, $2, $3, $4)',
      [size, root, nowMs, note],
    );
    return size;
  });
}

/** Reads the last tile of each level. A full tile is followed by an empty one. */
async function readEdge(connection: Connection): Promise<Edge> {
  const { rows } = await connection.query<TileRow>(
    `select l.level, t.number, t.hashes from generate_series(0, 7) as l (level)
      cross join lateral (select * from tlog_tile where level = l.level order by number desc limit 1) t`,
  );
  const edge = new Map<number, Tile>();
  for (const { level, number, hashes } of rows) {
    const isFull = hashes.length === 8192;
    edge.set(level, {
      level,
      number: Number(number) + Number(isFull),
      hashes: isFull ? Buffer.alloc(0) : hashes,
    });
  }
  return edge;
}

async function storeTiles(connection: Connection, tiles: readonly Tile[]): Promise<void> {
  await connection.query(
    `insert into tlog_tile (level, number, hashes)
      select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])
      on conflict (level, number) do update set hashes = excluded.hashes`,
    [tiles.map(({ level }) => level), tiles.map(({ number }) => number), tiles.map(({ hashes }) => hashes)],
  );
}
