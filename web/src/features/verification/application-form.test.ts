/** The checks of a verification form before it is sent. */
import { describe, expect, it } from 'vitest';
import { applicationProblems, emptyForm, formAfter, requestOf } from './application-form.ts';

const today = new Date('2026-06-01T12:00:00Z');
const good = {
  country: 'SE',
  first_name: ' Lena ',
  last_name: 'Lindqvist',
  birth_date: '1990-05-17',
  certificate_type: 'id_card',
  certificate_number: 'PX 4471902',
  front: 'a1',
  back: 'b2',
};

const problemsOf = (change: Partial<typeof good>) =>
  Object.entries(applicationProblems({ ...good, ...change }, today)).filter(([, key]) => key !== undefined);

describe('verification form', () => {
  it('accepts an application with all fields', () => {
    expect(problemsOf({})).toEqual([]);
    expect(requestOf(good)).toEqual({ ...good, first_name: 'Lena' });
  });

  it.each([
    ['country', { country: '' }, 'verification.countryMissing'],
    ['first_name', { first_name: '  ' }, 'verification.firstNameMissing'],
    ['last_name', { last_name: '' }, 'verification.lastNameMissing'],
    ['birth_date', { birth_date: '' }, 'verification.birthDateMissing'],
    ['birth_date', { birth_date: '2008-06-02' }, 'verification.tooYoung'],
    ['certificate_number', { certificate_number: 'A1' }, 'verification.numberForm'],
    ['certificate_number', { certificate_number: 'A1<3456' }, 'verification.numberForm'],
    ['front', { front: '' }, 'verification.frontMissing'],
    ['back', { back: '' }, 'verification.backMissing'],
  ])('reports an invalid or missing field: %s with %o', (field, change, key) => {
    expect(problemsOf(change)).toEqual([[field, key]]);
  });

  it('fills in the fields of the previous application that are not masked', () => {
    expect(formAfter(null)).toEqual(emptyForm);
    const before = {
      ...good,
      birth_date: '1990-••-••',
      certificate_number: '•••• 1902',
      certificate_type: 'id_card',
    } as const;
    expect(formAfter(before)).toEqual({
      ...emptyForm,
      country: 'SE',
      first_name: ' Lena ',
      last_name: 'Lindqvist',
      certificate_type: 'id_card',
    });
  });

  it('accepts an applicant on their eighteenth birthday', () => {
    expect(problemsOf({ birth_date: '2008-06-01' })).toEqual([]);
  });

  it('reports every field of an empty form except the document type', () => {
    const named = Object.entries(applicationProblems(emptyForm, today)).filter(
      ([, key]) => key !== undefined,
    );
    expect(named.map(([field]) => field).toSorted()).toEqual(
      Object.keys(emptyForm)
        .filter((field) => field !== 'certificate_type')
        .toSorted(),
    );
  });
});
