/** The parameters of a mailed link: the address, and a token that replaces the code. */
import { useParam } from '../../lib/location.ts';

export function useMailedLink(): { readonly email: string; readonly code: string } | undefined {
  const [email, code] = [useParam('email'), useParam('link')];
  return email === undefined || code === undefined ? undefined : { email, code };
}
