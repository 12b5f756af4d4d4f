/** Seeded randomness. The same seed gives the same numbers on every machine. */

export type Random = {
  /** Uniform in [0, 1). */
  next(): number;
  /** Standard normal. */
  normal(): number;
};

/**
 * A small generator seeded by a text, for tests and benchmarks: FNV-1a seeds a 32-bit Mulberry. Its state can be derived from a
 * few outputs.
 */
export function createRandom(seed: string): Random {
  let state = 2_166_136_261;
  for (let at = 0; at < seed.length; at += 1) {
    state = Math.imul(state ^ seed.charCodeAt(at), 16_777_619);
  }
  return randomFrom(() => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  });
}

export function randomFrom(next: () => number): Random {
  let spare: number | undefined;
  const normal = (): number => {
    if (spare !== undefined) {
      const kept = spare;
      spare = undefined;
      return kept;
    }
    // Marsaglia's polar method: two normals from a point inside the unit circle.
    for (;;) {
      const x = 2 * next() - 1;
      const y = 2 * next() - 1;
      const square = x * x + y * y;
      if (square === 0 || square >= 1) continue;
      const scale = Math.sqrt((-2 * Math.log(square)) / square);
      spare = y * scale;
      return x * scale;
    }
  };
  return { next, normal };
}
