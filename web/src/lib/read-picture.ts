/** Reads an image from a file or a camera, and takes the sample from which its quality is estimated. */
import { SAMPLE_SIDE, judge, measure } from './picture-quality.ts';
import type { PictureKind, Verdict } from './picture-quality.ts';

export type Drawable = HTMLVideoElement | ImageBitmap;

const sizeOf = (source: Drawable): { width: number; height: number } =>
  source instanceof HTMLVideoElement ? { width: source.videoWidth, height: source.videoHeight } : source;

/** Returns undefined until the camera shows an image. */
export function verdictOn(source: Drawable, of: PictureKind): Verdict | undefined {
  const { width, height } = sizeOf(source);
  const longest = Math.max(width, height);
  if (longest === 0) return undefined;
  const scale = Math.min(1, SAMPLE_SIDE / longest);
  const sample = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
  const context = Object.assign(document.createElement('canvas'), sample).getContext('2d', {
    willReadFrequently: true,
  });
  if (context === null) return undefined;
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, sample.width, sample.height);
  return judge(measure(context.getImageData(0, 0, sample.width, sample.height), longest, of));
}

/** Returns the verdict on a file, or undefined if the file can't be read as an image. */
export async function verdictOnFile(file: Blob, of: PictureKind): Promise<Verdict | undefined> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    // The browser throws if the file isn't an image or has an unknown format.
    return undefined;
  }
  const verdict = verdictOn(picture, of);
  picture.close();
  return verdict;
}

export function takePicture(camera: HTMLVideoElement): Promise<Blob | undefined> {
  const { width, height } = sizeOf(camera);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(camera, 0, 0);
  return new Promise((resolve) => canvas.toBlob((taken) => resolve(taken ?? undefined), 'image/jpeg', 0.92));
}
