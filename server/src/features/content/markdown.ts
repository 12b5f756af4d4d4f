/**
 * Validates the Markdown of articles. It uses the same parser as the app, so the check covers what readers will see: no HTML,
 * no images, no links except into the app or to allowed hosts, and nothing that displays differently from what it is.
 */
import { outsideHostOf } from '@candor/protocol/outside.ts';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

/** The first violation: its line, and an excerpt or the code point of an invisible character. */
export type Violation = { readonly line: number; readonly found: string };

type Node = {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly depth?: number;
  readonly children?: readonly Node[];
  readonly position?:
    | { readonly start: { readonly line: number; readonly offset?: number | undefined } }
    | undefined;
};

const parser = unified().use(remarkParse).use(remarkGfm);

const ALLOWED: ReadonlySet<string> = new Set([
  ...['root', 'paragraph', 'heading', 'text', 'emphasis', 'strong', 'inlineCode', 'break', 'link'],
  ...['list', 'listItem', 'blockquote', 'table', 'tableRow', 'tableCell'],
]);
/** Invisible characters, and characters that change the direction of the surrounding text. */
const HIDDEN = /(?![\n\t])\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|\p{Zl}|\p{Zp}|\p{Cs}|\p{Co}|\ufffc/u;
/** A location in the app: a path with an optional query. */
const WITHIN = /^#\/[A-Za-z0-9/_-]*(\?[A-Za-z0-9_=&.%-]*)?$/;
/** Text that looks like a URL, with or without a scheme; captures the host. */
const ADDRESS = /(?:https?:\/\/|(?<![\p{L}\p{N}.@-]))((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?![\p{L}\p{N}])/giu;

const NESTED_MAX = 10;
const BLOCK_CHARS_MAX = 6000;
const BLOCK_MARKS_MAX = 400;
const TEXT_MARKS_MAX = 2000;
/** Far above the length of any article. The parser's time is quadratic in the number of blocks. */
const LINES_MAX = 1500;
/** Longer than any real paragraph. Likewise, no real text contains a longer run of blanks. */
const LINE_CHARS_MAX = BLOCK_CHARS_MAX;
const SPACES_MAX = 100;
/** Characters at which the parser tries to read a construct: an entity, URL, escape or tag, in addition to the marks. */
const MARK = /[*_[\]`~|&@\\<]|www\.|:\/\//gi;
/** Runs of marks that are meaningless and only cost parser time. */
const HEAPED = /([[\]()*_`>~\\])\1{15}|(?:[>*+-][ \t]){8}/;
const FOUND_CHARS_MAX = 40;

export function violationOf(text: string): Violation | undefined {
  return (
    hiddenIn(text) ?? busyIn(text) ?? htmlIn(text) ?? nodeViolation(parser.parse(text), { text, nested: 0 })
  );
}

/** Returns the first violation in a title or summary, which must be a single line without Markdown. */
export function lineViolationOf(text: string): Violation | undefined {
  const at = /[\n\t]/.exec(text);
  return hiddenIn(text) ?? (at === null ? undefined : { line: 1, found: codePointOf(at[0]) });
}

function hiddenIn(text: string): Violation | undefined {
  const found = HIDDEN.exec(text);
  return found === null ? undefined : { line: lineAt(text, found.index), found: codePointOf(found[0]) };
}

