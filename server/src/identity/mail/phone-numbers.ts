/** Phone numbers, validated by the tables of Google's libphonenumber: dialling codes and possible lengths. */
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js';

/** Countries with their dialling codes, without the plus. */
export function areaCodes(): { country: string; area_code: string }[] {
  return getCountries().map((country) => ({ country, area_code: getCountryCallingCode(country) }));
}

/**
 * The number in E.164 form, "+441632960001". A national trunk prefix (0) is optional. Only the length is checked: assigned
 * number ranges change faster than any table.
 */
export function phoneNumber(typed: { area_code: string; phone: string }): string | undefined {
  const number = parsePhoneNumberFromString(`+${typed.area_code}${typed.phone}`);
  if (number?.countryCallingCode !== typed.area_code || !number.isPossible()) return undefined;
  return number.number;
}
