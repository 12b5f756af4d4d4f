/** The link that opens the registration with an invite code. Pure. */
import { registerLink } from '../../lib/links.ts';

/**
 * @param here any address of the app; the part after the hash is replaced.
 */
export function inviteLinkOf(here: string, code: string): string {
  const url = new URL(here);
  url.search = '';
  url.hash = `${registerLink}?invite=${encodeURIComponent(code)}`;
  return url.href;
}
