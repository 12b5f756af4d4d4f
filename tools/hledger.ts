/** Finds hledger, which checks our ledger with independent accounting software. Installs Debian's if it is missing. */
import { findOrInstall, onPath } from './debian.ts';
import type { Wanted } from './debian.ts';

export const HLEDGER: Wanted = {
  name: 'hledger',
  search: () => process.env['HLEDGER_PATH'] || onPath('hledger'),
  packages: ['hledger'],
  missing: 'The test of plain-text accounting needs hledger: install it, or set HLEDGER_PATH to it.',
};

/** Returns the path of hledger, or a message that explains how to install it. */
export function findHledger(): { path: string } | { sentence: string } {
  return findOrInstall(HLEDGER);
}
