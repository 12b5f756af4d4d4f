/** Finds nginx, behind which the server is tested as in production. Installs Debian's if it is missing. */
import { findOrInstall, onPath } from './debian.ts';
import type { Wanted } from './debian.ts';

export const NGINX: Wanted = {
  name: 'nginx',
  // Debian installs nginx in a folder that only root's PATH contains.
  search: () => process.env['NGINX_PATH'] || onPath('nginx') || onPath('../sbin/nginx'),
  packages: ['nginx-light'],
  missing: 'The test behind a reverse proxy needs nginx: install it, or set NGINX_PATH to it.',
};

/** Returns the path of nginx, or a message that explains how to install it. */
export function findNginx(): { path: string } | { sentence: string } {
  return findOrInstall(NGINX);
}
