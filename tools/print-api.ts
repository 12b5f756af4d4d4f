/** Prints `docs/api.md` from the table of calls. A test fails while the file is not what this would print. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { referenceMarkdown } from '../server/src/http/reference.ts';

writeFileSync(fileURLToPath(new URL('../docs/api.md', import.meta.url)), referenceMarkdown());
