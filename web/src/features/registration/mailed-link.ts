/** What the mailed link brings along: the address, and what stands in place of the code. */
import { useParam } from '../../lib/location.ts';

export function useMailedLink(): { readonly email: string; readonly code: string } | undefined {
  const [email, code] = [useParam('email'), useParam('link')];
  return email === undefined || code === undefined ? undefined : { email, code };
}
