/** Builds the site of the documentation into `docs/.vitepress/dist` (or `--out`), or serves it while you write (`-- --serve`). */
import { build, createServer } from 'vitepress';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const DOCS = fileURLToPath(new URL('../docs', import.meta.url));

if (process.argv.includes('--serve')) {
  const server = await createServer(DOCS, { port: 8095 });
  await server.listen();
  server.printUrls();
} else {
  const { out } = parseArgs({ options: { out: { type: 'string' } } }).values;
  await build(DOCS, out === undefined ? {} : { outDir: out });
}
