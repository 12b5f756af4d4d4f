/**
 * Splits text into search terms in nine languages. Scripts that separate words are split into words, without accents because
 * many people don't type them. Chinese, Japanese and Korean are split into pairs of characters instead: a dictionary would
 * segment the same word differently depending on its neighbours, and the search would miss it.
 */

/** A search term and its position in the text. */
export type Word = { readonly term: string; readonly from: number; readonly to: number };

const PAIRED = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|ー/u;
const PIECES =
  /(?<paired>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+)|\p{N}+(?:[.,]\p{N}+)*|\p{L}[\p{L}\p{M}]*?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\p{L}\p{M}]|$)/gu;

export function wordsOf(text: string): Word[] {
  return [...wordsIn(text)];
}

/** Like `wordsOf`, for callers that need only the first terms. */
export function* wordsIn(text: string): Generator<Word> {
  for (const match of text.matchAll(PIECES)) {
    const from = match.index;
    const [piece] = match;
    if (match.groups?.['paired'] === undefined) yield { term: folded(piece), from, to: from + piece.length };
    else yield* pairsOf(piece, from);
  }
}

export function termsOf(query: string, max: number): string[] {
  return [...new Set(wordsOf(query).map(({ term }) => term))].slice(0, max);
}

/** Whether a term is in a script that is split into pairs. */
export function isPaired(term: string): boolean {
  return PAIRED.test(term);
}

/** Pairs of neighbouring characters; a single character is its own term. */
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

/** Normalises a term: half width, lower case, and Latin letters without accents. */
function folded(piece: string): string {
  const lower = piece.normalize('NFKC').toLowerCase();
  if (PAIRED.test(lower)) return lower;
  return lower.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('đ', 'd');
}
