/** Programs that are not npm packages: where they are, and how Debian's are installed when we are allowed to. */
import { execFile, execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Wanted = {
  /** As a sentence calls it: "Chromium". */
  readonly name: string;
  /** Finds it, if it is there. */
  readonly search: () => string | undefined;
  readonly packages: readonly string[];
  /** What needs it and how one gets it, where it is missing and cannot be installed. */
  readonly missing: string;
};

/** Answers the path of a program, installing Debian's packages when it is missing, or the sentence that says what to do. */
export function findOrInstall({
  name,
  search,
  packages,
  missing,
}: Wanted): { path: string } | { sentence: string } {
  const present = search();
  if (present !== undefined) return { path: present };
  if (!mayInstall()) return { sentence: missing };
  console.log(`Installing ${name} from Debian's packages.`);
  try {
    for (const args of steps(packages)) {
      execFileSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: quietly() });
    }
  } catch (error) {
    return { sentence: `${name} could not be installed from Debian's packages: ${(error as Error).message}` };
  }
  const installed = search();
  return installed === undefined
    ? { sentence: `Debian's packages brought no ${name}. ${missing}` }
    : { path: installed };
}

/**
 * Installs all that is missing in one go, before anybody asks for it: two who ask at once would stand in each other's way. Says what did not
 * work and leaves it at that; whoever needs it says so in their turn.
 */
export async function installMissing(wanted: readonly Wanted[]): Promise<void> {
  const missing = wanted.filter(({ search }) => search() === undefined);
  if (missing.length === 0 || !mayInstall()) return;
  console.log(`Installing ${missing.map(({ name }) => name).join(' and ')} from Debian's packages.`);
  try {
    for (const args of steps(missing.flatMap(({ packages }) => packages))) {
      await promisify(execFile)('apt-get', args, { env: quietly() });
    }
  } catch (error) {
    console.error(`They could not be installed: ${(error as Error).message}`);
  }
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && onPath('apt-get') !== undefined;
}

function steps(packages: readonly string[]): string[][] {
  return [
    ['-qq', 'update'],
    ['-qq', 'install', '--yes', '--no-install-recommends', ...packages],
  ];
}

function quietly(): NodeJS.ProcessEnv {
  return { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
}

export function onPath(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/bin'];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
