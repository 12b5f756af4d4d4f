/** The thread that renders PDF files, so that a long report never delays an order. */
import { parentPort } from 'node:worker_threads';
import { setPdf } from './pdf-document.ts';
import type { PdfReport } from './pdf-document.ts';

export type PdfTask = { readonly number: number; readonly report: PdfReport };
export type PdfAnswer = { readonly number: number } & (
  | { readonly file: Uint8Array }
  | { readonly failed: string }
);

async function answerOf({ number, report }: PdfTask): Promise<PdfAnswer> {
  try {
    return { number, file: await setPdf(report) };
  } catch (error) {
    return { number, failed: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (task: PdfTask) => {
  void answerOf(task).then((answer) => {
    // Messages from a worker thread have no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    parentPort?.postMessage(answer);
  });
});
