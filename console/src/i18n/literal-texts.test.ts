/** Finds literal texts that operators would read, in the syntax trees of all sources; such texts must come from the messages. */
import { readFileSync, readdirSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

const SRC = new URL('..', import.meta.url);

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** Names whose values operators read: attributes of elements, and properties of columns, fields and decisions. */
const SPOKEN =
  /^(label|title|alt|placeholder|helperText|head|says|hint|sendLabel|otherwise|empty|closeText|aria-label|aria-description)$/;

/** Elements whose attribute `name` is shown. */
const NAMED = new Set(['Fact', 'Picture', 'DocumentViewer']);

/** Names of keyboard keys, which are the same in every language. */
const KEY_NAMES = new Set(['Ctrl', 'Enter', 'Esc']);

const hasWords = (text: string): boolean =>
  /\p{L}{2}/u.test(text.replaceAll(/&\w+;/g, '')) && !KEY_NAMES.has(text.trim());

/** The texts that an expression may evaluate to, in any branch. */
function textsOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : [];
    case 'JSXText':
      return [String(node['value'])];
    case 'TemplateLiteral':
      return (node['quasis'] as readonly { value: { raw: string } }[]).map(({ value }) => value.raw);
    case 'ConditionalExpression':
      return [...textsOf(node['consequent']), ...textsOf(node['alternate'])];
    case 'LogicalExpression':
      return [...textsOf(node['left']), ...textsOf(node['right'])];
    case 'BinaryExpression':
      return node['operator'] === '+' ? [...textsOf(node['left']), ...textsOf(node['right'])] : [];
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return textsOf(node['expression']);
    default:
      return [];
  }
}

/** The name of an identifier, an attribute or a quoted key; a spread has none. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  const { name, value } = node;
  return typeof name === 'string' ? name : typeof value === 'string' ? value : '';
}

/** Returns the literal texts at a node that operators would read. */
function spokenAt(node: Node): string[] {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    return (node['children'] as readonly unknown[]).flatMap(textsOf);
  }
  if (node.type === 'JSXOpeningElement') {
    const element = nameOf(node['name']);
    return (node['attributes'] as readonly Node[])
      .filter(({ name }) => SPOKEN.test(nameOf(name)) || (nameOf(name) === 'name' && NAMED.has(element)))
      .flatMap(({ value }) => textsOf(value));
  }
  return node.type === 'Property' && SPOKEN.test(nameOf(node['key'])) ? textsOf(node['value']) : [];
}

function literalTexts(source: string, lang: 'ts' | 'tsx'): string[] {
  const found: string[] = [];
  const walk = (node: Node): void => {
    found.push(...spokenAt(node).filter(hasWords));
    for (const value of Object.values(node))
      for (const inner of [value].flat()) if (isNode(inner)) walk(inner);
  };
  const parsed: unknown = parseAst(source, { lang });
  if (isNode(parsed)) walk(parsed);
  return found;
}

test('finds no literal text in any screen', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    literalTexts(readFileSync(new URL(file, SRC), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map(
      (text) => `${file} says “${text.trim()}”`,
    ),
  );
  expect(found).toEqual([]);
});

test.each([
  ['const a = <p>Nothing waits</p>;', 1],
  ["const a = <p>{done ? 'Decided' : t('ui.notYet')}</p>;", 1],
  ['const a = <p>{`waits ${age}`}</p>;', 1],
  ['const a = <Fact name="Handed in">{at}</Fact>;', 1],
  ['const a = <Panel title={known ? "House" : title} />;', 1],
  ["const a = { head: 'Currency', figures: true };", 1],
  ["const a = { name: 'note', label: t('ui.note'), kind: 'text' };", 0],
  ['const a = <TextField name="account" label={t(`ui.${which}`)} />;', 0],
  ['const a = <kbd>Ctrl</kbd>;', 0],
  ['const a = <b>{amount} × {count}</b>;', 0],
] as const)('finds the literal texts in %s', (source, complaints) => {
  expect(literalTexts(source, 'tsx')).toHaveLength(complaints);
});
