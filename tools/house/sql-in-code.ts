/**
 * Finds the SQL in a TypeScript file: its strings and templates that look like SQL, with the constants of the same file
 * substituted, and the tables that it declares for the executor.
 */
import { parseSync } from 'vite';
import type { ESTree } from 'vite';
import { withoutComments } from '../source-files.ts';
import { tablesUsed, tokensOf } from './sql-names.ts';
import type { TableUse } from './sql-names.ts';

/** These functions declare the table or view that their first argument names; the value tells whether they write rows. */
const DECLARING: ReadonlyMap<string, boolean> = new Map([
  ['table', true],
  ['log', true],
  ['view', false],
  ['latelyIn', false],
]);
const SPEAKS_SQL =
  /\b(select|insert\s+into|delete\s+from|truncate)\b|\bupdate\s+[\w?]+(\s+\w+)?\s+set\b|\b(from|join)\s+[a-z_?]+/i;

/** Parsing takes most of the time, so only files with one of these words in code or strings are parsed. */
const MAY_SPEAK_SQL = /\b(select|insert|delete|truncate|update|join)\b|\bfrom\s+[^'"\s]/i;
const DECLARES = /from '[^']*\/(table|lately)\.ts'/;

export type CodeSql = {
  readonly uses: TableUse[];
  /** Statements whose table is inserted from another module. */ readonly unread: string[];
};
type Node = ESTree.Node;

export function sqlOfCode(path: string, text: string): CodeSql {
  const declares = DECLARES.test(text);
  if (!declares && !MAY_SPEAK_SQL.test(withoutComments(text))) return { uses: [], unread: [] };
  const { program } = parseSync(path, text);
  const constants = new Map<string, Node>();
  const nodes: Node[] = [];
  walk(program, (node) => {
    nodes.push(node);
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init !== null) {
      constants.set(node.id.name, node.init);
    }
  });
  const uses = new Map<string, TableUse>();
  const unread: string[] = [];
  for (const node of nodes) {
    const declared = declares ? declaredTable(node) : undefined;
    if (declared !== undefined) uses.set(JSON.stringify(declared), declared);
    const sql = textOf(node, constants, 0);
    if (sql === undefined || !SPEAKS_SQL.test(sql)) continue;
    for (const use of tablesUsed(sql)) uses.set(JSON.stringify(use), use);
    if (tokensOf(sql).some((token, at, all) => token === '?' && isAwaited(all, at))) unread.push(sql);
  }
  return { uses: [...uses.values()], unread };
}

function isAwaited(tokens: readonly string[], at: number): boolean {
  const before = tokens[at - 1] ?? '';
  return ['from', 'join', 'into', 'update'].includes(before) && tokens[at - 2] !== 'distinct';
}

function declaredTable(node: Node): TableUse | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined;
  const writes = DECLARING.get(node.callee.name);
  const [name] = node.arguments;
  if (writes === undefined || name?.type !== 'Literal' || typeof name.value !== 'string') return undefined;
  return { table: name.value, writes };
}

/** The text of a string, a template or a constant of either; `?` replaces values known only at run time. */
function textOf(node: Node, constants: ReadonlyMap<string, Node>, depth: number): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    return [node.left, node.right].map((side) => textOf(side, constants, depth + 1) ?? '?').join('');
  }
  if (node.type !== 'TemplateLiteral') return undefined;
  return node.quasis
    .map((quasi, at) => {
      const put = node.expressions[at];
      const value = put?.type === 'Identifier' ? constants.get(put.name) : undefined;
      const known = value === undefined || depth > 5 ? undefined : textOf(value, constants, depth + 1);
      return `${quasi.value.cooked ?? ''}${put === undefined ? '' : (known ?? '?')}`;
    })
    .join('');
}

/** Every node of a program, outermost first. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const one of value) if (isNode(one)) walk(one, visit);
    } else if (isNode(value)) walk(value, visit);
  }
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
  );
}
