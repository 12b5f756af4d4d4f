/**
 * Writes `sdk/src/calls.ts`, the types of the developers' client, from the table of calls. A test fails while the file differs
 * from this output.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sdkCalls } from './sdk-calls.ts';

writeFileSync(fileURLToPath(new URL('../sdk/src/calls.ts', import.meta.url)), sdkCalls());
