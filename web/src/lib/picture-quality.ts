/**
 * The legibility of an image, estimated on the device before the upload: the sharpness of its edges, its overexposed share, and
 * its size. Only illegible images are rejected; otherwise the result is advice. Pure.
 */

/**
 * `document` is a photographed document. An image of any other kind is usually a screenshot or a photo of paper, whose white is
 * not glare.
 */
export type PictureKind = 'document' | 'voucher' | 'loan';

/** Red, green, blue and alpha of each pixel, as a canvas returns them. */
export type Pixels = {
  readonly data: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
};

export type Measures = {
  /** The variance of the Laplacian: large for sharp edges, and near zero for a blurred image. */
  readonly sharpness: number;
  /** The share of pixels that are too bright to contain detail. */
  readonly glare: number;
  /** The longest side of the image itself, not of the sample, in pixels. */
  readonly longestSide: number;
};

export type PictureViolation = 'blurred' | 'glare' | 'small';
export type Verdict = {
  readonly use: 'good' | 'doubtful' | 'unusable';
  /** Only the worst properties: doubtful ones are left out if any property makes the image unusable. */
  readonly violations: readonly PictureViolation[];
};

/** The longest side of the sample in pixels. All samples have the same size, because sharpness depends on it. */
export const SAMPLE_SIDE = 480;

const BURNT_OUT = 250;
/** A brightness above that of any pixel. */
const NEVER = 256;

/** The limits beyond which an image is doubtful (first value) or unusable (second value). */
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
 * Computes the variance of the Laplacian, which compares each pixel with its four neighbours. The border of an overexposed spot
 * is left out, because it is always sharp, whatever the focus.
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
