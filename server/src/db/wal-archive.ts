/**
 * The archive of the embedded database's WAL, one compressed file per segment. Together with an earlier base backup, it restores
 * the database to any point in time. PostgreSQL itself runs the commands, under its own account.
 */
import { mkdir } from 'node:fs/promises';
import { giveTo } from './postgres-home.ts';
import type { Account } from './postgres-home.ts';

/** The period of data that may be lost with the database's disk. A segment is archived after this time even if it is not full. */
const AT_LEAST_EVERY_SECONDS = 60;
const SUFFIX = 'gz';

/** Creates the archive for the account that writes it, and returns the settings by which PostgreSQL fills it. */
export async function archiveSettings(
  folder: string,
  account: Account,
): Promise<Readonly<Record<string, string>>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await giveTo(folder, account);
  const file = `${quoted(folder)}/%f.${SUFFIX}`;
  return {
    archive_mode: 'on',
    // Even after a power failure, a file is either complete or absent. It is never replaced by one with other content. PostgreSQL
    // repeats an archive command that fails.
    archive_command:
      `if test -f ${file}; then gzip -dc ${file} | cmp -s - %p; else ` +
      `gzip -1 -c %p > ${file}.part && sync ${file}.part && mv ${file}.part ${file}; fi`,
    archive_timeout: `${AT_LEAST_EVERY_SECONDS}s`,
  };
}

/**
 * Returns the settings by which PostgreSQL reads the archive when it starts on a base backup. Without a time, it recovers to the
 * end of the archive.
 */
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

/** Quotes a path for the shell, and escapes PostgreSQL's own placeholders. */
function quoted(path: string): string {
  return `'${path.replaceAll('%', '%%').replaceAll("'", `'\\''`)}'`;
}
