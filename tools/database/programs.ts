/**
 * Finds Debian's programs for the tests of separate databases: the oldest supported PostgreSQL, PgBouncer, Patroni and etcd.
 * Installs them if they are missing and the user may.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findOrInstall, onPath } from '../debian.ts';
import type { Wanted } from '../debian.ts';

const VERSIONS = '/usr/lib/postgresql';
const OLDEST_MAJOR = 15;

const POSTGRES: Wanted = {
  name: 'PostgreSQL',
  search: () => process.env['POSTGRES_BIN'] || oldestPackaged(),
  packages: ['postgresql'],
  missing: `The tests with an external PostgreSQL need version ${OLDEST_MAJOR} or later: install Debian's package postgresql, or set POSTGRES_BIN to the folder of its programs.`,
};

const PGBOUNCER: Wanted = {
  name: 'PgBouncer',
  search: () => process.env['PGBOUNCER_PATH'] || onPath('pgbouncer') || onPath('../sbin/pgbouncer'),
  packages: ['pgbouncer'],
  missing: "The test through PgBouncer needs it: install Debian's package, or set PGBOUNCER_PATH to it.",
};

const PATRONI: Wanted = {
  name: 'Patroni',
  search: () => process.env['PATRONI_PATH'] || onPath('patroni'),
  packages: ['patroni'],
  missing: "The test of a cluster needs Patroni: install Debian's package, or set PATRONI_PATH to it.",
};

const ETCD: Wanted = {
  name: 'etcd',
  search: () => process.env['ETCD_PATH'] || onPath('etcd'),
  packages: ['etcd-server'],
  missing: "The test of a cluster needs etcd: install Debian's package etcd-server, or set ETCD_PATH to it.",
};

/**
 * The folder with `postgres`, `initdb` and `pg_basebackup`. Debian's own cluster is not used, because the tests create
 * theirs.
 */
function oldestPackaged(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined;
  const majors = readdirSync(VERSIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && Number(entry.name) >= OLDEST_MAJOR)
    .map(({ name }) => Number(name))
    .toSorted((a, b) => a - b);
  return majors[0] === undefined ? undefined : join(VERSIONS, String(majors[0]), 'bin');
}

const found = (wanted: Wanted): string => {
  const answer = findOrInstall(wanted);
  if ('sentence' in answer) throw new Error(answer.sentence);
  return answer.path;
};

/** Each throws an error that says what is missing and how to install it. */
export const postgresBin = (): string => found(POSTGRES);
export const pgbouncer = (): string => found(PGBOUNCER);
export const patroni = (): string => found(PATRONI);
export const etcd = (): string => found(ETCD);
