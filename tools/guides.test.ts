/** Executes the examples of every guide, word for word, against a demo that the guide itself starts or that runs for it. */
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { copyCheckout } from '@candor/testing/checkout.ts';
import { blocksOf, runPage } from '@candor/testing/page-examples.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const GUIDES = join(ROOT, 'docs/guides');
const READY = 'http://127.0.0.1:8090/readyz';
const MINUTE_MS = 60_000;

const page = (file: string) => readFileSync(join(GUIDES, file), 'utf8');

/** The quick start's demo, for the guides that need a running demo. */
const start = blocksOf(page('quick-start.md')).find(({ kind }) => kind === 'serves')?.text ?? '';

describe('each example of a guide does what the text says', () => {
  const folder = copyCheckout();
  afterAll(() => rmSync(dirname(folder), { recursive: true, force: true }));

  test.for(readdirSync(GUIDES))('%s', { timeout: 8 * MINUTE_MS }, async (file) => {
    const text = page(file);
    const served = blocksOf(text).some(({ kind }) => kind === 'serves');
    const whole = served ? text : `\`\`\`sh server\n${start}\n\`\`\`\n${text}`;
    const ran = await runPage(whole, { folder, ready: READY, readyWithinMs: 5 * MINUTE_MS });
    expect(ran.map(({ command }) => command)).toEqual(
      blocksOf(text)
        .filter(({ kind }) => kind === 'runs')
        .map((block) => block.text),
    );
  });
});
