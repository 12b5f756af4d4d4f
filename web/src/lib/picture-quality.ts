/**
 * Whether an uploaded picture is legible, judged on the device before sending: the sharpness of its edges, the overexposed
 * share, and its number of pixels. This is advice, except for pictures that nobody could read. Pure.
 */

/**
 * A document is photographed. A proof of payment is usually a picture of a screen, and a loan document usually one of paper,
 * whose white is not glare.
 */
export type PictureKind = 'document' | 'voucher' | 'loan';

/** Red, green, blue and alpha of each pixel, as a canvas returns them. */
export type Pixels = {
  readonly data: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
};

export type Measures = {
  /** The variance of the Laplacian: large for sharp edges, near zero for a blurred picture. */
  readonly sharpness: number;
  /** The share of pixels so bright that they contain no detail. */
  readonly glare: number;
  /** The longest side of the picture itself, not of the sample. */
  readonly longestSide: number;
};

export type PictureViolation = 'blurred' | 'glare' | 'small';
export type Verdict = {
  readonly use: 'good' | 'doubtful' | 'unusable';
  /** Only the worst ones: a doubtful property is not reported next to one that makes the picture unusable. */
  readonly violations: readonly PictureViolation[];
};

/** The longest side of the sample: sharpness can be compared only at one size. */
export const SAMPLE_SIDE = 480;

const BURNT_OUT = 250;
/** Brighter than any pixel. */
const NEVER = 256;

/** Beyond the first value, the picture is doubtful; beyond the second, nobody could read it. */
const bounds = {
  sharpness: { doubtful: 60, unusable: 5 },
  glare: { doubtful: 0.15, unusable: 0.6 },
  longestSide: { doubtful: 800, unusable: 400 },
};

function brightnesses({ data, width, height }: Pixels): Float32Array {
  const found = new Float32Array(width * height);
  for (let at = 0; at < found.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = [data[at * 4], data[at * 4 + 1], data[at * 4 + 2]];
    found[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return found;
}

/**
 * The difference between each pixel and the prediction from its four neighbours, and its variance. The border of an overexposed
 * spot is the sharpest edge in a picture and says nothing about focus, so it is left out.
 */
function laplacianVariance(light: Float32Array, { width, height }: Pixels, burntOut: number): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const [own = 0, left = 0, right = 0] = [light[at], light[at - 1], light[at + 1]];
      const [above = 0, below = 0] = [light[at - width], light[at + width]];
      if (Math.max(own, left, right, above, below) >= burntOut) continue;
      const edge = left + right + above + below - 4 * own;
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

export function measure(sample: Pixels, longestSide: number, of: PictureKind): Measures {
  const light = brightnesses(sample);
  const burntOut = of === 'document' ? BURNT_OUT : NEVER;
  const burnt = light.reduce((count, one) => (one >= burntOut ? count + 1 : count), 0);
  return {
    sharpness: laplacianVariance(light, sample, burntOut),
    glare: light.length === 0 ? 0 : burnt / light.length,
    longestSide,
  };
}

function violationsAt(level: 'doubtful' | 'unusable', measures: Measures): PictureViolation[] {
  const violations: PictureViolation[] = [];
  if (measures.longestSide < bounds.longestSide[level]) violations.push('small');
  if (measures.sharpness < bounds.sharpness[level]) violations.push('blurred');
  if (measures.glare > bounds.glare[level]) violations.push('glare');
  return violations;
}

export function judge(measures: Measures): Verdict {
  const unusable = violationsAt('unusable', measures);
  if (unusable.length > 0) return { use: 'unusable', violations: unusable };
  const doubtful = violationsAt('doubtful', measures);
  return { use: doubtful.length > 0 ? 'doubtful' : 'good', violations: doubtful };
}
