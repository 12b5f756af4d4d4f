/**
 * Finds Go and its packages for transparency logs, which check our log's files independently. Installs Debian's if they are
 * missing.
 */
import { existsSync } from 'node:fs';
import { findOrInstall, onPath } from './debian.ts';
import type { Wanted } from './debian.ts';

/** Debian puts the sources of Go packages here. */
export const GOPATH = process.env['GOPATH'] ?? '/usr/share/gocode';

export const GOLANG: Wanted = {
  name: 'Go',
  search: () => (existsSync(`${GOPATH}/src/golang.org/x/mod/sumdb/tlog`) ? onPath('go') : undefined),
  packages: ['golang-go', 'golang-golang-x-mod-dev'],
  missing: 'The test of the transparency log needs Go with golang.org/x/mod below GOPATH.',
};

/** Returns the path of Go, or a message that explains how to install it. */
export function findGolang(): { path: string } | { sentence: string } {
  return findOrInstall(GOLANG);
}
