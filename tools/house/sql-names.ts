/**
 * Finds the tables that a piece of SQL reads and writes, without a database: the names after from, join, using, into, update,
 * delete and truncate, except common table expressions and functions.
 */

export type TableUse = { readonly table: string; readonly writes: boolean };

/** These words end a list of tables. */
const ENDS = new Set(
  `where group order having limit union except intersect select set returning loop window offset fetch for then insert
    update delete values perform raise return begin if ;`.split(/\s+/),
);
/** These functions have a `from` in their arguments. */
const SPEAKS_FROM = new Set(['extract', 'substring', 'trim', 'overlay', 'position']);
const NAME = /^[a-z_][a-z_0-9]*$/;
/** Where these words follow `update`, no statement begins: in a trigger's head, a grant, a row lock. */
const NO_UPDATE = new Set(['on', 'of', 'or', 'set', 'nowait', 'skip', 'to']);

type Level = { listing: boolean; awaited: boolean; fromIsNoList: boolean };

/** Words, names and symbols in lower case. Comments and quoted text are omitted, and `?` replaces inserted values. */
export function tokensOf(sql: string): string[] {
  const plain = sql
    .replace(/--[^\n]*|\/\*[^]*?\*\//g, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/"([^"]+)"/g, '$1');
  return [...plain.toLowerCase().matchAll(/[a-z_][a-z_0-9]*|''|\?+|\$\d+|\d+|[^\s]/g)].map(
    (found) => found[0],
  );
}

export function tablesUsed(sql: string): TableUse[] {
  const tokens = tokensOf(sql);
  const own = commonTables(tokens);
  const found = new Map<string, TableUse>();
  const note = (table: string, writes: boolean): void => {
    const name = table.startsWith('public.') ? table.slice('public.'.length) : table;
    if (own.has(name) || !NAME.test(name)) return;
    found.set(`${name} ${writes}`, { table: name, writes });
  };
  const levels: Level[] = [{ listing: false, awaited: false, fromIsNoList: false }];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as string;
    const [before, next] = [tokens[at - 1], tokens[at + 1] ?? ''];
    const level = levels.at(-1) as Level;
    if (token === '(') {
      const inside =
        level.awaited && !['select', 'with', 'values', 'insert', 'delete', 'update'].includes(next);
      levels.push({ listing: inside, awaited: inside, fromIsNoList: SPEAKS_FROM.has(before ?? '') });
      level.awaited = false;
    } else if (token === ')') {
      if (levels.length > 1) levels.pop();
    } else if (isWriting(token, before, next)) {
      const to = tokens[at + 1] === 'into' || tokens[at + 1] === 'from' ? at + 2 : at + 1;
      const only = tokens[to] === 'only' ? to + 1 : to;
      note(tokens[only] ?? '', true);
      Object.assign(level, { listing: token === 'delete', awaited: false });
      at = only;
    } else if (token === 'from' && before !== 'distinct' && !level.fromIsNoList) {
      Object.assign(level, { listing: true, awaited: true });
    } else if (token === 'join' || (token === 'using' && level.listing && next !== '(')) {
      Object.assign(level, { listing: true, awaited: true });
    } else if (token === ',' && level.listing) {
      level.awaited = true;
    } else if (ENDS.has(token)) {
      Object.assign(level, { listing: false, awaited: false });
    } else if (level.awaited && token !== 'only' && token !== 'lateral' && token !== 'rows') {
      level.awaited = false;
      const qualified = next === '.' ? (tokens[at + 2] ?? '') : token;
      const behind = next === '.' ? tokens[at + 3] : next;
      if (behind !== '(' && (next !== '.' || token === 'public')) note(qualified, false);
      if (next === '.') at += 2;
    }
  }
  return [...found.values()];
}

function isWriting(token: string, before: string | undefined, next: string): boolean {
  if (token === 'insert' || token === 'merge') return next === 'into';
  if (token === 'delete') return next === 'from';
  if (token === 'truncate') return NAME.test(next) && next !== 'on';
  return (
    token === 'update' && NAME.test(next) && !NO_UPDATE.has(next) && before !== 'for' && before !== 'key'
  );
}

/** The names that `with` defines, and those of the rows passed to a trigger. */
function commonTables(tokens: readonly string[]): Set<string> {
  const names = new Set<string>(['old', 'new']);
  for (const [at, token] of tokens.entries()) {
    if (token !== 'as') continue;
    const behind = tokens[at + 1] === 'not' ? tokens[at + 2] : tokens[at + 1];
    if (behind !== '(' && behind !== 'materialized') {
      // For example: referencing new table as added
      if (tokens[at - 1] === 'table') names.add(tokens[at + 1] ?? '');
      continue;
    }
    const name = tokens[at - 1] === ')' ? nameBeforeColumns(tokens, at - 1) : tokens[at - 1];
    if (name !== undefined) names.add(name);
  }
  return names;
}

/** In `with x (a, b) as (`, the name precedes the columns. */
function nameBeforeColumns(tokens: readonly string[], end: number): string | undefined {
  const start = tokens.slice(0, end).lastIndexOf('(');
  return start > 0 ? tokens[start - 1] : undefined;
}
