/**
 * Decides which addresses may receive pushes. Pure. An endpoint is supplied by a browser, and thus possibly by an attacker. Only
 * https to a known push service on the default port is accepted. `guardedPost` refuses any name that resolves to this machine or
 * to a private network.
 */
/**
 * Permitted endpoints: those on one of `hosts`, where "*.push.apple.com" includes all subdomains, and those with one of
 * `origins`, which are local services used by tests.
 */
export type PushServices = { readonly hosts: readonly string[]; readonly origins: readonly string[] };

export function isPushEndpoint(endpoint: string, { hosts, origins }: PushServices): boolean {
  const url = URL.parse(endpoint);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (origins.includes(url.origin)) return true;
  return url.protocol === 'https:' && url.port === '' && hosts.some((host) => isHost(url.hostname, host));
}

function isHost(name: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern;
}
