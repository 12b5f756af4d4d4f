/** Compares the files of an app with a manifest in the log: those that a server serves, or those of somebody's own build. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { ManifestFile } from './check-app.ts';

/**
 * - bytes_differ: the file has another SHA-256 than the manifest says.
 * - missing: it is in the manifest, and cannot be read.
 * - not_logged: it is in the build, and not in the manifest.
 */
export type AppDifference = {
  readonly path: string;
  readonly why: 'bytes_differ' | 'missing' | 'not_logged';
  /** SHA-256 in lower-case hex; undefined where there is none. */
  readonly logged?: string;
  readonly found?: string;
};

/** Reads each file of a manifest from a server, by its path from the app's root; undefined if the server has none. */
export async function compareServed(
  read: (path: string) => Promise<Uint8Array | undefined>,
  logged: readonly ManifestFile[],
): Promise<readonly AppDifference[]> {
  const found: AppDifference[] = [];
  const page = logged.find(({ path }) => path === 'index.html');
  // Browsers open the page at the address itself, so a server could serve something else there.
  for (const { path, hash } of [...logged, ...(page === undefined ? [] : [{ ...page, path: '' }])]) {
    // One after the other: nobody waits for this, and the server has customers to serve.
    // oxlint-disable-next-line no-await-in-loop
    const bytes = await read(path);
    const name = path === '' ? 'the address itself' : path;
    if (bytes === undefined) {
      found.push({ path: name, why: 'missing', logged: hash });
      continue;
    }
    const served = bytesToHex(sha256(bytes));
    if (served !== hash) found.push({ path: name, why: 'bytes_differ', logged: hash, found: served });
  }
  return found;
}

/** Compares a build of the published source with the manifest. */
export function compareBuilt(
  built: readonly ManifestFile[],
  logged: readonly ManifestFile[],
): readonly AppDifference[] {
  const own = new Map(built.map(({ path, hash }) => [path, hash]));
  const named = new Set(logged.map(({ path }) => path));
  const differences = logged.flatMap(({ path, hash }): readonly AppDifference[] => {
    const found = own.get(path);
    if (found === hash) return [];
    return [
      found === undefined
        ? { path, why: 'missing', logged: hash }
        : { path, why: 'bytes_differ', logged: hash, found },
    ];
  });
  const extra = built.filter(({ path }) => !named.has(path));
  return [
    ...differences,
    ...extra.map(({ path, hash }) => ({ path, why: 'not_logged', found: hash }) as const),
  ];
}
