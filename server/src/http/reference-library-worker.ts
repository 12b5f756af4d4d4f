/** A thread that reads and compresses the script of the API reference's page, and then exits. */
import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { libraryText } from './reference-library-text.ts';

// Messages from a worker thread have no target origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(gzipSync(await libraryText(), { level: 9 }));
