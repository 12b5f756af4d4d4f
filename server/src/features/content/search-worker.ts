/** The search thread: receives a language's texts whenever they change, and answers queries on them. */
import { parentPort } from 'node:worker_threads';
import type { Language } from '@candor/protocol/languages.ts';
import { findIn, makeIndex } from './search-index.ts';
import type { Hit, SearchIndex, Searched } from './search-index.ts';

export type SearchTask =
  | { readonly task: 'learn'; readonly language: Language; readonly texts: readonly Searched[] }
  | {
      readonly task: 'find';
      readonly number: number;
      readonly language: Language;
      readonly query: string;
      readonly kind: Searched['kind'];
    };
export type SearchAnswer = { readonly number: number; readonly hits: readonly Hit[] };

const indexes = new Map<Language, SearchIndex>();

parentPort?.on('message', (told: SearchTask) => {
  if (told.task === 'learn') {
    indexes.set(told.language, makeIndex(told.texts));
    return;
  }
  const index = indexes.get(told.language);
  const hits = index === undefined ? [] : findIn(index, told.query, told.kind);
  // Messages to and from a worker thread have no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage({ number: told.number, hits } satisfies SearchAnswer);
});
