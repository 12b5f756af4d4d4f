/**
 * Queues reports for the thread that renders them as PDF files. If a file takes too long, the thread is restarted, so that the
 * files behind it are only delayed.
 */
import { Worker } from 'node:worker_threads';
import { limits } from './limits.ts';
import type { PdfReport } from './pdf-document.ts';
import type { PdfAnswer, PdfTask } from './pdf-worker.ts';

type Job = {
  readonly number: number;
  readonly customer: bigint;
  readonly report: PdfReport;
  readonly resolve: (file: Buffer | undefined) => void;
  readonly reject: (error: Error) => void;
  timer: NodeJS.Timeout;
};

export type PdfsOptions = { readonly worker: URL; readonly fileMs: number };

const usual: PdfsOptions = { worker: new URL('./pdf-worker.ts', import.meta.url), fileMs: limits.pdfMs };

export class Pdfs {
  readonly #options: PdfsOptions;
  /** Files that wait for the current one. */
  readonly #waiting: Job[] = [];
  #atWork: Job | undefined;
  #worker: Worker | undefined;
  #number = 0;

  constructor(options: PdfsOptions = usual) {
    this.#options = options;
  }

  /**
   * Returns undefined if a file of the same customer is already queued or being rendered, if the queue is full, or if this file
   * waited too long.
   */
  async of(report: PdfReport, customer: bigint): Promise<Buffer | undefined> {
    const all = this.#all();
    if (all.length >= limits.pdfsWaitingMax || all.some((job) => job.customer === customer)) return undefined;
    this.#number += 1;
    const number = this.#number;
    return new Promise<Buffer | undefined>((resolve, reject) => {
      const timer = setTimeout(() => this.#leave(job), this.#options.fileMs);
      const job: Job = { number, customer, report, resolve, reject, timer };
      this.#waiting.push(job);
      this.#next();
    });
  }

  stop(): void {
    const all = this.#all();
    this.#waiting.length = 0;
    this.#atWork = undefined;
    this.#endThread();
    for (const { reject, timer } of all) {
      clearTimeout(timer);
      reject(new Error('expected a running server, found one that is stopping'));
    }
  }

  #all(): Job[] {
    return [...(this.#atWork === undefined ? [] : [this.#atWork]), ...this.#waiting];
  }

  #next(): void {
    if (this.#atWork !== undefined) return;
    const job = this.#waiting.shift();
    if (job === undefined) return;
    this.#atWork = job;
    clearTimeout(job.timer);
    const { fileMs } = this.#options;
    job.timer = setTimeout(() => {
      this.#endThread();
      this.#fail(job, new Error(`expected a PDF within ${fileMs} ms, found none`));
    }, fileMs);
    const { number, report } = job;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#running().postMessage({ number, report } satisfies PdfTask);
  }

  #leave(job: Job): void {
    const at = this.#waiting.indexOf(job);
    if (at === -1) return;
    this.#waiting.splice(at, 1);
    job.resolve(undefined);
  }

  #running(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(this.#options.worker);
    worker.unref();
    worker.on('message', (answer: PdfAnswer) => this.#answer(answer));
    worker.on('error', (error: Error) => {
      if (this.#worker !== worker) return;
      this.#endThread();
      if (this.#atWork !== undefined) this.#fail(this.#atWork, error);
    });
    this.#worker = worker;
    return worker;
  }

  #answer(answer: PdfAnswer): void {
    const job = this.#atWork;
    if (job?.number !== answer.number) return;
    if ('failed' in answer) return this.#fail(job, new Error(answer.failed));
    clearTimeout(job.timer);
    this.#atWork = undefined;
    job.resolve(Buffer.from(answer.file));
    this.#next();
  }

  #fail(job: Job, error: Error): void {
    clearTimeout(job.timer);
    if (this.#atWork === job) this.#atWork = undefined;
    job.reject(error);
    this.#next();
  }

  #endThread(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}
