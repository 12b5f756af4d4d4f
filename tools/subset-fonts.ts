/**
 * Writes the fonts of PDF files: for each language only the characters that its files use, in two weights. The whole fonts take
 * 300 MB, so they are installed into a temporary folder and not with the product. A test fails if a word has a character without
 * a glyph; then run `npm run subset:fonts`.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { subjectOf } from '../server/src/features/statements/reports.ts';

const FEATURE = fileURLToPath(new URL('../server/src/features/statements', import.meta.url));
const VERSION = '5.3.0';
const SUBSETTER = 'subset-font@2.9.0';
const WEIGHTS = [400, 600] as const;
/** Latin letters of all our languages, and punctuation, are always included, even if no word uses them. */
const LATIN: readonly (readonly [from: number, to: number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x1a0, 0x1b0],
  [0x1ea0, 0x1ef9],
  [0x2010, 0x2027],
  [0x20ab, 0x20ac],
  [0x2212, 0x2212],
];
const OWN = {
  zh: ['noto-sans-sc', 'chinese-simplified'],
  hk: ['noto-sans-hk', 'chinese-hongkong'],
  jp: ['noto-sans-jp', 'japanese'],
  ko: ['noto-sans-kr', 'korean'],
} as const;

/** The names of months, which no file of texts contains. */
function monthsIn(language: keyof typeof OWN): string {
  return Array.from({ length: 12 }, (_, at) =>
    subjectOf(`2026-${String(at + 1).padStart(2, '0')}`, language),
  ).join('');
}

type Subset = (font: Buffer, text: string, options: { targetFormat: 'woff' }) => Promise<Buffer>;

const folder = mkdtempSync(join(tmpdir(), 'candor-fonts-'));
try {
  const packages = ['noto-sans', ...Object.values(OWN).map(([family]) => family)];
  const wanted = packages.map((family) => `@fontsource/${family}@${VERSION}`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, SUBSETTER, ...wanted], {
    stdio: 'inherit',
  });
  const made = (await import(pathToFileURL(join(folder, 'node_modules/subset-font/index.js')).href)) as {
    default: Subset;
  };
  const write = async (name: string, file: string, text: string): Promise<void> => {
    const subset = await made.default(readFileSync(join(folder, 'node_modules/@fontsource', file)), text, {
      targetFormat: 'woff',
    });
    writeFileSync(join(FEATURE, 'fonts', `${name}.woff`), subset);
  };
  const latin = LATIN.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
  ).join('');
  for (const weight of WEIGHTS) {
    for (const part of ['latin', 'latin-ext', 'vietnamese'])
      await write(`${part}-${weight}`, `noto-sans/files/noto-sans-${part}-${weight}-normal.woff`, latin);
    for (const [language, [family, part]] of Object.entries(OWN)) {
      const written = readFileSync(join(FEATURE, 'words', `${language}.json`), 'utf8');
      const words = `${written}${monthsIn(language as keyof typeof OWN)}`;
      const own = [...new Set(words)].filter((character) => !latin.includes(character)).join('');
      await write(`${language}-${weight}`, `${family}/files/${family}-${part}-${weight}-normal.woff`, own);
    }
  }
  copyFileSync(join(folder, 'node_modules/@fontsource/noto-sans/LICENSE'), join(FEATURE, 'fonts/LICENSE'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
