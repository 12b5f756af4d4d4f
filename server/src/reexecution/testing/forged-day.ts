/** Test helper: copies of an exported day as forged by an owner who edited the database and exported it again. */
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rulebook } from '../../app/gathering.ts';
import { pack, unpack } from '../../commands/batch-record.ts';
import type { BatchRecord } from '../../commands/batch-record.ts';
import type { Pool } from '../../db/pool.ts';
import { DAY_FILES, readLines, readManifest, writeLines } from '../day-files.ts';
import type { DayFile, RecordLine } from '../day-files.ts';
import { exportDay } from '../export-day.ts';
import { reexecute } from '../reexecute.ts';

/** Exports the market's current day. */
export async function exportToday(pool: Pool, folder: string): Promise<string> {
  const { rows } = await pool.query<{ day: string }>(
    `select to_char(to_timestamp(market_now_ms() / 1000) at time zone 'UTC', 'YYYY-MM-DD') as day`,
  );
  await exportDay(pool, rows[0]?.day ?? '', folder);
  return folder;
}

export async function linesOf<Line>(folder: string, file: DayFile): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of readLines<Line>(folder, file)) lines.push(line);
  return lines;
}

/** Copies an export and changes one file. */
export async function forgedDay<Line>(
  { honest, name }: { readonly honest: string; readonly name: string },
  file: DayFile,
  change: (lines: Line[]) => Line[],
): Promise<string> {
  const folder = join(honest, '..', name);
  await cp(honest, folder, { recursive: true });
  await rewrite(folder, file, change);
  return folder;
}

export async function rewrite<Line>(
  folder: string,
  file: DayFile,
  change: (lines: Line[]) => Line[],
): Promise<void> {
  const written = await writeLines(folder, file, change(await linesOf<Line>(folder, file)));
  const manifest = await readManifest(folder);
  const files = { ...manifest.files, [file]: written };
  await writeFile(join(folder, 'day.json'), JSON.stringify({ ...manifest, files }));
}

/** Edits the first suitable line. Throws if there is none. */
export function editFirst<Line>(
  lines: Line[],
  is: (line: Line) => boolean,
  edit: (line: Line) => Line,
): Line[] {
  const at = lines.findIndex(is);
  if (at === -1) throw new Error('expected a line to edit, found none');
  return lines.map((line, index) => (index === at ? edit(line) : line));
}

export function jsonOf({ packed }: RecordLine): string {
  return packed === undefined ? '' : unpack(Buffer.from(packed, 'base64'));
}

/** Changes the first record to which `edit` applies, and its hash accordingly. */
export function editRecord(lines: RecordLine[], edit: (json: string) => string): RecordLine[] {
  return editFirst(
    lines,
    (line) => line.packed !== undefined && edit(jsonOf(line)) !== jsonOf(line),
    (line) => ({
      ...line,
      packed: pack(JSON.parse(edit(jsonOf(line))) as BatchRecord).toString('base64'),
    }),
  );
}

export async function kindsOf(folder: string): Promise<string[]> {
  const { differences } = await reexecute(folder, rulebook);
  return [...differences.counts().keys()].toSorted();
}

/** Returns all lines of an export as text, with the records unpacked. */
export async function textsOf(folder: string): Promise<string[]> {
  const texts = await Promise.all(
    DAY_FILES.map(async (file) => {
      const lines = await linesOf<RecordLine>(folder, file);
      return lines.map((line) => `${JSON.stringify(line)} ${file === 'records' ? jsonOf(line) : ''}`);
    }),
  );
  return texts.flat();
}
