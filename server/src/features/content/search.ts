/**
 * Search through what customers can read, by a thread of its own, so that nobody's order waits for somebody's query. The thread is told
 * the texts of a language when somebody first searches in it and again after something was published or its time came. The line before it
 * is bounded, and where it does not answer in time it begins anew.
 */
import { Worker } from 'node:worker_threads';
import type { Language } from '@candor/protocol/languages.ts';
import { LIMITS } from '../../limits.ts';
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
const { searchesWaitingMax, searchMs } = LIMITS.content;

export class Search {
  readonly #deps: SearchDeps;
  readonly #told = new Map<Language, { readonly of: unknown; readonly count: number }>();
  readonly #asking = new Map<number, Asking>();
  #worker: Worker | undefined;
  #number = 0;

  constructor(deps: SearchDeps) {
    this.#deps = deps;
  }

  /** What is found, the best first; undefined when too many search, or one search took too long. */
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
      const late = setTimeout(() => this.#beginAnew(), searchMs);
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

  /** Tells it the texts, unless it knows them: a publication brings another map, a time that came another count. */
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
    // It holds up nobody's end.
    worker.unref();
    worker.on('message', ({ number, hits }: SearchAnswer) => this.#answer(number, hits));
    worker.on('error', () => this.#beginAnew());
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

  #beginAnew(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#told.clear();
    for (const number of [...this.#asking.keys()]) this.#answer(number, undefined);
    void worker?.terminate();
  }
}

function tell(worker: Worker, task: SearchTask): void {
  // A thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage(task);
}
