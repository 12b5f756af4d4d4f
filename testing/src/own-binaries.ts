/**
 * Runs the tests on another PostgreSQL than the packaged one: `CANDOR_TEST_POSTGRES=/usr/lib/postgresql/15/bin npm test`. The
 * oldest version that is supported has to pass them too (`docs/decisions/postgres-15.md`).
 */
import { join } from 'node:path';
import type { Binaries } from '../../server/src/db/postgres-home.ts';

/**
 * Before version 17, PostgreSQL has no built-in locale; this locale of the C library sorts and converts in the same way.
 */
const LOCALE_OF_C = ['--locale=C', '--lc-ctype=C.UTF-8'];

/** Undefined if the packaged binaries are to be used. */
export function ownBinaries(): Binaries | undefined {
  const folder = process.env['CANDOR_TEST_POSTGRES'] ?? '';
  return folder === '' ? undefined : binariesIn(folder);
}

export function binariesIn(folder: string): Binaries {
  return { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb'), locale: LOCALE_OF_C };
}
