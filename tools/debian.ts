/** Finds programs that are not npm packages, and installs Debian's packages if the user may. */
import { execFile, execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Wanted = {
  /** The program's name in messages, such as "Chromium". */
  readonly name: string;
  /** Returns the program's path if it is installed. */
  readonly search: () => string | undefined;
  readonly packages: readonly string[];
  /** The message if the program is missing and cannot be installed: what it is for, and how to install it. */
  readonly missing: string;
};

/**
 * Returns the program's path, after installing Debian's packages if it is missing, or a message that explains how to install it.
 */
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
    ? { sentence: `Debian's packages did not install ${name}. ${missing}` }
    : { path: installed };
}

/**
 * Installs all missing programs in one run before any tool needs them, because two concurrent installations would block each
 * other. Reports a failure and continues; a tool that needs the program reports it again.
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
    console.error(`Failed to install the missing packages: ${(error as Error).message}`);
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
