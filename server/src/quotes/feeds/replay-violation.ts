/**
 * Checks the files of `--replay-file` before the database is started. An error that was reported only later would look like a
 * failure of the program.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { catalogue, instrumentOf } from '../catalogue.ts';
import { filesOf, headerViolation } from './replay-file.ts';

/** Larger than the first line of any history file. */
const HEADER_BYTES_MAX = 1024;

export type ReplayFile = { readonly symbol: string; readonly path: string };

/** Returns a message to the operator about the first invalid file, or undefined if all are valid. */
export function replayViolation(files: readonly ReplayFile[]): string | undefined {
  const seen = new Set<string>();
  for (const { symbol, path } of files) {
    const option = `--replay-file ${symbol}=${path}`;
    const known = knownSymbol(symbol);
    if (known === undefined) return `${option}: there is no instrument ${symbol}; BTC/USDT is one.`;
    if (seen.has(known)) return `${option}: ${known} is named twice; one file a symbol.`;
    seen.add(known);
    const violation = filesOf(path)
      .map((file) => fileViolation(file, path))
      .find((found) => found !== undefined);
    if (violation !== undefined) return `${option}: ${violation}.`;
  }
  return undefined;
}

/** Returns the symbol in the catalogue's spelling. The input may omit the slash. */
export function knownSymbol(text: string): string | undefined {
  if (instrumentOf(text) !== undefined) return text;
  return catalogue.find(({ instrument }) => instrument.symbol.replace('/', '') === text)?.instrument.symbol;
}

function fileViolation(file: string, path: string): string | undefined {
  try {
    return headerViolation(firstLine(file), file, path !== file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return `there is no file ${file}`;
    if (code === 'EISDIR') return `${file} is a folder`;
    if (code === 'EACCES') return `${file} may not be read by this user`;
    return `${file} cannot be read (${message})`;
  }
}

function firstLine(file: string): string {
  const opened = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(HEADER_BYTES_MAX);
    const text = bytes.toString('utf8', 0, readSync(opened, bytes));
    return text.split(/\r?\n/, 1)[0] ?? '';
  } finally {
    closeSync(opened);
  }
}
