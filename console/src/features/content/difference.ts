/** What became of a text, line by line: the longest lines that both have stay, the others are gone or new. */

export type Line = { readonly sign: ' ' | '-' | '+'; readonly text: string };

/** Beyond so many pairs of lines everything is shown as gone and new. */
const PAIRS_MAX = 4_000_000;

export function difference(before: string, after: string): Line[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  if (before === after) return old.map((text) => ({ sign: ' ', text }));
  if (old.length * now.length > PAIRS_MAX) return [...all('-', old), ...all('+', now)];
  const common = commonLines(old, now);
  const lines: Line[] = [];
  let [at, to] = [0, 0];
  for (const [one, other] of [...common, [old.length, now.length] as const]) {
    lines.push(...all('-', old.slice(at, one)), ...all('+', now.slice(to, other)));
    const text = old[one];
    if (text !== undefined && one < old.length) lines.push({ sign: ' ', text });
    [at, to] = [one + 1, other + 1];
  }
  return lines;
}

/** Only what changed, with so many lines around it; what is left out between is undefined. */
export function shortened(lines: readonly Line[], around: number): (Line | undefined)[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ sign }) => sign !== ' '),
  );
  return lines.flatMap((line, at) => {
    if (near[at] === true) return [line];
    return near[at - 1] === true || at === 0 ? [undefined] : [];
  });
}

const all = (sign: Line['sign'], texts: readonly string[]): Line[] => texts.map((text) => ({ sign, text }));

/** Pairs of places that hold the same line, as many as can stand in order in both. */
function commonLines(old: readonly string[], now: readonly string[]): [number, number][] {
  const width = now.length + 1;
  const longest = new Uint32Array((old.length + 1) * width);
  for (let one = old.length - 1; one >= 0; one -= 1) {
    for (let other = now.length - 1; other >= 0; other -= 1) {
      const below = longest[(one + 1) * width + other] ?? 0;
      const beside = longest[one * width + other + 1] ?? 0;
      longest[one * width + other] =
        old[one] === now[other] ? (longest[(one + 1) * width + other + 1] ?? 0) + 1 : Math.max(below, beside);
    }
  }
  const pairs: [number, number][] = [];
  let [one, other] = [0, 0];
  while (one < old.length && other < now.length) {
    if (old[one] === now[other]) {
      pairs.push([one, other]);
      [one, other] = [one + 1, other + 1];
    } else if ((longest[(one + 1) * width + other] ?? 0) >= (longest[one * width + other + 1] ?? 0)) one += 1;
    else other += 1;
  }
  return pairs;
}
