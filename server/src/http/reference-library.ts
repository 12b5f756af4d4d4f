/**
 * The script of the API reference's page. Its package has it as text of 4.9 MB inside a module, so a thread of its own reads it
 * when somebody first opens the page, and this process keeps only the compressed bytes, 1.4 MB.
 */
import { Worker } from 'node:worker_threads';

const WORKER = new URL('./reference-library-worker.ts', import.meta.url);

export async function compressedLibrary(): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER);
    worker.unref();
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    worker.once('error', reject);
    // After a message, this changes nothing.
    worker.once('exit', (code) =>
      reject(new Error(`expected the script of the reference, found a thread that ended with ${code}`)),
    );
  });
}
