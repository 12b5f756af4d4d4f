/** Allows one server per data folder: a file names the running process, so that an operator can stop it. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type PidFile = { release(): void };

/** Claims the folder, or returns the id of the running server that has already claimed it. */
export function claimDataFolder(directory: string): PidFile | { takenBy: number } {
  const file = join(directory, 'server.pid');
  for (;;) {
    try {
      writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const other = parseInt(readFileSync(file, 'utf8'), 10);
      if (isServer(other)) return { takenBy: other };
      rmSync(file, { force: true });
    }
  }
}

/**
 * After a reboot, an unrelated process may have the id, so the claim holds only if it is a Node process that runs this program.
 */
function isServer(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts');
  } catch {
    return process.platform !== 'linux';
  }
}
