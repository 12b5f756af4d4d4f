/**
 * A verifier in Go, which was written from the documents alone, agrees with ours on tickets and fills of random tapes and on
 * forgeries of each of their fields, and recomputes the documents' test vectors.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SecondVerifier, countsOf, forgeriesLine } from './second-verifier/both-verifiers.ts';
import { madeEvidence, madeTicketAtReject } from './second-verifier/made-evidence.ts';

const SEED = 4;
const COUNT = 100;
const evidence = madeEvidence(SEED, COUNT);
let second: SecondVerifier;

beforeAll(async () => {
  second = await SecondVerifier.build();
});
afterAll(() => second.remove());

test('recomputes the test vectors of the document', async () => {
  expect(await second.go('test', '.')).toMatch(/^ok/);
});

test('proves tickets with every outcome, market fills, and a closing charged at a midnight', async () => {
  const counts = countsOf(evidence.map(({ kind }) => kind));
  console.info(JSON.stringify(counts));
  const ends = ['won', 'lost', 'tied', 'gap_strike', 'gap_expiry'];
  for (const end of ends) expect(counts[`option ${end}`], end).toBeGreaterThan(2);
  const judged = await second.judge(evidence);
  expect(
    judged.filter(({ ours, second: other }) => ours.state !== 'proved' || other?.state !== 'proved'),
  ).toEqual([]);
});

test('accepts no ticket at a rejected quote', async () => {
  const [ticket] = evidence.filter(({ kind }) => kind === 'option won');
  const accepted = madeTicketAtReject(ticket?.body ?? '');
  const [judged] = await second.judge([{ kind: 'at a reject', body: accepted }]);
  const said = { state: 'contradicted', codes: 'seq_differs' };
  expect(judged).toMatchObject({ ours: said, second: said });
});

test('judges a change of each field as the reference verifier does', async () => {
  const judged = await second.judgeForgeries(evidence);
  console.info(forgeriesLine(judged));
  expect(judged.filter(({ ours, second: other }) => ours.state !== other?.state)).toEqual([]);
  const refused = judged.filter(({ ours }) => ours.state === 'contradicted');
  expect(refused.length).toBeGreaterThan(judged.length * 0.85);
});
