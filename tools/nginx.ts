/** Finds nginx, in front of which the server is tested as it would run, installing Debian's when it is missing. */
import { findOrInstall, onPath } from './debian.ts';
import type { Wanted } from './debian.ts';

export const NGINX: Wanted = {
  name: 'nginx',
  // Debian keeps it where only root's PATH leads.
  search: () => process.env['NGINX_PATH'] || onPath('nginx') || onPath('../sbin/nginx'),
  packages: ['nginx-light'],
  missing: 'The test behind a reverse proxy needs nginx: install it, or set NGINX_PATH to it.',
};

/** Answers the path of nginx, or the sentence that says how to get it. */
export function findNginx(): { path: string } | { sentence: string } {
  return findOrInstall(NGINX);
}
