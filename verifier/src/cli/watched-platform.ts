/** Reads over HTTP what the watch compares: the log's files, the tapes, the newest signed heads, the terms and the app's files. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Served } from '../watch/check-app.ts';
import type { Platform } from '../watch/watch.ts';
import type { PublishedHalts } from '../watch/check-halts.ts';
import type { PublishedTerms } from '../watch/check-terms.ts';
import { readFillLists } from './fill-server.ts';
import { isOffered, readAnswer, readKeyChanges, tapeServer } from './server.ts';

const TIMEOUT_MS = 20_000;
const TRIES = 12;
const PAUSE_MS = 5_000;
/** A bundle of 256 entries is the largest file that a log has. */
const BYTES_MAX = 32_000_000;

export function watchedPlatform(address: string): Platform {
  const at = address.replace(/\/+$/, '');
  return {
    file: (path) => readFile(`${at}${path}`),
    asBrowser: (path, browser) => readAsBrowser(`${at}${path}`, browser),
    tape: (symbol, fromSeq, limit) => tapeServer(at, symbol).entries(fromSeq, limit),
    heads: async () => {
      const heads = (await readAnswer(`${at}/api/transparency/checkpoints`, {})) as Awaited<
        ReturnType<Platform['heads']>
      >;
      return heads;
    },
    isDemo: () => isOffered(`${at}/api/demo`),
    fills: (fromRoot) => readFillLists(at, fromRoot),
    keys: () => readKeyChanges(at),
    terms: async () => (await readAnswer(`${at}/api/transparency/terms`, {})) as readonly PublishedTerms[],
    halts: async () => {
      const [pauses, voids, freezes] = await Promise.all(
        ['pauses', 'voids', 'freezes'].map((name) => readAnswer(`${at}/api/transparency/${name}`, {})),
      );
      return { pauses, voids, freezes } as PublishedHalts;
    },
  };
}

/** A busy server is asked again after a pause. */
export async function readFile(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, {
      ...{ headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) },
    });
    const isBusy = response.status === 429 || response.status === 503;
    if (response.ok) return readAll(response);
    if (!isBusy || attempt === TRIES) throw new Error(`${url} answered with status ${response.status}`);
    await delay(PAUSE_MS);
  }
}

/** A redirect is part of the comparison, and is not followed. */
async function readAsBrowser(url: string, { headers: sent }: Browser): Promise<Served> {
  const response = await fetch(url, {
    ...{ headers: sent, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) },
  });
  const { status } = response;
  const bytes = await readAll(response);
  if (status === 429 || status >= 500) throw new Error(`${url} answered with status ${status}`);
  return { status, headers: Object.fromEntries(response.headers), bytes };
}

async function readAll(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > BYTES_MAX) throw new Error(`${response.url} answered with more than ${BYTES_MAX} bytes`);
  }
  return Buffer.concat(chunks);
}
