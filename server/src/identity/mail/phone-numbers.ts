/** Validates phone numbers with Google's libphonenumber, by dialling codes and possible lengths. */
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js';

/** Returns dialling codes without a plus sign. */
export function areaCodes(): { country: string; area_code: string }[] {
  return getCountries().map((country) => ({ country, area_code: getCountryCallingCode(country) }));
}

/**
 * Returns the number in E.164 form, such as "+441632960001". A national trunk prefix (0) is optional. Only the length of the
 * national number is checked, because assigned ranges change faster than any table.
 */
export function phoneNumber(typed: { area_code: string; phone: string }): string | undefined {
  const number = parsePhoneNumberFromString(`+${typed.area_code}${typed.phone}`);
  if (number?.countryCallingCode !== typed.area_code || !number.isPossible()) return undefined;
  return number.number;
}
