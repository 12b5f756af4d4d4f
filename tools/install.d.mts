/** Types of what TypeScript tools use from the plain JavaScript beside it. */
import type { SpawnOptions } from 'node:child_process';

export const ROOT: string;
export function run(command: string, args: readonly string[], options: SpawnOptions): Promise<number>;
