/** The thread that reads and compresses the script of the API reference's page, and ends. */
import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { libraryText } from './reference-library-text.ts';

// A thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(gzipSync(await libraryText(), { level: 9 }));
