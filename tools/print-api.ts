/**
 * Writes `docs/api.md` from the table of calls, and `docs/console-api.md` from that of operators' calls. A test fails while a
 * file differs from this output.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { consoleMarkdown } from '../server/src/http/console-reference.ts';
import { referenceMarkdown } from '../server/src/http/reference.ts';

const print = (name: string, text: string): void =>
  writeFileSync(fileURLToPath(new URL(`../docs/${name}`, import.meta.url)), text);

print('api.md', referenceMarkdown());
print('console-api.md', consoleMarkdown());
