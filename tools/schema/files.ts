/** Parses what `server/schema` states and the database does not store: which file creates an object, and the comments. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sqlInOrder } from '../../server/src/db/migrate.ts';

const FOLDER = fileURLToPath(new URL('../../server/schema/', import.meta.url));

export type SchemaFile = {
  readonly name: string;
  /** The comment with which the file opens. */
  readonly about: string;
  /** The file's tables in order, each with the comment above it and above each of its columns. */
  readonly tables: ReadonlyMap<
    string,
    { readonly about: string; readonly columns: ReadonlyMap<string, string> }
  >;
  /** Functions and views by name, with the comment above them. */
  readonly others: ReadonlyMap<string, string>;
  readonly views: ReadonlySet<string>;
};

/** In the order in which the files are applied to an empty database. */
export function schemaFiles(): SchemaFile[] {
  return sqlInOrder(readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))).map((name) =>
    readSchema(name, readFileSync(FOLDER + name, 'utf8')),
  );
}

function readSchema(name: string, sql: string): SchemaFile {
  const lines = sql.split('\n');
  const tables = new Map<string, { about: string; columns: Map<string, string> }>();
  const others = new Map<string, string>();
  const views = new Set<string>();
  let said: string[] = [];
  let columns: Map<string, string> | undefined;
  const about = lines
    .slice(
      0,
      lines.findIndex((line) => !line.startsWith('--')),
    )
    .map(bare);
  for (const line of lines.slice(about.length)) {
    const comment = /^\s*-- ?(.*)$/.exec(line);
    if (comment !== null) {
      said.push(comment[1] ?? '');
      continue;
    }
    const table = /^create (?:unlogged )?table (\w+) \($/.exec(line)?.[1];
    const [, kind, other] = /^create (function|view) (\w+)/.exec(line) ?? [];
    const column = columns === undefined ? undefined : /^ {2}(\w+) /.exec(line)?.[1];
    if (table !== undefined) tables.set(table, { about: said.join(' '), columns: (columns = new Map()) });
    else if (other !== undefined) {
      others.set(other, said.join(' '));
      if (kind === 'view') views.add(other);
    } else if (column !== undefined && !NO_COLUMN.has(column)) columns?.set(column, said.join(' '));
    if (line.startsWith(')')) columns = undefined;
    said = [];
  }
  return { name, about: about.join(' '), tables, others, views };
}

const NO_COLUMN = new Set(['primary', 'foreign', 'unique', 'check', 'constraint', 'exclude']);

const bare = (line: string): string => line.replace(/^-- ?/, '');
