/**
 * Finds what a change reaches: the files that differ from the branch point, and by imports the tests and screens that depend on
 * them.
 */
import { execFileSync } from 'node:child_process';
import { ROOT } from './install.mjs';
import { isTest, parseSource, readProject } from './source-files.ts';

const SOURCE =
  /^(client|console|domain|protocol|server|testing|verifier|web|sim|tools|bench|e2e)\/.*\.(ts|tsx|mjs)$/;

function git(...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}

/** The newest common commit with main, at which the branch left main; undefined if there is no history. */
export function landed(): string | undefined {
  const found = ['origin/main', 'main'].map((branch) => git('merge-base', branch, 'HEAD')?.trim());
  return found.find((commit) => commit !== undefined) ?? git('rev-parse', 'HEAD')?.trim();
}

/** Includes uncommitted and new files. */
export function changedSince(commit: string): readonly string[] {
  const changed = git('diff', '--name-only', commit) ?? '';
  const added = git('ls-files', '--others', '--exclude-standard') ?? '';
  return [...new Set(`${changed}\n${added}`.split('\n'))].filter((path) => path !== '').toSorted();
}

/** A file's content at a commit; undefined if it did not exist. */
export function textAt(commit: string, path: string): string | undefined {
  return git('show', `${commit}:${path}`);
}

/** Each file's imports within the project. */
export type Graph = ReadonlyMap<string, readonly string[]>;

export function readGraph(): Graph {
  const project = readProject();
  const sources = [...project].filter(([path]) => SOURCE.test(path));
  return new Map(
    sources.map(([path, text]) => [
      path,
      parseSource(path, text)
        .imports.map(({ target }) => target)
        .filter((target) => project.has(target)),
    ]),
  );
}

/** Every file that the given file reaches, including itself. */
export function reachedFrom(graph: Graph, path: string): ReadonlySet<string> {
  const reached = new Set([path]);
  for (const at of reached) for (const next of graph.get(at) ?? []) reached.add(next);
  return reached;
}

/** The tests that reach any of these files, in ascending order of the number of imports between them. */
export function testsOf(graph: Graph, changed: readonly string[]): readonly string[] {
  const importers = new Map<string, string[]>();
  for (const [path, targets] of graph)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), path]);
  const reached = new Set(changed);
  for (const at of reached) for (const next of importers.get(at) ?? []) reached.add(next);
  return [...reached].filter((path) => isTest(path) && /\.test\.tsx?$/.test(path));
}
