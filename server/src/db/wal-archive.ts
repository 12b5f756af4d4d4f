/**
 * The archive of the embedded database's WAL: one compressed file a segment. With a base backup before it, it restores the
 * database to any second. PostgreSQL runs the commands itself, as its own account.
 */
import { mkdir } from 'node:fs/promises';
import { giveTo } from './postgres-home.ts';
import type { Account } from './postgres-home.ts';

/**
 * The period of data that may be lost with the database's disk: the archive gets each segment after this time, even an
 * unfinished one.
 */
const AT_LEAST_EVERY_SECONDS = 60;
const SUFFIX = 'gz';

/** Creates the archive for the account that writes it, and returns the settings with which PostgreSQL fills it. */
export async function archiveSettings(
  folder: string,
  account: Account,
): Promise<Readonly<Record<string, string>>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await giveTo(folder, account);
  const file = `${quoted(folder)}/%f.${SUFFIX}`;
  return {
    archive_mode: 'on',
    // A file is complete or absent, also after a power cut, and never replaced by one that differs. PostgreSQL repeats what fails.
    archive_command:
      `if test -f ${file}; then gzip -dc ${file} | cmp -s - %p; else ` +
      `gzip -1 -c %p > ${file}.part && sync ${file}.part && mv ${file}.part ${file}; fi`,
    archive_timeout: `${AT_LEAST_EVERY_SECONDS}s`,
  };
}

/** With these settings PostgreSQL reads the archive when it starts on a base backup. Without a time it reads to the end. */
export function recoverySettings(
  folder: string,
  toTime: string | undefined,
): Readonly<Record<string, string>> {
  return {
    restore_command: `gzip -dc ${quoted(folder)}/%f.${SUFFIX} > %p`,
    recovery_target_action: 'promote',
    ...(toTime === undefined ? {} : { recovery_target_time: toTime }),
  };
}

/** For the shell, and with PostgreSQL's own placeholders escaped. */
function quoted(path: string): string {
  return `'${path.replaceAll('%', '%%').replaceAll("'", `'\\''`)}'`;
}
