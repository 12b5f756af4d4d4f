/**
 * By which names a door answers. A page of somebody else's that has its own name lead to our address would otherwise be a
 * page of ours to its visitors' browsers; and what a page of another origin asks for, its visitor did not ask for.
 */
import { isNearName } from './near-names.ts';

export type NamesOptions = {
  /** "https://candor.example", as browsers write an origin. */
  readonly origins: readonly string[];
  /** Whether names and addresses of this machine's network are answered too; those of the machine itself always are. */
  readonly alsoPrivate: boolean;
};

const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
const USUAL_PORT = /:(?:80|443)$/;

export class ServedNames {
  readonly #origins: ReadonlySet<string>;
  readonly #hosts: ReadonlySet<string>;
  readonly #alsoPrivate: boolean;

  constructor({ origins, alsoPrivate }: NamesOptions) {
    this.#origins = new Set(origins);
    this.#hosts = new Set(origins.map((origin) => new URL(origin).host));
    this.#alsoPrivate = alsoPrivate;
  }

  /** Whether a door is called by a name of its own. */
  isOwnHost(host: string): boolean {
    return HOST.test(host) && (this.#hosts.has(shortened(host)) || this.#isNear(host));
  }

  /** Whether a page may ask: one of ours, or what is no page and names none. */
  isOwnOrigin(origin: string | undefined, host: string): boolean {
    if (origin === undefined || this.#origins.has(origin)) return true;
    const url = URL.parse(origin);
    if (url === null || !/^https?:$/.test(url.protocol)) return false;
    // A public name has the origins that were given and no other: over http it could be anybody's.
    return url.host === shortened(host) && !this.#hosts.has(url.host);
  }

  #isNear(host: string): boolean {
    const { hostname } = URL.parse(`http://${host}`) ?? { hostname: '' };
    return isNearName(hostname, this.#alsoPrivate ? 'network' : 'machine');
  }
}

function shortened(host: string): string {
  return host.replace(USUAL_PORT, '');
}
