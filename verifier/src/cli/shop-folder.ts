/** A shopper's folder: the login of its account, its notebook, and a file for each document that proves a trade. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '../shop/prove-trades.ts';
import { emptyNotebook } from '../shop/notebook.ts';
import type { Notebook } from '../shop/notebook.ts';
import type { Login } from './shop-calls.ts';

const LOGINS = 'accounts.json';
const NOTEBOOK = 'notebook.json';

/**
 * Returns the given accounts, those of an earlier run, or two new ones. New ones are stored, so that the shoppers do not
 * change between runs unnoticed.
 */
export async function keptLogins(
  folder: string,
  given: readonly Login[],
  open: () => Promise<Login>,
): Promise<readonly Login[]> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, LOGINS);
  if (given.length > 0) return given;
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as readonly Login[];
  const opened = [await open(), await open()];
  writeFileSync(path, JSON.stringify(opened), { mode: 0o600 });
  return opened;
}

export function readNotebook(folder: string, account: string): Notebook {
  const path = join(folder, account, NOTEBOOK);
  mkdirSync(join(folder, account), { recursive: true });
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Notebook) : emptyNotebook();
}

export function writeNotebook(folder: string, account: string, notebook: Notebook): void {
  const path = join(folder, account, NOTEBOOK);
  writeFileSync(`${path}.new`, JSON.stringify(notebook));
  renameSync(`${path}.new`, path);
}

export function writeDocument(folder: string, account: string, { name, bundle }: Document): void {
  writeFileSync(join(folder, account, `${name}.json`), `${JSON.stringify(bundle)}\n`);
}
