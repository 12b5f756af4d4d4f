/** PDF files made in a thread of their own. The queue is bounded, and a thread that does not answer in time is restarted. */
import { Worker } from 'node:worker_threads';
import { limits } from './limits.ts';
import type { PdfReport } from './pdf-document.ts';
import type { PdfAnswer, PdfTask } from './pdf-worker.ts';

type Waiting = {
  readonly resolve: (file: Buffer) => void;
  readonly reject: (error: Error) => void;
  readonly late: NodeJS.Timeout;
};

const WORKER = new URL('./pdf-worker.ts', import.meta.url);

export class Pdfs {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #number = 0;

  /** Returns undefined if too many files wait. */
  async of(report: PdfReport): Promise<Buffer | undefined> {
    if (this.#waiting.size >= limits.pdfsWaitingMax) return undefined;
    this.#number += 1;
    const number = this.#number;
    return new Promise<Buffer>((resolve, reject) => {
      const late = setTimeout(
        () => this.#end(new Error(`expected a PDF within ${limits.pdfMs} ms, found none`)),
        limits.pdfMs,
      );
      this.#waiting.set(number, { resolve, reject, late });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      this.#running().postMessage({ number, report } satisfies PdfTask);
    });
  }

  stop(): void {
    this.#end(new Error('expected a running server, found one that stops'));
  }

  #running(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(WORKER);
    worker.unref();
    worker.on('message', (answer: PdfAnswer) => this.#answer(answer));
    worker.on('error', (error: Error) => this.#end(error));
    this.#worker = worker;
    return worker;
  }

  #answer(answer: PdfAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    if (waiting === undefined) return;
    this.#waiting.delete(answer.number);
    clearTimeout(waiting.late);
    if ('file' in answer) waiting.resolve(Buffer.from(answer.file));
    else waiting.reject(new Error(answer.failed));
  }

  /** Ends the thread with everything that waits; the next file starts another. */
  #end(error: Error): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    void this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject, late } of all) {
      clearTimeout(late);
      reject(error);
    }
  }
}
