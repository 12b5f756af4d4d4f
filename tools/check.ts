/** `npm run check`: runs format, lint, types and tidy, and prints the counts last. Run it before pushing. */
import { CHECKS, runChecks } from './checks.ts';

const TIDY = { name: 'tidy', command: ['vitest', 'run', 'tools/tidy.test.ts'] };

/** Most checks keep one core busy. */
const AT_ONCE = 2;

const results = await runChecks([...CHECKS, TIDY], AT_ONCE);
const failed = results.filter((result) => !result.passed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
