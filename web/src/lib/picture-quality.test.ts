/** Images with known pixels: sharp and blurred text, partial and complete glare, small images and white screens. */
import { describe, expect, it } from 'vitest';
import { judge, measure } from './picture-quality.ts';
import type { PictureKind, Pixels } from './picture-quality.ts';

/** A document: lines of dark marks on grey paper. */
function paper(width = 320, height = 200): number[] {
  return Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [Math.floor((at % width) / 3), Math.floor(at / width)];
    return y % 16 < 8 && (x * 7 + Math.floor(y / 16) * 5) % 11 < 5 ? 40 : 200;
  });
}

function averaged(light: readonly number[], width: number, reach: number): number[] {
  const height = light.length / width;
  return light.map((_, at) => {
    let [sum, count] = [0, 0];
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        const [x, y] = [(at % width) + dx, Math.floor(at / width) + dy];
        if (x < 0 || y < 0 || x >= width || y >= height) continue;
        sum += light[y * width + x] ?? 0;
        count += 1;
      }
    }
    return sum / count;
  });
}

/** Averages twice over a square that extends `reach` pixels to each side, which resembles a lens out of focus. */
function blurred(light: readonly number[], width: number, reach: number): number[] {
  return averaged(averaged(light, width, reach), width, reach);
}

/** Makes the given share of the width white, starting from the left. */
function glaring(light: readonly number[], width: number, share: number): number[] {
  return light.map((one, at) => (at % width < width * share ? 255 : one));
}

const pixels = (light: readonly number[], width: number): Pixels => ({
  data: light.flatMap((one) => [one, one, one, 255]),
  width,
  height: light.length / width,
});

const verdict = (light: readonly number[], longestSide = 1600, of: PictureKind = 'document') =>
  judge(measure(pixels(light, 320), longestSide, of));

describe('verdict on the image of a document', () => {
  it.each([
    ['sharp', paper(), 1600, 'good', []],
    ['a little out of focus', blurred(paper(), 320, 2), 1600, 'doubtful', ['blurred']],
    ['quite out of focus', blurred(paper(), 320, 4), 1600, 'unusable', ['blurred']],
    ['that is blank', paper().map(() => 0), 1600, 'unusable', ['blurred']],
    ['with a lamp in it', glaring(paper(), 320, 0.25), 1600, 'doubtful', ['glare']],
    ['under a lamp', glaring(paper(), 320, 0.7), 1600, 'unusable', ['glare']],
    ['with a small reflection', glaring(paper(), 320, 0.1), 1600, 'good', []],
    ['rather small', paper(), 700, 'doubtful', ['small']],
    ['much too small', paper(), 399, 'unusable', ['small']],
    ['of the smallest allowed size', paper(), 800, 'good', []],
    [
      'doubtful for two reasons',
      glaring(blurred(paper(), 320, 2), 320, 0.2),
      1600,
      'doubtful',
      ['blurred', 'glare'],
    ],
  ] as const)('is usable, doubtful or unusable: %s', (_, light, longestSide, use, violations) => {
    expect(verdict(light, longestSide)).toEqual({ use, violations });
  });

  it('lists only the properties that make the image unusable, if there are any', () => {
    expect(verdict(blurred(paper(), 320, 4), 700)).toEqual({ use: 'unusable', violations: ['blurred'] });
  });

  it('is given for an image of a single pixel', () => {
    expect(measure(pixels([255], 1), 1, 'document')).toEqual({ sharpness: 0, glare: 1, longestSide: 1 });
  });

  it('weights green more than blue', () => {
    const one = (red: number, green: number, blue: number): Pixels => ({
      data: [red, green, blue, 255],
      width: 1,
      height: 1,
    });
    expect(measure(one(255, 255, 0), 1, 'document').glare).toBe(0);
    expect(measure(one(255, 255, 230), 1, 'document').glare).toBe(1);
  });
});

describe('verdict on the image of a payment', () => {
  const screen = paper().map((one) => (one > 100 ? 255 : one));

  it('accepts a screenshot that is mostly white', () => {
    expect(verdict(screen, 1600, 'voucher')).toEqual({ use: 'good', violations: [] });
    expect(verdict(screen, 1600, 'document').use).toBe('unusable');
  });

  it.each([
    ['out of focus', blurred(screen, 320, 4), 1600, 'doubtful', ['blurred']],
    ['that is entirely white', paper().map(() => 255), 1600, 'unusable', ['blurred']],
    ['too small to read', screen, 399, 'unusable', ['small']],
  ] as const)('is usable, doubtful or unusable: %s', (_, light, longestSide, use, violations) => {
    expect(verdict(light, longestSide, 'voucher')).toEqual({ use, violations });
  });
});
