/** The fonts of PDF files, in two weights. `npm run subset:fonts` generates them. */
import { readFileSync } from 'node:fs';
import type { Language } from '@candor/protocol/languages.ts';
import { unpackWoff } from './woff.ts';

export type Weight = 400 | 600;
const unpacked = new Map<string, Buffer>();

/** Unpacks each font only once. */
export function fontOf(part: string, weight: Weight): Buffer {
  const name = `${part}-${weight}`;
  const font =
    unpacked.get(name) ?? unpackWoff(readFileSync(new URL(`./fonts/${name}.woff`, import.meta.url)));
  unpacked.set(name, font);
  return font;
}

/** Languages with a separate font, because their script isn't Latin. The Latin fonts are tried first. */
const OWN: ReadonlySet<Language> = new Set(['zh', 'hk', 'jp', 'ko']);
const LATIN = ['latin', 'latin-ext', 'vietnamese'] as const;

/** Returns the names of the fonts that a language needs, in the order in which they are tried. */
export function fontsOf(language: Language): readonly string[] {
  return OWN.has(language) ? [...LATIN, language] : LATIN;
}
