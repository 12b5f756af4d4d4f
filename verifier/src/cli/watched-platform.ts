/** Reads over HTTP what the watch compares: the log's files, the tapes, the newest signed heads, the terms and the app's files. */
import type { Platform } from '../watch/watch.ts';
import type { PublishedTerms } from '../watch/check-terms.ts';
import { readAnswer, tapeServer } from './server.ts';

const TIMEOUT_MS = 20_000;

export function watchedPlatform(address: string): Platform {
  const at = address.replace(/\/+$/, '');
  return {
    file: async (path) => {
      const response = await fetch(`${at}${path}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`${path} answers ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
    tape: (symbol, fromSeq, limit) => tapeServer(at, symbol).entries(fromSeq, limit),
    heads: async () => {
      const heads = (await readAnswer(`${at}/api/transparency/checkpoints`, {})) as Awaited<
        ReturnType<Platform['heads']>
      >;
      return heads;
    },
    terms: async () => (await readAnswer(`${at}/api/transparency/terms`, {})) as readonly PublishedTerms[],
  };
}
