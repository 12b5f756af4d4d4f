/**
 * Metrics of source files, computed from their syntax: the length of functions, and the number of lines that declare a table's
 * columns.
 */
import { parseSync } from 'vite';
import type { ESTree } from 'vite';
import { walk } from './sql-in-code.ts';

export type Measured = { readonly name: string; readonly lines: number };
export type Shape = { readonly functions: Measured[]; readonly columnLines: number };
type Node = ESTree.Node;

/** These functions declare the columns of a table, a view or a row by name. */
const DECLARE_ROWS = new Set(['table', 'log', 'view', 'reckoned']);
/** The type of a row as PostgreSQL returns it, written by hand. */
const RAW_ROW = /^(Raw\w*|\w*Raw|\w*Row)$/;

export function shapeOf(path: string, text: string): Shape {
  const { program } = parseSync(path, text);
  const lineOf = linesOf(text);
  const lines = (node: Node): number => lineOf(node.end) - lineOf(node.start) + 1;
  const declares = /from '[^']*\/commands\/table\.ts'/.test(text) || path.endsWith('/commands/table.ts');
  const functions: Measured[] = [];
  let columnLines = 0;
  const named = new Map<Node, string>();
  walk(program, (node) => {
    nameInside(node, named);
    if (isFunction(node)) {
      const own = node.type === 'FunctionDeclaration' && node.id !== null ? node.id.name : undefined;
      functions.push({ name: `${path}: ${own ?? named.get(node) ?? 'a function'}`, lines: lines(node) });
    }
    if (declares && node.type === 'CallExpression' && node.callee.type === 'Identifier') {
      if (DECLARE_ROWS.has(node.callee.name)) columnLines += lines(node);
    }
    if (node.type === 'TSTypeAliasDeclaration' && RAW_ROW.test(node.id.name)) {
      if (node.typeAnnotation.type === 'TSTypeLiteral') columnLines += lines(node);
    }
  });
  return { functions, columnLines };
}

function isFunction(node: Node): node is ESTree.Function | ESTree.ArrowFunctionExpression {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type);
}

/** A function without a name is named after the variable or property that receives it. */
function nameInside(node: Node, named: Map<Node, string>): void {
  if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init !== null) {
    named.set(node.init, node.id.name);
  } else if (
    (node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') &&
    node.value !== null &&
    (node.key.type === 'Identifier' || node.key.type === 'PrivateIdentifier')
  ) {
    named.set(node.value, node.key.name);
  }
}

function linesOf(text: string): (place: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map((found) => found.index + 1)];
  return (place) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= place) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
