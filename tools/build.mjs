/** `npm run build`: installs the packages and builds both apps, for a server that then starts without writing to its folder. */
import { ensureWebBuilt } from './build-web.mjs';
import { ensureInstalled } from './install.mjs';

await ensureInstalled();
process.exitCode = await ensureWebBuilt();
