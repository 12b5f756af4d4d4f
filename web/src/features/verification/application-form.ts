/** The fields for verification, and the checks before sending. Pure; the server's checks are decisive. */
import type { CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { TextKey } from '../../lib/use-field-errors.ts';

type Request = CallRequest<'POST user/real_name'>;
export type CertificateType = Request['certificate_type'];

/**
 * This list is repeated here, because importing the protocol's list would include its schemas. An incomplete list does not
 * compile.
 */
const types: Readonly<Record<CertificateType, true>> = {
  passport: true,
  id_card: true,
  driving_licence: true,
};
export const certificateTypes = Object.keys(types) as readonly CertificateType[];

export const emptyForm = {
  country: '',
  first_name: '',
  last_name: '',
  birth_date: '',
  certificate_type: 'passport',
  certificate_number: '',
  front: '',
  back: '',
};
export type ApplicationForm = typeof emptyForm;
export type ApplicationField = keyof ApplicationForm;
export const applicationFields = Object.keys(emptyForm) as readonly ApplicationField[];

export type Given = NonNullable<CallOutput<'GET user/getrealinfo'>['given']>;

/** Returns the initial form, which after a rejected application contains its unmasked fields. */
export function formAfter(before: Given | null): ApplicationForm {
  if (before === null) return emptyForm;
  const { country, first_name, last_name, certificate_type } = before;
  return { ...emptyForm, country, first_name, last_name, certificate_type };
}

const NUMBER = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{2,38}[\p{L}\p{N}]$/u;
const AGE_MIN = 18;

function ageProblem(birthDate: string, today: Date): TextKey | undefined {
  const born = new Date(`${birthDate}T00:00:00Z`);
  if (birthDate === '' || Number.isNaN(born.getTime())) return 'verification.birthDateMissing';
  const grown = new Date(born);
  grown.setUTCFullYear(born.getUTCFullYear() + AGE_MIN);
  return grown > today ? 'verification.tooYoung' : undefined;
}

export function applicationProblems(
  form: ApplicationForm,
  today: Date,
): Partial<Record<ApplicationField, TextKey | undefined>> {
  const missing = (text: string, key: TextKey) => (text.trim() === '' ? key : undefined);
  return {
    country: missing(form.country, 'verification.countryMissing'),
    first_name: missing(form.first_name, 'verification.firstNameMissing'),
    last_name: missing(form.last_name, 'verification.lastNameMissing'),
    birth_date: ageProblem(form.birth_date, today),
    certificate_number: NUMBER.test(form.certificate_number.trim()) ? undefined : 'verification.numberForm',
    front: missing(form.front, 'verification.frontMissing'),
    back: missing(form.back, 'verification.backMissing'),
  };
}

export function requestOf(form: ApplicationForm): Request {
  const type = certificateTypes.find((known) => known === form.certificate_type) ?? 'passport';
  return {
    country: form.country,
    first_name: form.first_name.trim(),
    last_name: form.last_name.trim(),
    birth_date: form.birth_date,
    certificate_type: type,
    certificate_number: form.certificate_number.trim(),
    front: form.front,
    back: form.back,
  };
}
