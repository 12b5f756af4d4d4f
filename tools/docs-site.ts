/** Builds the site of the documentation into `docs/.vitepress/dist` (or `--out`), or serves it while you write (`-- --serve`). */
import { build, createServer } from 'vitepress';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openApiDocument } from '../server/src/http/openapi.ts';
import { READER } from '../server/src/http/reference-page.ts';
import { libraryText } from '../server/src/http/reference-library-text.ts';

const DOCS = fileURLToPath(new URL('../docs', import.meta.url));
const REFERENCE = join(DOCS, '.vitepress/cache/reference');
/** The examples of the reference call the demo that the guides start. */
const SERVERS = [{ url: 'http://127.0.0.1:8090', description: 'The demo of the quick start' }];

mkdirSync(REFERENCE, { recursive: true });
writeFileSync(join(REFERENCE, 'library.js'), await libraryText());
writeFileSync(join(REFERENCE, 'reader.json'), JSON.stringify(READER));
writeFileSync(join(REFERENCE, 'openapi.json'), JSON.stringify({ ...openApiDocument(), servers: SERVERS }));

if (process.argv.includes('--serve')) {
  const server = await createServer(DOCS, { port: 8095 });
  await server.listen();
  server.printUrls();
} else {
  const { out } = parseArgs({ options: { out: { type: 'string' } } }).values;
  await build(DOCS, out === undefined ? {} : { outDir: out });
}
