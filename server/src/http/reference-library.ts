/**
 * The script of the API reference's page. Its package contains it as 4.9 MB of text inside a module. A separate thread therefore
 * reads it when somebody first opens the page, and this process keeps only the 1.4 MB of compressed bytes.
 */
import { Worker } from 'node:worker_threads';

const WORKER = new URL('./reference-library-worker.ts', import.meta.url);

export async function compressedLibrary(): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER);
    worker.unref();
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    worker.once('error', reject);
    // If the thread has already sent its message, this has no effect.
    worker.once('exit', (code) =>
      reject(new Error(`expected the script of the reference, found a thread that ended with ${code}`)),
    );
  });
}
