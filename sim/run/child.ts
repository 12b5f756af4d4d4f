/** The process of one run. */
import { oneRun } from './one-run.ts';
import type { RunOptions } from './one-run.ts';

process.once('message', (options: RunOptions) => {
  oneRun(options).then(
    (result) => process.send?.(result, () => process.exit(0)),
    (error: Error) => {
      console.error(error.stack);
      process.exit(1);
    },
  );
});
