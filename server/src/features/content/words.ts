/**
 * How a text is cut into what can be searched for, in nine languages. Where words are written apart, a word is a word, without
 * its accents, since many type none. Chinese, Japanese and Korean are cut into pairs of signs instead: a dictionary would
 * cut the same word differently by what stands beside it, and what was searched for would not be found.
 */

/** A piece of a text: what it is searched by, and where it stands. */
export type Word = { readonly term: string; readonly from: number; readonly to: number };

const PAIRED = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|ー/u;
const PIECES =
  /(?<paired>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+)|\p{N}+(?:[.,]\p{N}+)*|\p{L}[\p{L}\p{M}]*?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\p{L}\p{M}]|$)/gu;

/** Every piece of a text, in order. */
export function wordsOf(text: string): Word[] {
  return [...wordsIn(text)];
}

/** The same one by one, for whoever needs only the first ones. */
export function* wordsIn(text: string): Generator<Word> {
  for (const match of text.matchAll(PIECES)) {
    const from = match.index;
    const [piece] = match;
    if (match.groups?.['paired'] === undefined) yield { term: folded(piece), from, to: from + piece.length };
    else yield* pairsOf(piece, from);
  }
}

/** What somebody searches for, as pieces: no more than a search needs. */
export function termsOf(query: string, max: number): string[] {
  return [...new Set(wordsOf(query).map(({ term }) => term))].slice(0, max);
}

/** Whether a piece is of a script that is cut into pairs. */
export function isPaired(term: string): boolean {
  return PAIRED.test(term);
}

/** Pairs of neighbouring signs; one that stands alone by itself. */
function pairsOf(run: string, start: number): Word[] {
  const signs = [...run];
  const words: Word[] = [];
  let from = start;
  for (const [at, sign] of signs.entries()) {
    const next = signs[at + 1];
    if (next !== undefined || signs.length === 1) {
      const pair = sign + (next ?? '');
      words.push({ term: folded(pair), from, to: from + pair.length });
    }
    from += sign.length;
  }
  return words;
}

/** In one form: full width as narrow, small letters, Latin ones without their marks. */
function folded(piece: string): string {
  const lower = piece.normalize('NFKC').toLowerCase();
  if (PAIRED.test(lower)) return lower;
  return lower.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('đ', 'd');
}
