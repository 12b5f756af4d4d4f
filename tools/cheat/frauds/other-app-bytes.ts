/** Serves customers' browsers a program other than the one in the log. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { refuseOthers } from '../copy.ts';
import type { Fraud } from '../crime.ts';

export const otherAppBytes: Fraud = {
  name: 'other-app-bytes',
  says: 'Adds a line to a file of the app that the server sends to browsers, and to its compressed copies.',
  foundBy: ['app_differs'],
  isReady: async ({ sql }) => (await sql(`select from tlog_entry where kind = 'app'`)).length > 0,
  commit: ({ copy }) => {
    refuseOthers(copy.data);
    const assets = join(copy.folder, 'web/dist/assets');
    const name = readdirSync(assets).find((one) => one.endsWith('.js'));
    if (name === undefined) throw new Error(`expected the app's files in ${assets}, found none`);
    const path = join(assets, name);
    const bytes = Buffer.concat([readFileSync(path), Buffer.from('\n// This line is not in the log.\n')]);
    writeFileSync(path, bytes);
    writeFileSync(`${path}.br`, brotliCompressSync(bytes));
    writeFileSync(`${path}.gz`, gzipSync(bytes));
    return Promise.resolve();
  },
};