/** Finds text that would stall the parser, whose time grows with the number of marks, and quadratically within a block. */
function busyIn(text: string): Violation | undefined {
  let [length, marks, all] = [0, 0, 0];
  for (const [at, line] of text.split('\n').entries()) {
    if (at >= LINES_MAX) return { line: at + 1, found: `more than ${LINES_MAX} lines` };
    if (line.length > LINE_CHARS_MAX) return { line: at + 1, found: `${line.length} characters in one line` };
    if (spacesIn(line) > SPACES_MAX)
      return { line: at + 1, found: `more than ${SPACES_MAX} spaces in a row` };
    const heap = HEAPED.exec(line);
    if (heap !== null) return { line: at + 1, found: snippet(heap[0]) };
    const here = line.match(MARK)?.length ?? 0;
    const empty = line.trim() === '';
    all += here;
    length = empty ? 0 : length + line.length;
    marks = empty ? 0 : marks + here;
    if (length > BLOCK_CHARS_MAX)
      return { line: at + 1, found: `${length} characters without an empty line` };
    if (marks > BLOCK_MARKS_MAX) return { line: at + 1, found: `${marks} marks without an empty line` };
    if (all > TEXT_MARKS_MAX) return { line: at + 1, found: `${all} marks in one text` };
  }
  return undefined;
}

/** Returns the length of the longest run of spaces and tabs. */
function spacesIn(line: string): number {
  let [longest, run] = [0, 0];
  for (const sign of line) {
    run = sign === ' ' || sign === '\t' ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Rejects HTML everywhere, even in code, where the parser would not report it. No article needs HTML. */
function htmlIn(text: string): Violation | undefined {
  const found = /<[a-z/!?]/i.exec(text);
  return found === null
    ? undefined
    : { line: lineAt(text, found.index), found: snippet(text.slice(found.index)) };
}

function nodeViolation(
  node: Node,
  { text, nested }: { readonly text: string; readonly nested: number },
): Violation | undefined {
  if (!isAllowed(node) || nested > NESTED_MAX) {
    const { line = 1, offset = 0 } = node.position?.start ?? {};
    return { line, found: snippet(text.slice(offset)) };
  }
  for (const child of node.children ?? []) {
    const violation = nodeViolation(child, { text, nested: nested + 1 });
    if (violation !== undefined) return violation;
  }
  return undefined;
}

function isAllowed(node: Node): boolean {
  if (!ALLOWED.has(node.type)) return false;
  if (node.type === 'heading') return node.depth === 2 || node.depth === 3;
  return node.type !== 'link' || isAllowedLink(node);
}

function isAllowedLink(node: Node): boolean {
  const url = node.url ?? '';
  const host = url.startsWith('#') ? undefined : outsideHostOf(url);
  if (host === undefined && !WITHIN.test(url)) return false;
  // If a link's text looks like a URL, the link must lead to that host.
  return [...wordsIn(node).matchAll(ADDRESS)].every(([, shown = '']) => shown.toLowerCase() === host);
}

function wordsIn(node: Node): string {
  return node.value ?? (node.children ?? []).map(wordsIn).join('');
}

/** The start of a heading, list item or quote. */
const LINE_MARK = /^(?:#{2,3}|[-*+>]|\d{1,9}\.)[ \t]/;
/** The delimiter row below a table's header. */
const TABLE_RULE = /^[ \t:|-]+$/;

/** Returns the text without Markdown marks, for search and reading time, in linear time. */
export function plainText(body: string): string {
  return body
    .split('\n')
    .map(plainLine)
    .join(' ')
    .replaceAll(/\]\([^()\s]*\)/g, '')
    .replaceAll(/[*_`[\]|\\]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function plainLine(line: string): string {
  const text = line.trim();
  if (text.includes('|') && text.includes('-') && TABLE_RULE.test(text)) return '';
  const mark = LINE_MARK.exec(text);
  return mark === null ? text : text.slice(mark[0].length).trimStart();
}

const SIGNS_A_MINUTE = 450;
const WORDS_A_MINUTE = 200;

/** Estimates the reading time in whole minutes, at least one. */
export function readingMinutes(body: string): number {
  const text = plainText(body);
  const signs =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  const words =
    text.match(/[\p{L}\p{N}]+/gu)?.filter((word) => /^[\p{Script=Latin}\p{N}]/u.test(word)).length ?? 0;
  return Math.max(1, Math.ceil(signs / SIGNS_A_MINUTE + words / WORDS_A_MINUTE));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

function snippet(text: string): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, FOUND_CHARS_MAX).toWellFormed();
}

function codePointOf(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
