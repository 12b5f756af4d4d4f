/** Programs that are not npm packages: where they are, and how Debian's are installed when we are allowed to. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

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
  if (process.getuid?.() !== 0 || onPath('apt-get') === undefined) return { sentence: missing };
  console.log(`Installing ${name} from Debian's packages.`);
  try {
    apt(['update']);
    apt(['install', '--yes', '--no-install-recommends', ...packages]);
  } catch (error) {
    return { sentence: `${name} could not be installed from Debian's packages: ${(error as Error).message}` };
  }
  const installed = search();
  return installed === undefined
    ? { sentence: `Debian's packages brought no ${name}. ${missing}` }
    : { path: installed };
}

function apt(args: readonly string[]): void {
  execFileSync('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
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
