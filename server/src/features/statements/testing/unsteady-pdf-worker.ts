/** For tests: a thread that never finishes the file with the title "hangs", ends at "crashes", and answers with the title otherwise. */
import { parentPort } from 'node:worker_threads';
import type { PdfAnswer, PdfTask } from '../pdf-worker.ts';

parentPort?.on('message', ({ number, report }: PdfTask) => {
  if (report.title === 'crashes') throw new Error('out of memory');
  for (;;) if (report.title !== 'hangs') break;
  const answer: PdfAnswer =
    report.title === 'fails'
      ? { number, failed: 'no such font' }
      : { number, file: Buffer.from(report.title) };
  // A thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(answer);
});
