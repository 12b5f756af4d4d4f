/**
 * The process of one run. A planted fault changes the server's code, so it is planted before any of that code is loaded.
 */
import { plantedFault } from '../faults/planted.ts';
import { plant } from '../faults/planting.ts';
import type { RunOptions, RunResult } from './one-run.ts';

// If the tool was stopped, nobody reads the result.
process.once('disconnect', () => process.exit(1));
process.once('message', (options: RunOptions) => {
  run(options).then(
    (result) => process.send?.(result, () => process.exit(0)),
    (error: Error) => {
      console.error(error.stack);
      process.exit(1);
    },
  );
});

async function run(options: RunOptions): Promise<RunResult> {
  const fault = plantedFault(options.fault);
  if (fault !== undefined) plant(fault);
  const { oneRun } = await import('./one-run.ts');
  return oneRun(options);
}
