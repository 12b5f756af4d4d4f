/** Reads the text, imports and exports of every source file for the tidy test, without a compiler. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LEFT_OUT = new Set([
  'node_modules',
  'dist',
  '.git',
  '.data',
  '.vite',
  'test-results',
  'playwright-report',
]);

export type Import = {
  /** A path of the project from its root, or the name of a package. */
  readonly target: string;
  /** The imported names; `*` for a whole module, as with `import * as x` or `import()`. */
  readonly names: readonly string[];
};

export type SourceFile = {
  readonly path: string;
  readonly text: string;
  /** The text without comments, but with strings. */
  readonly code: string;
  readonly imports: readonly Import[];
  readonly exports: readonly string[];
};

/** By path from the project's root. */
export function readProject(): Map<string, string> {
  const files = new Map<string, string>();
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      if (LEFT_OUT.has(entry.name) || /^\.(?!ci$)/.test(entry.name)) continue;
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (/\.(ts|tsx|mts|mjs|sql|md|json|html|css|yml)$/.test(entry.name) || path === '.ci/run') {
        files.set(path, readFileSync(join(ROOT, path), 'utf8'));
      }
    }
  };
  visit('.');
  return files;
}

export function parseSource(path: string, text: string): SourceFile {
  const code = withoutComments(text);
  return { path, text, code, imports: importsOf(path, code), exports: exportsOf(code) };
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$|(^|\/)(testing|test)\//.test(path);
}

/** Blanks comments and keeps line numbers. A comment sign inside a string or a regular expression is not a comment. */
export function withoutComments(text: string): string {
  const token =
    /\/\*[^]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[=(,:[!&|?{};]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\//g;
  return text.replace(token, (found) => (/^\/[*/]/.test(found) ? found.replace(/[^\n]/g, ' ') : found));
}

function importsOf(path: string, code: string): Import[] {
  const statics = code.matchAll(/^\s*(?:import|export)\s+(?:type\s+)?([^;'"]*?)\s*from\s*'([^']+)'/gm);
  const bare = code.matchAll(/^\s*import\s+'([^']+)'/gm);
  const dynamic = code.matchAll(/\bimport\(\s*'([^']+)'/g);
  const hinted = code.matchAll(/new URL\('(\.[^']+\.(?:ts|tsx|mjs))'/g);
  return [
    ...[...statics].map((found) => ({
      target: resolve(path, found[2] ?? ''),
      names: namesOf(found[1] ?? '', code),
    })),
    ...[...bare, ...dynamic, ...hinted].map((found) => ({
      target: resolve(path, found[1] ?? ''),
      names: ['*'],
    })),
  ];
}

/** `{ a, type b as c }` imports a and b; `* as x` imports what is accessed through x; `*` imports everything. */
function namesOf(clause: string, code: string): string[] {
  const whole = /\*\s*as\s+(\w+)/.exec(clause)?.[1];
  if (whole !== undefined && new RegExp(`export \\* as ${whole} from`).test(code)) return ['*'];
  if (whole !== undefined)
    return [...code.matchAll(new RegExp(`\\b${whole}\\.(\\w+)`, 'g'))].map((use) => use[1] ?? '');
  if (clause.trim() === '*') return ['*'];
  const braces = /\{([^}]*)\}/.exec(clause)?.[1] ?? '';
  const named = braces
    .split(',')
    .map(
      (part) =>
        part
          .trim()
          .replace(/^type\s+/, '')
          .split(/\s+as\s+/)[0] ?? '',
    )
    .filter((name) => name !== '');
  const first = /^\w+/.exec(clause.trim())?.[0];
  return first === undefined ? named : ['default', ...named];
}

/** Only values, because an exported type is the vocabulary of the values next to it and costs nothing. */
function exportsOf(code: string): string[] {
  const declared =
    /^export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:const|let|function\*?|class)\s+(\w+)/gm;
  const listed = /^export\s+\{([^}]*)\}/gm;
  const names = [...code.matchAll(declared)].map((found) => found[1] ?? '');
  for (const found of code.matchAll(listed)) {
    names.push(
      ...(found[1] ?? '').split(',').map(
        (part) =>
          part
            .trim()
            .split(/\s+as\s+/)
            .at(-1) ?? '',
      ),
    );
  }
  if (/^export\s+default\b/m.test(code)) names.push('default');
  return names.filter((name) => name !== '');
}

function resolve(from: string, target: string): string {
  if (target.startsWith('.')) return posix.normalize(posix.join(dirname(from), target)).replace(/\?.*$/, '');
  const workspace = /^@candor\/(\w+)\/(.+)$/.exec(target);
  if (workspace !== null) return `${workspace[1]}/src/${workspace[2]}`;
  if (target.startsWith('node:')) return target;
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}
