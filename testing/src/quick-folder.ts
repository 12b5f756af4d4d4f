/**
 * The folder for data of one test run. Every test database has a thousand files, which take PostgreSQL much time to create and
 * remove on a disk, and next to none in memory.
 */
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** A run needs less than half of this space; containers often have only 64 MB there. */
const ROOM_BYTES = 2 * 1024 ** 3;

/** A folder in memory if one with enough space exists, otherwise the temporary folder. */
export function quickFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
