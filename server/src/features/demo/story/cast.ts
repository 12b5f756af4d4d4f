/** The customers of the story. The demo itself creates lena and wei; the others register during the story. */
import type { CallInput } from '@candor/protocol/calls.ts';
import { demoCustomers } from '../seed.ts';
import type { Customer } from './lines.ts';

type Papers = Pick<
  CallInput<'POST user/real_name'>,
  'country' | 'first_name' | 'last_name' | 'certificate_type' | 'certificate_number'
>;
export type Member = {
  readonly email: string;
  readonly password: string;
  readonly birthDate: string;
  /** Identity details that the customer submits for verification. */
  readonly papers?: Papers;
};

const example = (account: string): Member => {
  const found = demoCustomers.find((one) => one.account === account);
  if (found === undefined) throw new Error(`expected the example customer ${account}, found none`);
  return found;
};

const newcomer = (account: string, birthDate: string, papers: Papers): Member => ({
  email: `${account}@demo.example`,
  password: `Demo-${account}-7x`,
  birthDate,
  papers,
});

const passport = (number: string) => ({ certificate_type: 'passport', certificate_number: number }) as const;
const idCard = (number: string) => ({ certificate_type: 'id_card', certificate_number: number }) as const;

export const cast: Readonly<Record<Customer, Member>> = {
  lena: example('lena'),
  wei: example('wei'),
  tom: newcomer('tom', '1990-07-21', {
    ...{ country: 'AT', first_name: 'Tom', last_name: 'Berger' },
    ...passport('DEMO00T3'),
  }),
  mia: newcomer('mia', '1995-02-09', {
    ...{ country: 'CH', first_name: 'Mia', last_name: 'Keller' },
    ...idCard('DEMO00M4'),
  }),
  ben: newcomer('ben', '1983-05-30', {
    ...{ country: 'GB', first_name: 'Ben', last_name: 'Hughes' },
    ...passport('DEMO00B5'),
  }),
  yuki: newcomer('yuki', '1992-12-01', {
    ...{ country: 'JP', first_name: 'Yuki', last_name: 'Sato' },
    ...passport('DEMO00Y6'),
  }),
  carlos: newcomer('carlos', '1979-09-17', {
    ...{ country: 'ES', first_name: 'Carlos', last_name: 'Molina' },
    ...idCard('DEMO00C7'),
  }),
  aisha: newcomer('aisha', '1997-04-25', {
    ...{ country: 'SG', first_name: 'Aisha', last_name: 'Rahman' },
    ...passport('DEMO00A8'),
  }),
  noah: newcomer('noah', '1988-10-06', {
    ...{ country: 'NZ', first_name: 'Noah', last_name: 'Walker' },
    ...passport('DEMO00N9'),
  }),
};
