/**
 * A pseudo language for finding clipped and untranslated texts: every letter gets an accent, and every text is padded by two
 * fifths of its length and enclosed in brackets. Arguments and their braces are unchanged.
 */
const accented: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  d: 'ð',
  e: 'é',
  g: 'ĝ',
  i: 'í',
  k: 'ķ',
  l: 'ļ',
  n: 'ñ',
  o: 'ö',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'ü',
  y: 'ý',
  z: 'ž',
  A: 'Å',
  E: 'É',
  I: 'Î',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  T: 'Ţ',
  U: 'Û',
};

/** Long padding is split into words, because no real word is as long as the padding of a paragraph. */
const WORD_MAX = 24;

function growth(length: number): string {
  const words = Math.ceil(length / (WORD_MAX + 1));
  const rest = length - (words - 1) * (WORD_MAX + 1);
  return words < 2
    ? '·'.repeat(length)
    : `${`${'·'.repeat(WORD_MAX)} `.repeat(words - 1)}${'·'.repeat(rest)}`;
}

export function pseudoText(text: string): string {
  let depth = 0;
  let out = '';
  for (const character of text) {
    if (character === '{') depth += 1;
    out += depth === 0 ? (accented[character] ?? character) : character;
    if (character === '}') depth -= 1;
  }
  const words = text.replace(/\{[^}]*\}/g, '').length;
  return `[${out}${growth(Math.ceil(words * 0.4))}]`;
}

export type MessageTree = { readonly [key: string]: string | MessageTree };

export function pseudoTree(tree: MessageTree): MessageTree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoText(value) : pseudoTree(value),
    ]),
  );
}
