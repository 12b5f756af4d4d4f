/**
 * The program returns every refusal that has a text in nine languages; a text that is never sent is to be removed with its code.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refusals } from '@candor/protocol/features.ts';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Only these folders return codes; the protocol lists the refusals of each call. */
const GIVING = ['server/src', 'domain/src'];

/** Without comments, and without types, which list codes that the program may never return. */
function programOf(folder: string): string {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.|(^|\/)testing\//.test(name))
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8'))
    .join('\n')
    .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/^(?:export )?type [^;]*;/gm, '')
    .replaceAll(/^\s*\| '\w+'$/gm, '');
}

test('finds the code that returns each refusal', () => {
  const program = GIVING.map(programOf).join('\n');
  const given = new Set([...program.matchAll(/'(\w+)'/g)].map(([, word]) => word));
  expect(Object.keys(refusals).filter((code) => !given.has(code))).toEqual([]);
});
