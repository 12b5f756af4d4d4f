/** Three witnesses that run beside the platform, each in a separate process that may be down for a while. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, stopped } from '../cheat/copy.ts';
import { NODE, ROOT } from '../install.mjs';

const NAMES = ['a', 'b', 'c'];

export class Witnesses {
  readonly #folder: string;
  readonly #ports: readonly number[];
  readonly #children = new Map<number, ChildProcess>();
  /** The keys of the log that the witnesses cosign. */
  #logs: readonly string[];
  readonly #lines: string[] = [];

  private constructor(folder: string, ports: readonly number[], log: string) {
    [this.#folder, this.#ports, this.#logs] = [folder, ports, [log]];
  }

  static async start(folder: string, log: string): Promise<Witnesses> {
    const ports = [await freePort(), await freePort(), await freePort()];
    const witnesses = new Witnesses(folder, ports, log);
    await Promise.all(NAMES.map((_, place) => witnesses.start(place)));
    return witnesses;
  }

  /** The options with which a server names the witnesses. */
  get options(): readonly string[] {
    return [...this.#lines.flatMap((line) => ['--witness', line]), '--witness-quorum', '2'];
  }

  async start(place: number): Promise<void> {
    const data = join(this.#folder, `witness-${place}`);
    mkdirSync(data, { recursive: true });
    const child = spawn(
      NODE,
      [
        join(ROOT, 'verifier/bin/candor-witness.mjs'),
        ...['--name', `${NAMES[place]}.example/witness`, '--data', data],
        ...['--port', String(this.#ports[place]), '--follow-stdin'],
        ...this.#logs.flatMap((log) => ['--log', log]),
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    this.#children.set(place, child);
    const [line] = await new Promise<[string]>((done, failed) => {
      createInterface({ input: child.stdout }).once('line', (text: string) => done([text]));
      child.once('exit', (code) => failed(new Error(`a witness exited with ${code}`)));
    });
    this.#lines[place] = line;
  }

  async stop(place: number): Promise<void> {
    const child = this.#children.get(place);
    this.#children.delete(place);
    if (child !== undefined) await stopped(child);
  }

  /** Makes the witnesses also cosign with a log key that their owners have seen announced in the log. */
  async alsoCosign(log: string): Promise<void> {
    this.#logs = [...this.#logs, log];
    for (const place of [...this.#children.keys()]) {
      // oxlint-disable-next-line no-await-in-loop -- two of three go on
      await this.stop(place);
      // oxlint-disable-next-line no-await-in-loop
      await this.start(place);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#children.keys()].map((place) => this.stop(place)));
  }
}
