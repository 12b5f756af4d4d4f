/** Builds the second verifier, and asks it and ours for their verdicts on the same evidence. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readBundle, verifyBundle } from '@candor/verifier/bundle.ts';
import { findGolang } from '../golang.ts';
import type { Evidence } from './every-trade.ts';
import { forgeriesOf } from './forged-evidence.ts';

const run = promisify(execFile);
const SOURCE = fileURLToPath(new URL('.', import.meta.url));

export type Said = { readonly state: string; readonly codes: string };
export type Judged = {
  readonly kind: string;
  readonly what: string;
  readonly ours: Said;
  readonly second: Said | undefined;
};

export class SecondVerifier {
  readonly program: string;
  readonly #go: string;
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(go: string) {
    this.#go = go;
    this.#folder = mkdtempSync(join(tmpdir(), 'candor-second-'));
    this.program = join(this.#folder, 'second-verifier');
    // The verifier needs only the standard library, and no network.
    const found = { GOCACHE: join(this.#folder, 'cache'), GOFLAGS: '-mod=mod', GOPROXY: 'off' };
    this.#env = { ...process.env, ...found };
  }

  static async build(): Promise<SecondVerifier> {
    const found = findGolang();
    if ('sentence' in found) throw new Error(found.sentence);
    const made = new SecondVerifier(found.path);
    await made.go('build', '-o', made.program, '.');
    return made;
  }

  async go(...args: readonly string[]): Promise<string> {
    return (await run(this.#go, args, { cwd: SOURCE, env: this.#env })).stdout;
  }

  /** The verdict and the codes on each of many evidence files. */
  async says(bodies: readonly string[]): Promise<Said[]> {
    const child = spawn(this.program, ['evidence'], { stdio: ['pipe', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (printed += part));
    child.stdin.end(bodies.map((body) => `${body}\n`).join(''));
    await new Promise((resolve) => child.once('close', resolve));
    const lines = printed.trimEnd().split('\n');
    if (lines.length !== bodies.length)
      throw new Error(`expected ${bodies.length} verdicts, found ${lines.length}`);
    return lines.map((line) => {
      const [state = '', codes = ''] = line.split(' ');
      return { state, codes };
    });
  }

  /** Both verdicts on each piece of evidence. */
  async judge(evidence: readonly Evidence[]): Promise<Judged[]> {
    const second = await this.says(evidence.map(({ body }) => body));
    return evidence.map(({ kind, body }, at) => ({
      kind,
      what: '',
      ours: oursSays(body),
      second: second[at],
    }));
  }

  /** Both verdicts on every forgery of one piece of evidence of each kind. */
  async judgeForgeries(evidence: readonly Evidence[]): Promise<Judged[]> {
    const judged: Judged[] = [];
    for (const [kind, body] of new Map(evidence.map((one) => [one.kind, one.body]))) {
      const forged = forgeriesOf(body);
      // oxlint-disable-next-line no-await-in-loop
      const second = await this.says(forged.map((one) => one.body));
      for (const [at, one] of forged.entries()) {
        judged.push({ kind, what: one.what, ours: oursSays(one.body), second: second[at] });
      }
    }
    return judged;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function oursSays(body: string): Said {
  const bundle = readBundle(JSON.parse(body));
  if (bundle === undefined) return { state: 'contradicted', codes: 'record_unreadable' };
  const { state, findings } = verifyBundle(bundle);
  return { state, codes: [...new Set(findings.map(({ code }) => code))].toSorted().join(',') };
}

export function countsOf(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of kinds.toSorted()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** A line about forgeries for the log of a test. */
export function forgeriesLine(judged: readonly Judged[]): string {
  const refused = judged.filter(({ ours }) => ours.state === 'contradicted').length;
  const alike = judged.filter(({ ours, second }) => ours.codes === second?.codes).length;
  const accepted = countsOf(judged.filter(({ ours }) => ours.state === 'proved').map(({ what }) => what));
  return `${judged.length} forgeries, ${refused} refused, ${alike} with the same codes; accepted: ${JSON.stringify(accepted)}`;
}
