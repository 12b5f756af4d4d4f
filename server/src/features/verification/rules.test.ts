/** Permitted submissions, verdicts and views, one case per row, with the expected outcome last. */
import { describe, expect, test } from 'vitest';
import {
  decideVerdict,
  documentName,
  lookViolation,
  normalNumber,
  realNameView,
  standingViolation,
  submissionViolation,
} from './rules.ts';
import type { Application, Submission } from './rules.ts';

const NOW = Date.UTC(2026, 6, 1);
const submission: Submission = {
  country: 'DE',
  first_name: 'Lena',
  last_name: 'Fischer',
  birth_date: '1991-03-14',
  certificate_type: 'passport',
  certificate_number: 'C01X00T47',
  front: 'a',
  back: 'b',
};

const violations: [change: Partial<Submission>, violation: unknown][] = [
  [{}, undefined],
  [{ front: 'b' }, { code: 'parameter_wrong', field: 'back' }],
  [{ certificate_number: 'A -1' }, { code: 'parameter_wrong', field: 'certificate_number' }],
  [{ birth_date: '2026-02-30' }, { code: 'parameter_wrong', field: 'birth_date' }],
  [{ birth_date: '1899-12-31' }, { code: 'parameter_wrong', field: 'birth_date' }],
  [{ birth_date: '2008-07-01' }, undefined],
  [{ birth_date: '2008-07-02' }, { code: 'too_young', field: 'birth_date', params: { min: '18' } }],
];
test.each(violations)('accepts or refuses the example submission changed by %j', (change, violation) => {
  const found = submissionViolation({ ...submission, ...change }, NOW);
  if (violation === undefined) expect(found).toBeUndefined();
  else expect(found?.refusal).toMatchObject(violation as object);
});

const numbers: [typed: string, normal: string][] = [
  ['C01X00T47', 'C01X00T47'],
  ['c01x-00 t47', 'C01X00T47'],
  ['Ｃ０１Ｘ００Ｔ４７', 'C01X00T47'],
  ['c/01.x00t47', 'C01X00T47'],
  ['ＡＢ①２', 'AB12'],
  ['äß123', 'ÄSS123'],
  // Cyrillic and Greek letters that look like Latin ones, and digits of different scripts.
  ['СО1Х', 'CO1X'],
  ['αβ12', 'AB12'],
  ['٠١٢٩۳५', '012935'],
  ['ЖЩ12', 'ЖЩ12'],
];
test.each(numbers)('normalises the number %s', (typed, normal) => expect(normalNumber(typed)).toBe(normal));

test('identifies a document by country, type and number', () => {
  const names = [
    submission,
    { ...submission, country: 'AT' },
    { ...submission, certificate_type: 'id_card' as const },
    { ...submission, certificate_number: 'c01x 00t47' },
  ].map(documentName);
  expect(new Set(names).size).toBe(3);
});

const states: [status: Application['status'] | undefined, violation: string | undefined][] = [
  [undefined, undefined],
  ['rejected', undefined],
  ['under_review', 'verification_awaiting'],
  ['approved', 'already_applied'],
];
test.each(states)('accepts or refuses a submission if the newest application is %s', (status, violation) => {
  expect(standingViolation(status === undefined ? undefined : { status })?.refusal.code).toBe(violation);
});

describe('a verdict', () => {
  const approve = { kind: 'approve', note: undefined } as const;
  const reject = { kind: 'reject', reason: 'name_mismatch', note: undefined } as const;
  test('is accepted for a pending application', () => {
    expect(decideVerdict(approve, { status: 'under_review' })).toEqual({
      ok: true,
      value: { status: 'approved', reason: null },
    });
    expect(decideVerdict(reject, { status: 'under_review' })).toEqual({
      ok: true,
      value: { status: 'rejected', reason: 'name_mismatch' },
    });
  });
  test.each([undefined, 'approved', 'rejected'] as const)(
    'is refused for an application that is %s',
    (status) => {
      for (const verdict of [approve, reject]) {
        expect(decideVerdict(verdict, status === undefined ? undefined : { status })).toMatchObject({
          refusal: { code: 'state_abnormal' },
        });
      }
    },
  );
});

const looks: [
  status: Application['status'] | undefined,
  note: string | undefined,
  code: string | undefined,
][] = [
  [undefined, 'case 7', 'state_abnormal'],
  ['under_review', undefined, undefined],
  ['approved', undefined, 'parameter_missing'],
  ['rejected', undefined, 'parameter_missing'],
  ['approved', 'case 7', undefined],
];
test.each(looks)(
  'permits or refuses viewing an application with the status %s and the note “%s”',
  (status, note, code) => {
    expect(lookViolation(status === undefined ? undefined : { status }, note)?.refusal.code).toBe(code);
  },
);

test('masks the birth date and the number of the customer’s document', () => {
  const application: Application = {
    book: 1n,
    id: 2n,
    status: 'rejected',
    country: 'DE',
    certificateType: 'passport',
    sealed: Buffer.of(),
    front: 'a',
    back: 'b',
    reason: 'photo_unreadable',
    submittedMs: 1_500,
    decidedMs: 2_500,
  };
  const given = { ...submission, certificate_number: 'c01x-00t47' };
  const looksSeen = [{ timeMs: 9_999, role: 'reviewer' }];
  expect(realNameView(application, { given, looks: looksSeen })).toEqual({
    status: 'rejected',
    reason: 'photo_unreadable',
    submitted_time: 1,
    decided_time: 2,
    given: {
      country: 'DE',
      first_name: 'Lena',
      last_name: 'Fischer',
      birth_date: '1991-••-••',
      certificate_type: 'passport',
      certificate_number: '•••• 0T47',
    },
    looked_at: [{ time: 9, role: 'reviewer' }],
  });
  const short = realNameView(application, { given: { ...given, certificate_number: 'A1234' }, looks: [] });
  expect(short.given?.certificate_number).toBe('•••• 34');
  expect(realNameView(undefined, { given: undefined, looks: [] })).toMatchObject({
    status: 'not_started',
    given: null,
  });
});
