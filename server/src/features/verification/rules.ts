/**
 * Rules for identity verification: what may be submitted and when, what an operator may decide, and what the customer sees. Pure.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import { birthDateViolation } from '../../identity/birth-date.ts';
import { lastSigns } from '../../identity/masks.ts';

export type Submission = CallInput<'POST user/real_name'>;
export type RealName = CallOutput<'GET user/getrealinfo'>;
export type VerificationReason = NonNullable<RealName['reason']>;

/** The sealed part of an application. */
export type Given = Pick<Submission, 'first_name' | 'last_name' | 'birth_date' | 'certificate_number'>;

export type Application = {
  readonly book: bigint;
  readonly id: bigint;
  readonly status: 'under_review' | 'approved' | 'rejected';
  readonly country: string;
  readonly certificateType: Submission['certificate_type'];
  readonly sealed: Buffer;
  readonly front: string;
  readonly back: string;
  readonly reason: VerificationReason | null;
  readonly submittedMs: number;
  readonly decidedMs: number | null;
};

/** An operator's view of the documents, as shown to the customer. */
export type Look = { readonly timeMs: number; readonly role: string };

export function submissionViolation(input: Submission, nowMs: number) {
  if (input.front === input.back) return refuse('parameter_wrong', { field: 'back' });
  if (normalNumber(input.certificate_number).length < 4) {
    return refuse('parameter_wrong', { field: 'certificate_number' });
  }
  return birthDateViolation(input.birth_date, nowMs);
}

/** Returns the reason why nothing can be submitted now, or undefined if a submission is possible. */
export function standingViolation(newest: Pick<Application, 'status'> | undefined) {
  if (newest?.status === 'under_review') return refuse('verification_awaiting');
  if (newest?.status === 'approved') return refuse('already_applied');
  return undefined;
}

/** Cyrillic and Greek capitals. Each looks like the Latin letter at the same position in `LATIN`. */
const ALIKE = 'АВЕЅІЈКМНОРСТУХԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
const LATIN = 'ABESIJKMHOPCTYXQWABEZHIKMNOPTYX';
const SHOWN_AS: ReadonlyMap<string, string> = new Map([...ALIKE].map((sign, at) => [sign, LATIN.charAt(at)]));

/**
 * Returns the canonical form of a document's number: "a-12 34" becomes "A1234". Full-width characters, digits of any script and
 * look-alike letters are converted.
 */
export function normalNumber(number: string): string {
  return number
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/\p{Nd}/gu, digitOf)
    .replaceAll(/./gu, (sign) => SHOWN_AS.get(sign) ?? sign);
}

/** Converts a decimal digit of any script to an ASCII digit. The digits of a script are ten consecutive code points. */
function digitOf(sign: string): string {
  const point = sign.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return (value % 10).toString();
}

/** Returns a name that identifies a document. Within one country and type, a number belongs to one person. */
export function documentName(
  document: Pick<Submission, 'country' | 'certificate_type' | 'certificate_number'>,
): string {
  return `${document.country} ${document.certificate_type} ${normalNumber(document.certificate_number)}`;
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

export function realNameView(
  newest: Application | undefined,
  { given, looks }: { readonly given: Given | undefined; readonly looks: readonly Look[] },
): RealName {
  const looked = looks.map(({ timeMs, role }) => ({ time: seconds(timeMs), role }));
  if (newest === undefined || given === undefined) {
    return {
      status: 'not_started',
      reason: null,
      submitted_time: null,
      decided_time: null,
      given: null,
      looked_at: looked,
    };
  }
  return {
    status: newest.status,
    reason: newest.reason,
    submitted_time: seconds(newest.submittedMs),
    decided_time: newest.decidedMs === null ? null : seconds(newest.decidedMs),
    given: {
      country: newest.country,
      first_name: given.first_name,
      last_name: given.last_name,
      birth_date: `${given.birth_date.slice(0, 4)}-••-••`,
      certificate_type: newest.certificateType,
      certificate_number: lastSigns(normalNumber(given.certificate_number)),
    },
    looked_at: looked,
  };
}

export type Verdict =
  | { readonly kind: 'approve'; readonly note: string | undefined }
  | {
      readonly kind: 'reject';
      readonly reason: VerificationReason;
      readonly note: string | undefined;
    };

/** Returns the status of the application after a verdict. Only a pending application can be decided. */
export function decideVerdict(verdict: Verdict, newest: Pick<Application, 'status'> | undefined) {
  if (newest?.status !== 'under_review') return refuse('state_abnormal');
  return verdict.kind === 'approve'
    ? ok({ status: 'approved', reason: null } as const)
    : ok({ status: 'rejected', reason: verdict.reason } as const);
}

/**
 * Decides whether an operator may view an application. A pending application may be viewed in order to verify the customer. Once
 * it is decided, the operator must name a case, which is recorded.
 */
export function lookViolation(newest: Pick<Application, 'status'> | undefined, note: string | undefined) {
  if (newest === undefined) return refuse('state_abnormal');
  if (newest.status !== 'under_review' && note === undefined) {
    return refuse('parameter_missing', { field: 'note', params: { field: 'note' } });
  }
  return undefined;
}
