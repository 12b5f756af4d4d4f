/** All planted faults. */
import { COMMANDS } from './commands.ts';
import { FIGURES } from './figures.ts';
import { GUARDS } from './guards.ts';
import type { Mutant } from './mutant.ts';

export const MUTANTS: readonly Mutant[] = [...FIGURES, ...COMMANDS, ...GUARDS];
