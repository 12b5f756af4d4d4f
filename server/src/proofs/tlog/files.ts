/**
 * The log's static files (c2sp.org/tlog-tiles), read from the database: its checkpoint, tiles and bundles of entries. Nothing is
 * served before enough witnesses have cosigned a checkpoint over it.
 */
import type { Pool } from '../../db/pool.ts';
import { readAppPage } from './app-page.ts';
import { HASH_BYTES, TILE_WIDTH } from './tree.ts';

export type LogFile = { readonly body: Buffer; readonly type: string; readonly isImmutable: boolean };

const MANIFEST_PATH = /^app\/([0-9a-f]{64})$/;
const TILE_PATH = /^tile\/(entries|[0-7])\/((?:x\d{3}\/){0,3}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;
const TEXT = 'text/plain; charset=utf-8';
const HTML = 'text/html; charset=utf-8';

/** Returns the file at a path under `/log/`, or undefined if there is none. */
export async function readLogFile(pool: Pool, path: string, quorum: number): Promise<LogFile | undefined> {
  if (path === 'checkpoint') return readCheckpointFile(pool, quorum);
  if (path === 'app.html') {
    const page = await readAppPage(pool);
    return page === undefined ? undefined : { body: Buffer.from(page), type: HTML, isImmutable: false };
  }
  const manifest = MANIFEST_PATH.exec(path)?.[1];
  if (manifest !== undefined) return readManifest(pool, manifest);
  const [, level, place = '', partial] = TILE_PATH.exec(path) ?? [];
  const number = Number(place.replaceAll(/[x/]/g, ''));
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  const isOfTree =
    level !== undefined && isCanonical(place) && width <= TILE_WIDTH - Number(partial !== undefined);
  if (!isOfTree) return undefined;
  const unit = level === 'entries' ? 1 : TILE_WIDTH ** Number(level);
  if ((number * TILE_WIDTH + width) * unit > (await servedSize(pool, quorum))) return undefined;
  const body =
    level === 'entries'
      ? await readBundle(pool, number, width)
      : await readTile(pool, { level: Number(level), number, width });
  return body && { body, type: 'application/octet-stream', isImmutable: true };
}

/** Whether a number is written canonically, without leading groups of zeros, so that each has only one path. */
const isCanonical = (place: string): boolean => !place.startsWith('x000');

/**
 * Returns the number of entries of the newest checkpoint that enough of the current witnesses have cosigned, or 0 if there is
 * none.
 */
async function servedSize(pool: Pool, quorum: number): Promise<number> {
  const { rows } = await pool.query<{ size: string }>(
    quorum === 0
      ? { name: 'tlog_size', text: 'select size from tlog_checkpoint order by size desc limit 1' }
      : {
          name: 'tlog_cosigned_size',
          text: `select s.size from tlog_cosignature s where exists (select from tlog_witness w where w.name = s.witness)
            group by s.size having count(distinct s.witness) >= $1 order by s.size desc limit 1`,
          values: [quorum],
        },
  );
  return Number(rows[0]?.size ?? 0);
}

async function readCheckpointFile(pool: Pool, quorum: number): Promise<LogFile | undefined> {
  const size = await servedSize(pool, quorum);
  const { rows } = await pool.query<{ note: string }>({
    name: 'tlog_checkpoint',
    text: `select c.note || coalesce((select string_agg(n.line || e'\\n', '' order by n.witness) from (
          select distinct on (s.witness) s.witness, s.line from tlog_cosignature s
          where s.size = c.size and exists (select from tlog_witness w where w.name = s.witness)
          order by s.witness, s.seconds desc) n), '') as note
        from tlog_checkpoint c where c.size = $1`,
    values: [size],
  });
  const note = rows[0]?.note;
  return note === undefined ? undefined : { body: Buffer.from(note), type: TEXT, isImmutable: false };
}

async function readManifest(pool: Pool, hash: string): Promise<LogFile | undefined> {
  const { rows } = await pool.query<{ text: string }>(
    'select text from tlog_manifest where hash = $1 order by number desc limit 1',
    [Buffer.from(hash, 'hex')],
  );
  const text = rows[0]?.text;
  return text === undefined ? undefined : { body: Buffer.from(text), type: TEXT, isImmutable: true };
}

async function readTile(
  pool: Pool,
  { level, number, width }: { readonly level: number; readonly number: number; readonly width: number },
): Promise<Buffer | undefined> {
  const { rows } = await pool.query<{ hashes: Buffer }>({
    name: 'tlog_tile',
    text: `select substr(hashes, 1, $3) as hashes from tlog_tile
      where level = $1 and number = $2 and octet_length(hashes) >= $3`,
    values: [level, number, width * HASH_BYTES],
  });
  return rows[0]?.hashes;
}

async function readBundle(pool: Pool, number: number, width: number): Promise<Buffer | undefined> {
  const first = number * TILE_WIDTH;
  const { rows } = await pool.query<{ entry: string }>({
    name: 'tlog_bundle',
    text: 'select entry from tlog_entry where index >= $1 and index < $2 order by index',
    values: [first, first + width],
  });
  return Buffer.concat(rows.flatMap(({ entry }) => withLength(Buffer.from(entry))));
}

function withLength(entry: Buffer): readonly Buffer[] {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(entry.length);
  return [length, entry];
}
