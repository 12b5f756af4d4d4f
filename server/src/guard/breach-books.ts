/** Finds the books that a breach concerns, by the ids in the text of its invariant. */

/** How invariants name a book: directly, in the name of one of its rows, or by one of its balances (`spot USDT of 100001: …`). */
const NAMED = [
  /\b(?:book|customer|closed account) (\d{1,18})\b/g,
  /\b(?:journal|share|credit) (\d{1,18})\/\d/g,
  /^[a-z_]+ [A-Z]+ of (\d{1,18}):/g,
];

/** Returns the books without book 0, which is the house's. A breach of a total concerns no particular book. */
export function booksOf(detail: string): readonly string[] {
  const found = NAMED.flatMap((pattern) =>
    [...detail.matchAll(pattern)].map(([, id]) => String(BigInt(id ?? 0))),
  );
  return [...new Set(found)].filter((id) => id !== '0');
}
