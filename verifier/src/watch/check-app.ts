/** Compares the app's files that a server serves with the manifest in its log. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';

/** A manifest has a line for each file: the SHA-256 in hex, two spaces, and the path from the app's root. */
const LINE = /^([0-9a-f]{64}) {2}(\S+)$/;
const AT_ONCE = 4;

export type ManifestFile = { readonly hash: string; readonly path: string };

/** Reads a manifest; undefined if a line is malformed or a path repeats. */
export function readManifest(text: string): readonly ManifestFile[] | undefined {
  const files: ManifestFile[] = [];
  for (const line of text.split('\n').slice(0, -1)) {
    const [, hash, path] = LINE.exec(line) ?? [];
    if (hash === undefined || path === undefined) return undefined;
    files.push({ hash, path });
  }
  const isWhole = text.endsWith('\n') && new Set(files.map(({ path }) => path)).size === files.length;
  return isWhole ? files : undefined;
}

/** Fetches every file of the logged manifest and compares it. `found` has the alarms also if a file cannot be read. */
export async function checkApp(
  read: (path: string) => Promise<Uint8Array>,
  manifestHash: string | undefined,
  found: Alarm[] = [],
): Promise<readonly Alarm[]> {
  if (manifestHash === undefined) {
    found.push(alarm('app_unlogged', 'The log has no manifest of the app’s files.'));
    return found;
  }
  const text = new TextDecoder().decode(await read(`/log/app/${manifestHash}`));
  const files = readManifest(text);
  if (bytesToHex(sha256(utf8ToBytes(text))) !== manifestHash || files === undefined) {
    found.push(alarm('app_differs', `The manifest ${manifestHash} is not the one in the log.`, text));
    return found;
  }
  const page = files.find(({ path }) => path === 'index.html');
  // The page is what browsers open at the address itself.
  const waiting = [...files, ...(page === undefined ? [] : [{ hash: page.hash, path: '' }])];
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const served = bytesToHex(sha256(await read(`/${file.path}`)));
      if (served === file.hash) continue;
      found.push(
        alarm('app_differs', `${file.path} is served with other bytes than the log has.`, served, file.hash),
      );
    }
  };
  const works = Array.from({ length: AT_ONCE }, work);
  // A file that cannot be read must not hide what the others find.
  await Promise.allSettled(works);
  await Promise.all(works);
  return found;
}
