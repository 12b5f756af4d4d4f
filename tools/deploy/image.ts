/** The contents of the last stage of deploy/Dockerfile, and the server's needs from it. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ROOT } from '../install.mjs';

export type Instruction = { readonly name: string; readonly rest: string };

/** The instructions of each stage, by the stage's name; the last one has none. */
export function stagesOf(text: string): Readonly<Record<string, readonly Instruction[]>> {
  const stages: Record<string, Instruction[]> = {};
  let current = '';
  for (const line of text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (name === '') continue;
    if (name === 'FROM') current = / AS (\w+)$/.exec(rest)?.[1] ?? '';
    (stages[current] ??= []).push({ name, rest });
  }
  return stages;
}

/** Paths that a stage copies from the checkout. */
export const copiedFromCheckout = (stage: readonly Instruction[]): string[] =>
  stage
    .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from'))
    .flatMap(({ rest }) => rest.split(' ').slice(0, -1));

/** Source files of the image, without tests and files that only tests use. */
export function sourcesBelow(path: string): string[] {
  const at = join(ROOT, path);
  return readdirSync(at, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(?:^|\/)testing\//.test(file))
    .map((file) => join(path, file));
}

export type Need =
  | { readonly by: string; readonly path: string }
  | { readonly by: string; readonly called: string };

/** Files and packages that a source imports or finds beside itself. A type is erased and needs nothing. */
export function needsOf(file: string): Need[] {
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^import type [^;]*;/gm, '');
  const statement = /^(?:import|export)\s[^;'=]*\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;
  const imported = [...text.matchAll(statement)].map(([, one, bare, late]) => one ?? bare ?? late ?? '');
  const beside = [...text.matchAll(/new URL\(\s*'([^']+)',\s*import\.meta\.url/g)].map(([, to]) => `./${to}`);
  return [...imported, ...beside]
    .filter((from) => !from.startsWith('node:'))
    .map((from) =>
      from.startsWith('.')
        ? {
            by: file,
            path: relative(ROOT, fileURLToPath(new URL(from, pathToFileURL(join(ROOT, dirname(file), 'x'))))),
          }
        : {
            by: file,
            called: from
              .split('/')
              .slice(0, from.startsWith('@') ? 2 : 1)
              .join('/'),
          },
    );
}

export const exists = (path: string): boolean => existsSync(join(ROOT, path));
