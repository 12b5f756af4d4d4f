/**
 * The entries that a search finds, the best first: those that begin with the typed text, then those with a word that begins
 * with it, then the rest.
 */

/** Without accents and capitals, so that "cafe" finds "Café"; Vietnamese đ becomes d. */
export function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd').trim();
}

/** 3 if `text` begins with `wanted`, 2 if one of its words does, 1 if it contains it, 0 otherwise. Both are plain. */
function match(text: string, wanted: string): 0 | 1 | 2 | 3 {
  const at = text.indexOf(wanted);
  if (at === -1) return 0;
  if (at === 0) return 3;
  return new RegExp(String.raw`[\s/(-]`, 'u').test(text.charAt(at - 1)) ? 2 : 1;
}

export type Searchable = { readonly names: readonly string[] };

/** Every typed word has to be found in one of the names. Equally good entries keep their order. */
export function found<Entry extends Searchable>(
  entries: readonly Entry[],
  typed: string,
  most: number,
): readonly Entry[] {
  const words = plain(typed)
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  return entries
    .map((entry) => {
      const names = entry.names.map(plain);
      const marks = words.map((word) => Math.max(0, ...names.map((name) => match(name, word))));
      return { entry, mark: Math.min(...marks), sum: marks.reduce((total, mark) => total + mark, 0) };
    })
    .filter(({ mark }) => mark > 0)
    .toSorted((one, other) => other.sum - one.sum)
    .slice(0, most)
    .map(({ entry }) => entry);
}
