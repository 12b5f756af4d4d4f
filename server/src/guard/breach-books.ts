/** The books that a breach is about, by the ids that its invariant printed. */

/** How invariants name a book: itself, a row of it, or a balance of it (`spot USDT of 100001: …`). */
const NAMED = [
  /\b(?:book|customer|closed account) (\d{1,18})\b/g,
  /\b(?:journal|share|credit) (\d{1,18})\/\d/g,
  /^[a-z_]+ [A-Z]+ of (\d{1,18}):/g,
];

/** Without 0, which is the house's. A breach of sums is about no single book. */
export function booksOf(detail: string): readonly string[] {
  const found = NAMED.flatMap((pattern) =>
    [...detail.matchAll(pattern)].map(([, id]) => String(BigInt(id ?? 0))),
  );
  return [...new Set(found)].filter((id) => id !== '0');
}
