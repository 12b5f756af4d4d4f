/** Phone numbers, by the tables of Google's libphonenumber: which countries dial how, and what can be a number at all. */
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js';

/** Countries with the code that their numbers begin with, without the plus. */
export function areaCodes(): { country: string; area_code: string }[] {
  return getCountries().map((country) => ({ country, area_code: getCountryCallingCode(country) }));
}

/**
 * The number as E.164 writes it, "+441632960001". A zero that is dialled only within the country may be typed or not. Only
 * the length is judged: which blocks of numbers are given out changes faster than any table.
 */
export function phoneNumber(typed: { area_code: string; phone: string }): string | undefined {
  const number = parsePhoneNumberFromString(`+${typed.area_code}${typed.phone}`);
  if (number?.countryCallingCode !== typed.area_code || !number.isPossible()) return undefined;
  return number.number;
}
