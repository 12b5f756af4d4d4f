/**
 * Search over the articles that customers can read. It runs in its own thread so that a query never delays an order. The thread
 * receives a language's texts with the first search in that language, and again after a publication or when scheduled news
 * appears. The queue is bounded, and a thread that does not answer in time is restarted.
 */
import { Worker } from 'node:worker_threads';
import type { Language } from '@candor/protocol/languages.ts';
import { limits } from './limits.ts';
import type { Article } from './article.ts';
import type { Reading } from './published.ts';
import type { Excerpt, Hit } from './search-index.ts';
import type { SearchAnswer, SearchTask } from './search-worker.ts';

type Kind = Reading['article']['kind'];
export type Found = { readonly reading: Reading; readonly excerpt: Excerpt };

export type SearchDeps = {
  readonly all: () => ReadonlyMap<string, Article>;
  readonly readingsIn: (language: Language) => readonly Reading[];
};

type Asking = { readonly resolve: (hits: readonly Hit[] | undefined) => void; readonly late: NodeJS.Timeout };

const WORKER = new URL('./search-worker.ts', import.meta.url);
const { searchesWaitingMax, searchMs } = limits;

export class Search {
  readonly #deps: SearchDeps;
  readonly #told = new Map<Language, { readonly of: unknown; readonly count: number }>();
  readonly #asking = new Map<number, Asking>();
  #worker: Worker | undefined;
  #number = 0;

  constructor(deps: SearchDeps) {
    this.#deps = deps;
  }

  /** Returns the matches, best first, or undefined if too many searches are queued or one took too long. */
  async find(
    query: string,
    { kind, language }: { kind: Kind; language: Language },
  ): Promise<Found[] | undefined> {
    if (this.#asking.size >= searchesWaitingMax) return undefined;
    const readings = this.#deps.readingsIn(language);
    const worker = this.#running();
    this.#teach(worker, language, readings);
    this.#number += 1;
    const number = this.#number;
    const hits = await new Promise<readonly Hit[] | undefined>((resolve) => {
      const late = setTimeout(() => this.#restart(), searchMs);
      this.#asking.set(number, { resolve, late });
      tell(worker, { task: 'find', number, language, query, kind });
    });
    if (hits === undefined) return undefined;
    const byId = new Map(readings.map((reading) => [reading.id, reading]));
    return hits.flatMap(({ id, excerpt }) => {
      const reading = byId.get(id);
      return reading === undefined ? [] : [{ reading, excerpt }];
    });
  }

  /** Sends the thread the texts if they changed: a publication replaces the map, and news that appears changes the count. */
  #teach(worker: Worker, language: Language, readings: readonly Reading[]): void {
    const all = this.#deps.all();
    const told = this.#told.get(language);
    if (told?.of === all && told.count === readings.length) return;
    const texts = readings.map(({ id, article, text: { title, summary, body } }) => ({
      ...{ id, title, summary, body },
      kind: article.kind,
    }));
    tell(worker, { task: 'learn', language, texts });
    this.#told.set(language, { of: all, count: readings.length });
  }

  #running(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(WORKER);
    // The thread must not keep the process alive.
    worker.unref();
    worker.on('message', ({ number, hits }: SearchAnswer) => this.#answer(number, hits));
    worker.on('error', () => this.#restart());
    this.#worker = worker;
    return worker;
  }

  #answer(number: number, hits: readonly Hit[] | undefined): void {
    const asking = this.#asking.get(number);
    if (asking === undefined) return;
    this.#asking.delete(number);
    clearTimeout(asking.late);
    asking.resolve(hits);
  }

  #restart(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#told.clear();
    for (const number of [...this.#asking.keys()]) this.#answer(number, undefined);
    void worker?.terminate();
  }
}

function tell(worker: Worker, task: SearchTask): void {
  // Messages to a worker thread have no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage(task);
}
