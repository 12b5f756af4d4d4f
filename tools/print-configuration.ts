/** Writes `docs/configuration.md` from the tables of options. A test fails while the file differs from this output. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configurationMarkdown } from '../server/src/config/configuration-page.ts';

writeFileSync(fileURLToPath(new URL('../docs/configuration.md', import.meta.url)), configurationMarkdown());
