/**
 * The reference images of all screens in `e2e/pictures`: one file per screen, with all its variants. If a screen is meant to look
 * different, retake its image with `npm run pictures`, and give the reason in the commit.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { differences, framed } from './picture-difference.ts';

const folder = fileURLToPath(new URL('pictures/', import.meta.url));

/** Whether this run retakes images instead of comparing them. */
export const isTaking = process.env['CANDOR_PICTURES'] === 'take';

const fileOf = (name: string): string => `${name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}.webp`;

/** The folder for the images of a difference. */
type Left = (file: string) => string;

/** Compares a screen with its reference image, or stores it. Returns the problems as sentences. */
export async function checkPicture(name: string, now: Buffer, left: Left): Promise<string[]> {
  const file = fileOf(name);
  const kept = existsSync(`${folder}${file}`) ? readFileSync(`${folder}${file}`) : undefined;
  const found = kept === undefined ? [] : await differences(kept, now);
  if (isTaking) {
    mkdirSync(folder, { recursive: true });
    // An image that looks the same keeps its file.
    if (kept === undefined || found.length > 0) writeFileSync(`${folder}${file}`, now);
    return [];
  }
  if (kept === undefined) return [`${name} has no kept picture; npm run pictures takes it`];
  if (found.length === 0) return [];
  writeFileSync(left(`kept-${file}`), kept);
  writeFileSync(left(`now-${file}`), now);
  writeFileSync(left(`difference-${file}`), await framed(now, found));
  return found.map(
    ({ look, left: x, top, width, height }) =>
      `${name} looks otherwise (${look}) within ${width} × ${height} at ${x}, ${top}: ${left(`difference-${file}`)}`,
  );
}

/** Reference images without a screen, which are deleted when images are retaken. */
export function picturesOfNothing(names: readonly string[]): string[] {
  const files = new Set(names.map(fileOf));
  const extra = existsSync(folder) ? readdirSync(folder).filter((file) => !files.has(file)) : [];
  if (!isTaking) return extra.map((file) => `e2e/pictures/${file} is of no screen`);
  for (const file of extra) rmSync(`${folder}${file}`);
  return [];
}
