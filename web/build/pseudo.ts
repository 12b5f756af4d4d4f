/**
 * A language that nobody speaks, for finding clipped and forgotten texts: every letter gets an accent, every text grows by two
 * fifths and stands in brackets. Arguments and their braces stay as they are.
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

export function pseudoText(text: string): string {
  let depth = 0;
  let out = '';
  for (const character of text) {
    if (character === '{') depth += 1;
    out += depth === 0 ? (accented[character] ?? character) : character;
    if (character === '}') depth -= 1;
  }
  const words = text.replace(/\{[^}]*\}/g, '').length;
  return `[${out}${'·'.repeat(Math.ceil(words * 0.4))}]`;
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
