/** Writes the table of the terms that customers read into `docs/glossary.md`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';
import { printTerms } from './voice/print-terms.ts';

const file = join(ROOT, 'docs/glossary.md');
const START = '<!-- terms -->\n';
const END = '\n<!-- end of terms -->';
const text = readFileSync(file, 'utf8');
const [before, rest] = text.split(START);
const after = rest?.split(END)[1];
if (before === undefined || after === undefined)
  throw new Error(`expected marks around the table of terms in ${file}, found none`);
writeFileSync(file, `${before}${START}${printTerms()}${END}${after}`);
