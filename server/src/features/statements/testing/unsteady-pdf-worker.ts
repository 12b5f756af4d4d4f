/**
 * A worker thread for tests. It never finishes the file with the title "hangs", exits at "crashes", and otherwise answers with
 * the title.
 */
import { parentPort } from 'node:worker_threads';
import type { PdfAnswer, PdfTask } from '../pdf-worker.ts';

parentPort?.on('message', ({ number, report }: PdfTask) => {
  if (report.title === 'crashes') throw new Error('out of memory');
  for (;;) if (report.title !== 'hangs') break;
  const answer: PdfAnswer =
    report.title === 'fails'
      ? { number, failed: 'no such font' }
      : { number, file: Buffer.from(report.title) };
  // Messages from a worker thread have no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(answer);
});
