/** The checks that need neither browser nor database: those of `npm run check`, which `npm test` runs before its tests. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './install.mjs';

export type Check = { readonly name: string; readonly command: readonly string[] };
export type CheckResult = { readonly name: string; readonly passed: boolean; readonly output: string };

/**
 * The TypeScript programs with the paths that each covers; the root's program covers tools, end-to-end tests and the tests of
 * pure rooms.
 */
const PROGRAMS: readonly (readonly [string, string])[] = [
  ['domain', 'domain'],
  ['protocol', 'protocol'],
  ['server', 'server'],
  ['verifier', 'verifier'],
  ['client', 'client'],
  ['mcp', 'mcp'],
  ['sdk', 'sdk'],
  ['web', 'web'],
  ['the worker of web', 'web/src/pwa'],
  ['tests of web', 'web/tsconfig.tests.json'],
  ['console', 'console'],
  ['tests of console', 'console/tsconfig.tests.json'],
  ['the site of the documentation', 'docs/.vitepress'],
  ['tools and tests', '.'],
];

const typesOf = ([what, program]: readonly [string, string]): Check => ({
  name: `types of ${what}`,
  command: ['tsc', '-p', program],
});

const LINT_NAME = 'lint';

export const CHECKS: readonly Check[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: LINT_NAME, command: ['oxlint', '--type-aware', '--deny-warnings', '.'] },
  ...PROGRAMS.map(typesOf),
];

const CODE = /\.(ts|tsx|mjs)$/;
const LINT = ['oxlint', '--deny-warnings'];

/**
 * The checks of `npm test`. The rules that need types take as long as all other checks together, so they are applied only to the
 * files that changed; `npm run check` and `npm run test:slow` apply them to all.
 */
export function quickChecks(changed: readonly string[]): readonly Check[] {
  const code = changed.filter((path) => CODE.test(path) && existsSync(join(ROOT, path)));
  return [
    ...CHECKS.filter(({ name }) => name !== LINT_NAME),
    { name: 'lint without types', command: [...LINT, '.'] },
    ...(code.length > 0
      ? [{ name: 'lint of changed files', command: [...LINT, '--type-aware', ...code] }]
      : []),
  ];
}

/** The TypeScript programs of the given files. A file in no workspace is a tool or a test of a pure room. */
export function programsOf(paths: readonly string[]): readonly Check[] {
  const rooms = new Set(paths.filter((path) => /\.tsx?$/.test(path)).map((path) => path.split('/')[0] ?? ''));
  const workspaces = new Set(PROGRAMS.map(([, program]) => program.split('/')[0]));
  return PROGRAMS.filter(([, program]) => {
    const room = program.split('/')[0] ?? '';
    return rooms.has(room) || (room === '.' && [...rooms].some((one) => !workspaces.has(one)));
  }).map(typesOf);
}

/** Runs the checks, a few at a time. Prints a line per check as it completes, and the output of a failed one. */
export async function runChecks(checks: readonly Check[], atOnce: number): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const waiting = [...checks];
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const result = await runCheck(check);
      console.log(`${result.passed ? 'passed' : 'FAILED'}  ${result.name}`);
      if (!result.passed) console.log(result.output.trimEnd());
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

async function runCheck(check: Check): Promise<CheckResult> {
  const { code, output } = await capture(check.command);
  return { name: check.name, passed: code === 0, output };
}

/** Runs an installed program from the root and captures its output. */
async function capture(command: readonly string[]): Promise<{ code: number; output: string }> {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(installed(program), args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs an installed program on this terminal, and returns its exit code. */
export async function show(command: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<number> {
  const [program = '', ...args] = command;
  const path = installed(program);
  return run(path, args, { cwd: ROOT, env: { ...process.env, ...environment } });
}

/** The programs start with `env node`, which must find this project's Node before the system's. */
export function installed(program: string): string {
  const programs = join(ROOT, 'node_modules/.bin');
  if (!process.env['PATH']?.startsWith(programs)) process.env['PATH'] = `${programs}:${process.env['PATH']}`;
  return join(programs, program);
}
