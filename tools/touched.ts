/** What a change touches: the files that differ from where one's branch began, and by imports the tests and screens that they reach. */
import { execFileSync } from 'node:child_process';
import { ROOT } from './install.mjs';
import { isTest, parseSource, readProject } from './source-files.ts';

const SOURCE =
  /^(client|console|domain|protocol|server|testing|verifier|web|tools|bench|journeys)\/.*\.(ts|tsx|mjs)$/;

function git(...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}

/** The last commit that landed below this one: where the branch left main; undefined where there is no history. */
export function landed(): string | undefined {
  const found = ['origin/main', 'main'].map((branch) => git('merge-base', branch, 'HEAD')?.trim());
  return found.find((commit) => commit !== undefined) ?? git('rev-parse', 'HEAD')?.trim();
}

/** The files that differ from a commit, the uncommitted and the new ones among them. */
export function changedSince(commit: string): readonly string[] {
  const changed = git('diff', '--name-only', commit) ?? '';
  const added = git('ls-files', '--others', '--exclude-standard') ?? '';
  return [...new Set(`${changed}\n${added}`.split('\n'))].filter((path) => path !== '').toSorted();
}

/** A file as it stood at a commit; undefined where there was none. */
export function textAt(commit: string, path: string): string | undefined {
  return git('show', `${commit}:${path}`);
}

/** What each file imports of the project. */
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

/** Every file that one reaches, itself among them. */
export function reachedFrom(graph: Graph, path: string): ReadonlySet<string> {
  const reached = new Set([path]);
  for (const at of reached) for (const next of graph.get(at) ?? []) reached.add(next);
  return reached;
}

/** The tests that reach any of these, the nearest first: by how many imports they are away. */
export function testsOf(graph: Graph, changed: readonly string[]): readonly string[] {
  const importers = new Map<string, string[]>();
  for (const [path, targets] of graph)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), path]);
  const reached = new Set(changed);
  for (const at of reached) for (const next of importers.get(at) ?? []) reached.add(next);
  return [...reached].filter((path) => isTest(path) && /\.test\.tsx?$/.test(path));
}
