/**
 * Computes the result of a run of vitest. Files that failed are run again alone, because on a shared machine a market may be late
 * once. To keep failures visible, every file that passed only then is named. A busy machine can't explain more than a few of
 * them, so if there are more, each of them counts as failed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The maximum number of files that run again; if more failed, something is broken. */
export const AGAIN_MAX = 8;
/** The maximum number of files that may pass only when they run again. */
const UNSTEADY_MAX = 5;

type FileResult = {
  /** An absolute path. */
  readonly name: string;
  readonly status: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly { readonly status: string }[];
};
export type VitestRun = { readonly testResults: readonly FileResult[] };

type Counted = {
  readonly passed: number;
  readonly failed: number;
  readonly took: readonly { readonly file: string; readonly ms: number }[];
  readonly unsteady: readonly string[];
};

/** Undefined if vitest ran nothing. */
export function readRun(path: string): VitestRun | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as VitestRun) : undefined;
}

/** The files with a failed test, or with an error outside any test, relative to the project's folder. */
export function failedFiles({ testResults }: VitestRun): readonly string[] {
  return testResults.filter((file) => failuresIn(file) > 0).map(({ name }) => relative(process.cwd(), name));
}

/**
 * Adds up the first run and the second run of the files that failed, if there was one. `code` is the exit code of the last run:
 * an error outside any file fails the run without failing a file.
 */
export function countRun({
  first,
  code,
  second = { testResults: [] },
}: {
  readonly first: VitestRun;
  readonly code: number;
  readonly second?: VitestRun | undefined;
}): Counted {
  const repeated = new Map(second.testResults.map((file) => [file.name, file]));
  const last = first.testResults.map((file) => repeated.get(file.name) ?? file);
  const failed = last.reduce((sum, file) => sum + failuresIn(file), 0);
  const unsteady = first.testResults
    .filter((file) => failuresIn(file) > 0 && failuresIn(repeated.get(file.name) ?? file) === 0)
    .map(({ name }) => relative(process.cwd(), name));
  const isTooMany = unsteady.length > UNSTEADY_MAX;
  return {
    passed: last.reduce((sum, file) => sum + count(file, 'passed'), 0),
    failed: Math.max(failed, code === 0 ? 0 : 1) + (isTooMany ? unsteady.length : 0),
    took: last.map(({ name, startTime, endTime }) => ({
      file: relative(process.cwd(), name),
      ms: endTime - startTime,
    })),
    unsteady,
  };
}

/** Sentences about unsteady files, to print next to the count; none if all passed the first time. */
export function unsteadyFileSentences(unsteady: readonly string[]): readonly string[] {
  if (unsteady.length === 0) return [];
  const counted = unsteady.length > UNSTEADY_MAX ? 'too many, so the run fails' : 'counted as passed';
  return [
    `UNSTEADY: ${unsteady.length} test files passed only when they ran again alone (${counted}):`,
    ...unsteady.map((file) => `  ${file}`),
  ];
}

const count = ({ assertionResults }: FileResult, status: string): number =>
  assertionResults.filter((one) => one.status === status).length;

/** A file that could not be read, or whose preparation failed, counts as one failure. */
function failuresIn(file: FileResult): number {
  return Math.max(count(file, 'failed'), file.status === 'failed' ? 1 : 0);
}
