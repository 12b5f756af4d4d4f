/** `npm run check`: format, lint, types and tidy; run it before pushing. It prints the counts last. */
import { CHECKS, runChecks } from './checks.ts';

const TIDY = { name: 'tidy', command: ['vitest', 'run', 'tools/tidy.test.ts'] };

/** Most of them keep one core busy. */
const AT_ONCE = 2;

const results = await runChecks([...CHECKS, TIDY], AT_ONCE);
const failed = results.filter((result) => !result.passed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
