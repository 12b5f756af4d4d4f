/** Types of the plain JavaScript next to it, for TypeScript tools. */
import type { SpawnOptions } from 'node:child_process';

export const ROOT: string;
export function run(command: string, args: readonly string[], options: SpawnOptions): Promise<number>;
/** The Node that runs everything in this project. */
export const NODE: string;
