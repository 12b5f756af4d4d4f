/** Events of an honest platform's day: restarts, a crash, new keys, new terms, a new build of the app. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import { noteConsole } from '@candor/testing/console-origin.ts';
import { ownersUrl } from '../../server/src/db/postgres-cluster.ts';
import { keyId, keyText, readKey } from '../../verifier/src/tlog/note.ts';
import type { Copy } from '../cheat/copy.ts';
import { refuseOthers } from '../cheat/copy.ts';
import { NODE } from '../install.mjs';
import type { Witnesses } from './witnesses.ts';

const STATEMENTS_EVERY_SECONDS = '60';
const NOTICE_SECONDS = 90;
const SUBJECT = 'instrument:DOGE/USDT';
const run = promisify(execFile);

export class HonestPlatform {
  readonly #copy: Copy;
  readonly #witnesses: Witnesses;
  /** The log's first key, as its policy shows it. */
  readonly #logKey: string;
  /** Further options of the server, after a change of its feed. */
  #feed: readonly string[] = [];
  #builds = 0;

  constructor(copy: Copy, witnesses: Witnesses, logKey: string) {
    [this.#copy, this.#witnesses, this.#logKey] = [copy, witnesses, logKey];
    noteConsole(copy.origin, copy.consoleOrigin);
  }

  async start(): Promise<void> {
    const { options } = this.#witnesses;
    await this.#copy.start([...options, ...this.#feed, '--liabilities-every', STATEMENTS_EVERY_SECONDS]);
  }

  async restart(): Promise<void> {
    await this.#copy.stop();
    await this.start();
  }

  /** Starts the server again, with another feed. */
  async changeFeed(options: readonly string[]): Promise<void> {
    this.#feed = options;
    await this.restart();
  }

  async crash(): Promise<void> {
    await this.#copy.kill();
    await this.start();
  }

  /** Sets the market's clock an hour forward, as an operator does it. */
  async hourPasses(): Promise<void> {
    const ada = await this.#operator('ada');
    await ada.done('POST clock_forward', { step: 'hour' });
  }

  /** Replaces the key of tapes or of the log, as the owner does it while no server runs. */
  async rotate(purpose: 'tape' | 'log'): Promise<void> {
    const { folder, data } = this.#copy;
    refuseOthers(data);
    await this.#copy.stop();
    const program = join(folder, 'server/src/cli/main.ts');
    const { stdout } = await run(NODE, [program, 'key', 'rotate', purpose, '--data', data], { cwd: folder });
    const [, publicKey = ''] = /from now on: ([0-9a-f]{64})/.exec(stdout) ?? [];
    if (publicKey === '') throw new Error(`expected a new key, found "${stdout}"`);
    if (purpose === 'log') await this.#witnesses.alsoCosign(this.#nextLogKey(publicKey));
    await this.start();
  }

  /** Closes or opens an instrument by published terms, which one operator proposes and another one approves. */
  async publishTerms(open: boolean): Promise<void> {
    const [theo, ada] = [await this.#operator('theo'), await this.#operator('ada')];
    const { market_time: marketTime } = await ada.done('GET clock');
    const subjects = await theo.done('GET terms');
    const usual = subjects.find(({ subject }) => subject === SUBJECT)?.versions.at(-1);
    if (usual === undefined) throw new Error(`expected the terms of ${SUBJECT}, found none`);
    const proposal = {
      ...({ kind: 'terms', subject: SUBJECT } as const),
      effective_at: marketTime + NOTICE_SECONDS,
      body: { ...(usual.body as Record<string, string | boolean>), open },
    };
    const made = await theo.done('POST propose', { reason: 'The coin is being moved.', proposal });
    await ada.done('POST proposal_decide', {
      ...{ customer: '0', id: made.id, body: made.body, verdict: 'approve' },
    });
  }

  /** Restarts the server with another build of the app. */
  async updateApp(): Promise<void> {
    refuseOthers(this.#copy.data);
    await this.#copy.stop();
    this.#builds += 1;
    const path = join(this.#copy.folder, 'web/dist/worker.js');
    const bytes = Buffer.concat([readFileSync(path), Buffer.from(`\n// Build ${this.#builds}.\n`)]);
    writeFileSync(path, bytes);
    writeFileSync(`${path}.br`, brotliCompressSync(bytes));
    writeFileSync(`${path}.gz`, gzipSync(bytes));
    await this.start();
  }

  async #operator(account: string) {
    const url = await ownersUrl(this.#copy.data);
    return openConsoleLine({ origin: this.#copy.origin, url, ownerUrl: url }, account);
  }

  #nextLogKey(publicKey: string): string {
    const name = readKey(this.#logKey)?.name ?? '';
    return keyText({ name, type: 'log', id: keyId(name, 'log', publicKey), publicKey });
  }
}
