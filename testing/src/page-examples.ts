/**
 * Executes the examples of a page of the documentation, word for word and in order, in one shell. The word after the language
 * of a block says what happens to it: `sh` runs and must end with 0, `sh server` keeps running until the page ends, and `sh
 * example` is only shown, because it asks questions, never ends, or needs another state. `json prints` is compared with the
 * output of the previous block, where `…` stands for any text.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

export type Block = { readonly kind: 'runs' | 'serves' | 'prints'; readonly text: string };
export type Ran = { readonly command: string; readonly printed: string };

const KINDS: Readonly<Record<string, Block['kind']>> = {
  sh: 'runs',
  'sh server': 'serves',
  'json prints': 'prints',
};

export function blocksOf(page: string): readonly Block[] {
  return [...page.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].flatMap(([, info = '', text = '']) => {
    const kind = KINDS[info.trim()];
    return kind === undefined ? [] : [{ kind, text: text.trimEnd() }];
  });
}

export type PageOptions = {
  readonly folder: string;
  /** An address that answers once the server of the page is ready. */
  readonly ready: string;
  readonly readyWithinMs: number;
};

/** @throws with the output of the first block that fails, or prints something other than the page says. */
export async function runPage(page: string, { folder, ready, readyWithinMs }: PageOptions): Promise<Ran[]> {
  const shell = new Shell(folder);
  const servers: ChildProcess[] = [];
  const ran: Ran[] = [];
  try {
    for (const { kind, text } of blocksOf(page)) {
      if (kind === 'serves') {
        const server = spawn('bash', ['-c', text], {
          ...{ cwd: folder, detached: true, stdio: 'pipe' },
          // The examples begin with an empty demo. A separate test covers its history.
          env: { ...process.env, CANDOR_DEMO_HISTORY: 'off' },
        });
        servers.push(server);
        // The next block needs the server.
        // oxlint-disable-next-line no-await-in-loop
        await answers(server, { ready, readyWithinMs });
      } else if (kind === 'runs') {
        // Each block may use the variables of the ones before.
        // oxlint-disable-next-line no-await-in-loop
        ran.push({ command: text, printed: await shell.run(text) });
      } else {
        compare(ran.at(-1), text);
      }
    }
  } finally {
    shell.end();
    await Promise.all(servers.map(stop));
  }
  return ran;
}

function compare(last: Ran | undefined, expected: string): void {
  const parts = expected.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (last === undefined || !new RegExp(`^${parts.join('[\\s\\S]*')}$`).test(last.printed.trim()))
    throw new Error(
      `the page says that this prints\n${expected}\nbut\n${last?.command}\nprinted\n${last?.printed}`,
    );
}

async function answers(
  server: ChildProcess,
  { ready, readyWithinMs }: Pick<PageOptions, 'ready' | 'readyWithinMs'>,
) {
  let printed = '';
  for (const output of [server.stdout, server.stderr])
    output?.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-4000);
    });
  const untilMs = Date.now() + readyWithinMs;
  while (Date.now() < untilMs) {
    if (server.exitCode !== null) throw new Error(`the server exited with ${server.exitCode}:\n${printed}`);
    // Polled, because the server is a program of which we only know its address.
    // oxlint-disable-next-line no-await-in-loop
    const response = await fetch(ready).catch(() => undefined);
    if (response?.ok === true) return;
    // oxlint-disable-next-line no-await-in-loop
    await wait(200);
  }
  throw new Error(`the server did not answer within ${readyWithinMs} ms:\n${printed}`);
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.pid === undefined) return;
  const ended = once(server, 'exit');
  process.kill(-server.pid, 'SIGTERM');
  await ended;
}

/** One bash for a page, so that a variable of one block is set in the next. */
class Shell {
  readonly #bash;
  #count = 0;

  constructor(folder: string) {
    this.#bash = spawn('bash', [], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#bash.stdout.setEncoding('utf8');
    this.#bash.stderr.setEncoding('utf8');
  }

  async run(text: string): Promise<string> {
    this.#count += 1;
    const mark = `end-of-block-${this.#count}`;
    const { stdout, stderr } = this.#bash;
    let printed = '';
    let failures = '';
    const heard = (chunk: string) => (failures += chunk);
    stderr.on('data', heard);
    const code = await new Promise<string>((resolve) => {
      const read = (chunk: string) => {
        printed += chunk;
        const found = new RegExp(`\\n${mark} (\\d+)\\n`).exec(printed);
        if (found?.[1] === undefined) return;
        stdout.off('data', read);
        printed = printed.slice(0, found.index);
        resolve(found[1]);
      };
      stdout.on('data', read);
      this.#bash.stdin.write(`${text}\nprintf '\\n${mark} %d\\n' $?\n`);
    });
    stderr.off('data', heard);
    if (code !== '0') throw new Error(`this exited with ${code}:\n${text}\n${printed}\n${failures}`);
    return printed;
  }

  end(): void {
    this.#bash.kill();
  }
}
