/** Recomputes and verifies the worked example in docs/verification.md with only Node's hash and signature functions. */
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readBundle, verifyBundle } from '@candor/verifier/bundle.ts';
import type { Bundle } from '@candor/verifier/bundle.ts';
import { expect, test } from 'vitest';

const DOC = readFileSync(new URL('../docs/verification.md', import.meta.url), 'utf8');
/** The secret key of RFC 8032's first test vector. */
const SECRET = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';

function bundleOfDoc(): Bundle {
  const bundle = readBundle(JSON.parse(/```json\n([^]*?)\n```/.exec(DOC)?.[1] ?? 'null'));
  if (bundle === undefined) throw new Error('expected the document to contain evidence, found none');
  return bundle;
}

/** Each canonical text of the document, with the hexadecimal value on the line below it. */
function linesOf(form: string): { text: string; hex: string }[] {
  return [...DOC.matchAll(new RegExp(`^(candor-${form}-v1\\|[A-Z].*)\\n  ([0-9a-f]+)$`, 'gm'))].map(
    ([, text = '', hex = '']) => ({ text, hex }),
  );
}

test('hashes each canonical text to the value below it', () => {
  const lines = linesOf('(?:tape|gap|halt|reject)');
  expect(lines).toHaveLength(9);
  let before: Buffer = Buffer.alloc(32);
  for (const { text, hex } of lines) {
    before = createHash('sha256').update(before).update(text).digest();
    expect(before.toString('hex')).toBe(hex);
  }
  expect(bundleOfDoc().entries.map(({ hash }) => hash)).toEqual(lines.map(({ hex }) => hex));
});

test('hashes the rejected quote to the value that the document gives', () => {
  const [, text = ''] = /`(candor-quote-v1\|[A-Z][^`]*)`/.exec(DOC) ?? [];
  const refused = createHash('sha256').update(text).digest('hex');
  expect(bundleOfDoc().entries[7]).toMatchObject({ kind: 'reject', refused, refused_count: 1 });
});

test('verifies the printed signatures of the checkpoints', () => {
  const lines = linesOf('checkpoint');
  const pkcs8 = Buffer.from(`302e020100300506032b657004220420${SECRET}`, 'hex');
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  expect(lines.map(({ text }) => sign(null, Buffer.from(text), key).toString('hex'))).toEqual(
    lines.map(({ hex }) => hex),
  );
  expect(bundleOfDoc().checkpoints.map(({ signature }) => signature)).toEqual(lines.map(({ hex }) => hex));
});

test("derives the ticket's outcome that the text states", () => {
  const bundle = bundleOfDoc();
  expect(verifyBundle(bundle)).toMatchObject({
    state: 'proved',
    findings: [],
    derived: { status: 'won', strike: { seq: 3 }, settle: { seq: 4 }, after: { seq: 5 }, pnl: '10' },
  });
});

test('finds an explanation of every code', () => {
  const codes = [
    ...readFileSync(new URL('../verifier/src/findings.ts', import.meta.url), 'utf8').matchAll(
      /^ {2}\| '(\w+)'/gm,
    ),
  ];
  expect(codes.length).toBeGreaterThan(20);
  expect(codes.map(([, code]) => code).filter((code) => !DOC.includes(`\`${code}\``))).toEqual([]);
});
