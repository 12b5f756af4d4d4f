/** The identifiers of an account in the payee's country. Pure; the server's checks are decisive. */

/** The countries of the IBAN register, which includes XK (Kosovo), a code that is not in ISO 3166. */
const IBAN_COUNTRIES: ReadonlySet<string> = new Set(
  (
    'AD AE AL AT AX AZ BA BE BG BH BL BR BY CH CR CY CZ DE DK DO EE EG ES FI FO FR GB GE GF GG GI GL GP GR GT HR HU IE IL IM IQ ' +
    'IS IT JE JO KW KZ LB LC LI LT LU LV LY MC MD ME MF MK MN MQ MR MT MU NC NI NL NO OM PF PK PL PM PS PT QA RE RO RS RU SA SC SD ' +
    'SE SI SK SM SO ST SV TF TL TN TR UA VA VG WF YE YT'
  ).split(' '),
);

/** The local names of the number that identifies a bank; countries not listed here call it a routing number. */
const routingNames = {
  US: 'aba',
  CA: 'transit',
  AU: 'bsb',
  NZ: 'bsb',
  IN: 'ifsc',
  ZA: 'branch',
  HK: 'branch',
  SG: 'branch',
  CN: 'cnaps',
  JP: 'branch',
} as const;
export type RoutingName = (typeof routingNames)[keyof typeof routingNames] | 'routing';

export type AccountNaming = {
  readonly iban: boolean;
  /** Undefined if the country uses IBANs, which contain the bank's number. */
  readonly routing: RoutingName | undefined;
  readonly routingNeeded: boolean;
};

export function accountNaming(country: string): AccountNaming {
  const iban = IBAN_COUNTRIES.has(country);
  const named: RoutingName = routingNames[country as keyof typeof routingNames] ?? 'routing';
  return { iban, routing: iban || country === '' ? undefined : named, routingNeeded: country === 'US' };
}

/** Removes spaces and hyphens, which are often added for readability. */
export function plain(text: string): string {
  return text.toUpperCase().replaceAll(/[\s.-]/gu, '');
}

/** Returns whether the two check digits of an IBAN match the rest (ISO 13616): the rearranged IBAN as a number is 1 modulo 97. */
export function isIban(text: string): boolean {
  const iban = plain(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join('');
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number.parseInt(digit, 10)) % 97;
  return rest === 1;
}

/** Whether a text is a SWIFT code: eight or eleven characters for bank, country, location and optionally branch (ISO 9362). */
export function isSwift(text: string): boolean {
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(plain(text));
}

/** Whether a text is an ABA routing number: nine digits whose sum, weighted by 3, 7 and 1, is a multiple of ten. */
export function isAba(text: string): boolean {
  const number = plain(text);
  if (!/^\d{9}$/.test(number)) return false;
  const weights = [3, 7, 1];
  const sum = [...number].reduce(
    (total, digit, at) => total + Number.parseInt(digit, 10) * (weights[at % 3] ?? 0),
    0,
  );
  return sum % 10 === 0 && sum > 0;
}
