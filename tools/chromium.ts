/** Finds the browser of the journeys, installing Debian's when it is missing and we are allowed to. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Answers the path of the browser, or the sentence that says how to get one. */
export function findChromium(): { path: string } | { sentence: string } {
  const present = search();
  if (present !== undefined) return { path: present };
  if (process.getuid?.() !== 0 || onPath('apt-get') === undefined) {
    return { sentence: 'The browser tests need Chromium: install it, or set CHROME_PATH to one.' };
  }
  console.log("Installing Chromium from Debian's packages.");
  try {
    apt(['update']);
    apt(['install', '--yes', '--no-install-recommends', 'chromium', 'fonts-noto-cjk']);
  } catch (error) {
    return {
      sentence: `Chromium could not be installed from Debian's packages: ${(error as Error).message}`,
    };
  }
  const installed = search();
  return installed === undefined
    ? { sentence: "Debian's packages brought no Chromium; set CHROME_PATH to one." }
    : { path: installed };
}

function apt(args: readonly string[]): void {
  execFileSync('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function search(): string | undefined {
  const chosen = process.env['CHROME_PATH'];
  if (chosen !== undefined && chosen !== '') return chosen;
  return NAMES.map(onPath).find((path) => path !== undefined);
}

function onPath(name: string): string | undefined {
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
