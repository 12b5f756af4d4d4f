/**
 * `npm run reexecute -- <folder>`: decides an exported day again by the rules of this checkout, without a database, and compares
 * every journal. It exits with 0 if nothing differs, with 1 if something does, and with 2 if the folder can't be read.
 */
import { resolve } from 'node:path';
import { rulebook } from '../server/src/app/gathering.ts';
import { reexecute } from '../server/src/reexecution/reexecute.ts';
import { reportOf } from '../server/src/reexecution/report.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) stopWith(new Error('expected the folder of an exported day, found none'));
const startedMs = performance.now();
const done = await reexecute(resolve(folder), rulebook).catch(stopWith);
process.stdout.write(reportOf(done, (performance.now() - startedMs) / 1000));
process.exitCode = done.differences.count === 0 ? 0 : 1;

function stopWith(error: Error): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}
