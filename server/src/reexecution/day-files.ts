/** The files of an exported day: one JSON value per line, compressed with gzip. docs/re-execution.md describes the lines. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

export const DAY_FORMAT = 'candor-day-v1';
export const DAY_FILES = ['records', 'journals', 'openings', 'closings', 'tape', 'terms', 'log'] as const;
export type DayFile = (typeof DAY_FILES)[number];

/** The content of `day.json`. */
export type DayManifest = {
  readonly format: typeof DAY_FORMAT;
  readonly day: string;
  /** The start and the end by the market clock, in milliseconds. */
  readonly from_ms: number;
  readonly until_ms: number;
  /** How many times faster than the wall clock the market clock runs. */
  readonly clock_speed: number;
  readonly files: Readonly<Record<DayFile, { readonly lines: number; readonly sha256: string }>>;
};

/** A line of `records`. If a record in the same minute of the log belongs to another day, only its hash (hex) is included. */
export type RecordLine = {
  readonly number: string;
  readonly at_ms: number;
  readonly market_ms: number;
  /** Base64; absent if the record belongs to another day. */
  readonly packed?: string;
  readonly hash?: string;
};

export type TermsLine =
  | {
      readonly subject: string;
      readonly version: number;
      readonly effective_ms: string;
      readonly body: string;
      readonly proposal: string;
    }
  | { readonly usual: string; readonly body: Readonly<Record<string, string | boolean>> };

/** A line of `log`: an entry of the transparency log, with its index. */
export type LogLine = { readonly index: string; readonly entry: string };

const pathOf = (folder: string, file: DayFile): string => join(folder, `${file}.jsonl.gz`);

/** Writes one line for each value, and returns the number of lines and the hash of the compressed file. */
export async function writeLines(
  folder: string,
  file: DayFile,
  values: AsyncIterable<unknown> | Iterable<unknown>,
): Promise<{ lines: number; sha256: string }> {
  let lines = 0;
  const hash = createHash('sha256');
  async function* texts(): AsyncGenerator<string> {
    for await (const value of values) {
      lines += 1;
      yield `${JSON.stringify(value)}\n`;
    }
  }
  const hashing = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(undefined, chunk);
    },
  });
  await pipeline(
    Readable.from(texts()),
    createGzip({ level: 5 }),
    hashing,
    createWriteStream(pathOf(folder, file), { mode: 0o600 }),
  );
  return { lines, sha256: hash.digest('hex') };
}

/** Reads the lines of a file. Throws if a line is not JSON. */
export async function* readLines<Line>(folder: string, file: DayFile): AsyncGenerator<Line> {
  const input = createReadStream(pathOf(folder, file)).pipe(createGunzip());
  for await (const line of createInterface({ input, crlfDelay: Infinity })) yield JSON.parse(line) as Line;
}

/** Reads the manifest. Throws if the folder contains no exported day. */
export async function readManifest(folder: string): Promise<DayManifest> {
  const manifest = JSON.parse(await readFile(join(folder, 'day.json'), 'utf8')) as DayManifest;
  if (manifest.format !== DAY_FORMAT)
    throw new Error(`expected an export in the format ${DAY_FORMAT}, found ${manifest.format}`);
  return manifest;
}

export async function fileHash(folder: string, file: DayFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(pathOf(folder, file))) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
