/** The log's static files (c2sp.org/tlog-tiles), read from the database: its checkpoint, tiles and bundles of entries. */
import type { Pool } from '../db/pool.ts';
import { HASH_BYTES, TILE_WIDTH } from './tree.ts';

export type LogFile = { readonly body: Buffer; readonly type: string; readonly isImmutable: boolean };

const MANIFEST_PATH = /^app\/([0-9a-f]{64})$/;
const TILE_PATH = /^tile\/(entries|[0-7])\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** The file at a path below `/log/`; undefined if there is none. */
export async function readLogFile(pool: Pool, path: string, quorum: number): Promise<LogFile | undefined> {
  if (path === 'checkpoint') return readCheckpointFile(pool, quorum);
  const manifest = MANIFEST_PATH.exec(path)?.[1];
  if (manifest !== undefined) return readManifest(pool, manifest);
  const [, level, place = '', partial] = TILE_PATH.exec(path) ?? [];
  const number = Number(place.replaceAll(/[x/]/g, ''));
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  if (level === undefined || !isCanonical(place) || width > TILE_WIDTH - Number(partial !== undefined))
    return undefined;
  const body =
    level === 'entries'
      ? await readBundle(pool, number, width)
      : await readTile(pool, Number(level), number, width);
  return body && { body, type: 'application/octet-stream', isImmutable: true };
}

/** A number has one path only: no group of zeros in front. */
const isCanonical = (place: string): boolean => !place.startsWith('x000');

/** The newest checkpoint that enough witnesses cosigned. */
async function readCheckpointFile(pool: Pool, quorum: number): Promise<LogFile | undefined> {
  const { rows } = await pool.query<{ note: string }>({
    name: 'tlog_checkpoint_newest',
    text: `select c.note || coalesce((select string_agg(s.line || e'\\n', '' order by s.witness) from tlog_cosignature s
          where s.size = c.size), '') as note
        from tlog_checkpoint c where $1 <= (select count(*) from tlog_cosignature s where s.size = c.size)
        order by c.size desc limit 1`,
    values: [quorum],
  });
  const note = rows[0]?.note;
  return note === undefined
    ? undefined
    : { body: Buffer.from(note), type: 'text/plain; charset=utf-8', isImmutable: false };
}

async function readManifest(pool: Pool, hash: string): Promise<LogFile | undefined> {
  const { rows } = await pool.query<{ text: string }>(
    'select text from tlog_manifest where hash = $1 order by number desc limit 1',
    [Buffer.from(hash, 'hex')],
  );
  const text = rows[0]?.text;
  return text === undefined
    ? undefined
    : { body: Buffer.from(text), type: 'text/plain; charset=utf-8', isImmutable: true };
}

async function readTile(
  pool: Pool,
  level: number,
  number: number,
  width: number,
): Promise<Buffer | undefined> {
  const { rows } = await pool.query<{ hashes: Buffer }>({
    name: 'tlog_tile',
    text: `select substr(hashes, 1, $3) as hashes from tlog_tile where level = $1 and number = $2 and octet_length(hashes) >= $3`,
    values: [level, number, width * HASH_BYTES],
  });
  return rows[0]?.hashes;
}

async function readBundle(pool: Pool, number: number, width: number): Promise<Buffer | undefined> {
  const first = number * TILE_WIDTH;
  const { rows } = await pool.query<{ entry: string }>({
    name: 'tlog_bundle',
    text: `select entry from tlog_entry where index >= $1 and index < $2
        and $2 <= (select size from tlog_checkpoint order by size desc limit 1) order by index`,
    values: [first, first + width],
  });
  if (rows.length < width) return undefined;
  return Buffer.concat(rows.flatMap(({ entry }) => withLength(Buffer.from(entry))));
}

function withLength(entry: Buffer): readonly Buffer[] {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(entry.length);
  return [length, entry];
}
