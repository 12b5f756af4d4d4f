/**
 * The pictures of all screens that are kept in `journeys/pictures`: a file a screen, all its looks on it. Whoever changes what a
 * screen looks like takes them anew by `npm run pictures`; the commit that changes one says why.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { differences, framed } from './picture-difference.ts';

const folder = fileURLToPath(new URL('pictures/', import.meta.url));

/** Whether pictures are taken anew in this run, in place of being compared. */
export const isTaking = process.env['CANDOR_PICTURES'] === 'take';

const fileOf = (name: string): string => `${name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}.webp`;

/** Where the pictures of a difference are left. */
type Left = (file: string) => string;

/** Compares a screen with its kept picture, or keeps it; answers what is wrong, in sentences. */
export async function checkPicture(name: string, now: Buffer, left: Left): Promise<string[]> {
  const file = fileOf(name);
  const kept = existsSync(`${folder}${file}`) ? readFileSync(`${folder}${file}`) : undefined;
  const found = kept === undefined ? [] : await differences(kept, now);
  if (isTaking) {
    mkdirSync(folder, { recursive: true });
    // What is the same to the eye stays the same file.
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

/** Kept pictures of no screen, which go when pictures are taken anew. */
export function picturesOfNothing(names: readonly string[]): string[] {
  const files = new Set(names.map(fileOf));
  const extra = existsSync(folder) ? readdirSync(folder).filter((file) => !files.has(file)) : [];
  if (!isTaking) return extra.map((file) => `journeys/pictures/${file} is of no screen`);
  for (const file of extra) rmSync(`${folder}${file}`);
  return [];
}
