/** Finds promtool, which tries the alert rules on made-up figures. Installs Debian's Prometheus if it is missing. */
import { findOrInstall, onPath } from './debian.ts';
import type { Wanted } from './debian.ts';

export const PROMTOOL: Wanted = {
  name: 'promtool',
  search: () => process.env['PROMTOOL_PATH'] || onPath('promtool'),
  packages: ['prometheus'],
  missing: 'The test of the alerts needs promtool: install Prometheus, or set PROMTOOL_PATH to it.',
};

/** Returns the path of promtool, or a message that explains how to install it. */
export function findPromtool(): { path: string } | { sentence: string } {
  return findOrInstall(PROMTOOL);
}
