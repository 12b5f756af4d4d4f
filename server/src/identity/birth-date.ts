/** Checks that a customer is old enough. */
import { refuse } from '@candor/domain/outcome.ts';

const AGE_MIN = 18;
const BORN_AFTER = '1900-01-01';

/** Checks a birth date such as "1990-01-31". Returns undefined if the customer is old enough. */
export function birthDateViolation(birthDate: string, nowMs: number) {
  if (!isDate(birthDate) || birthDate < BORN_AFTER) return refuse('parameter_wrong', { field: 'birth_date' });
  if (!isOfAge(birthDate, nowMs)) {
    return refuse('too_young', { field: 'birth_date', params: { min: String(AGE_MIN) } });
  }
  return undefined;
}

/** A customer born on 29 February comes of age on 1 March. */
function isOfAge(birthDate: string, nowMs: number): boolean {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const cameOfAge = `${Number(birthDate.slice(0, 4)) + AGE_MIN}${birthDate.slice(4)}`;
  return cameOfAge <= today;
}

/** Rejects texts such as "2023-02-30", which only have the format of a date. */
function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
