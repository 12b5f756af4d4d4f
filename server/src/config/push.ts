/** Parses the push services that browsers may use: host names, or for tests a service on this machine. */
import { Mistake } from './environment.ts';

export type PushServicesConfig = { readonly hosts: readonly string[]; readonly origins: readonly string[] };

/** The push services of Firefox, Safari, Edge, and Chrome with browsers derived from it. */
export const KNOWN_PUSH_SERVICES =
  'fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';

const NAME = /^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z]{2,}$/;

export function pushServicesOf(text: string): PushServicesConfig {
  const parts = text.split(',').map((part) => part.trim());
  const origins = parts.filter(isOwnOrigin);
  const hosts = parts.filter((part) => !isOwnOrigin(part));
  const stray = hosts.find((host) => !NAME.test(host));
  if (stray === undefined) return { hosts, origins };
  throw new Mistake(
    `--push-services must list names such as fcm.googleapis.com or *.push.apple.com, and "${stray}" isn't one.`,
  );
}

/** Only on this machine may a service be reached over plain http or by an IP address. */
function isOwnOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'http:' && url.hostname === '127.0.0.1' && url.origin === text;
}
