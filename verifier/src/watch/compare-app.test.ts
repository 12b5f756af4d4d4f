import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { compareBuilt, compareServed } from './compare-app.ts';

const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
const logged = ['index.html', 'assets/a.js'].map((path) => ({ path, hash: hashOf(path) }));
const serve = (files: Readonly<Record<string, string>>) => (path: string) =>
  Promise.resolve(path in files ? utf8ToBytes(files[path] ?? '') : undefined);
const honest = { '': 'index.html', 'index.html': 'index.html', 'assets/a.js': 'assets/a.js' };

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['nothing if every file is the logged one', honest, []],
  ['a file with other bytes', { ...honest, 'assets/a.js': 'x' }, ['assets/a.js bytes_differ']],
  ['another page at the address itself', { ...honest, '': 'x' }, ['the address itself bytes_differ']],
  ['a file that is not served', { '': 'index.html', 'index.html': 'index.html' }, ['assets/a.js missing']],
])('reports for a server: %s', async (_, files, expected) => {
  const found = await compareServed(serve(files), logged);
  expect(found.map(({ path, why }) => `${path} ${why}`)).toEqual(expected);
});

test.each<[string, readonly { path: string; hash: string }[], readonly string[]]>([
  ['nothing if it is the logged one', logged, []],
  [
    'a file with other bytes',
    [{ path: 'index.html', hash: hashOf('x') }, ...logged.slice(1)],
    ['index.html bytes_differ'],
  ],
  ['a file that only the log has', logged.slice(1), ['index.html missing']],
  ['a file that only the build has', [...logged, { path: 'b.js', hash: hashOf('b') }], ['b.js not_logged']],
])('reports for a build: %s', (_, built, expected) => {
  expect(compareBuilt(built, logged).map(({ path, why }) => `${path} ${why}`)).toEqual(expected);
});
