/**
 * The host names that a server answers. Without this check, an attacker's page could point its own host name to our address (DNS
 * rebinding) and act as one of our pages in a visitor's browser. Requests by pages of other origins are rejected as well, because
 * the visitor did not intend them.
 */
import { isNearName } from './near-names.ts';

export type NamesOptions = {
  /** An origin as browsers write it: "https://candor.example". */
  readonly origins: readonly string[];
  /** Whether names and addresses of the private network are served in addition to those of this machine. */
  readonly alsoPrivate: boolean;
};

const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
const USUAL_PORT = /:(?:80|443)$/;
/** A private network can have any number of names, so only the most recent ones are cached. */
const KNOWN_MAX = 64;

export class ServedNames {
  readonly #origins: ReadonlySet<string>;
  readonly #hosts: ReadonlySet<string>;
  readonly #alsoPrivate: boolean;
  readonly #own = new Set<string>();

  constructor({ origins, alsoPrivate }: NamesOptions) {
    this.#origins = new Set(origins);
    this.#hosts = new Set(origins.map((origin) => new URL(origin).host));
    this.#alsoPrivate = alsoPrivate;
  }

  /**
   * Looks the name up first: every request asks, mostly for one of a few names, and parsing a name as an address takes longer.
   */
  isOwnHost(host: string): boolean {
    if (this.#own.has(host)) return true;
    if (!this.#isOwn(host)) return false;
    if (this.#own.size >= KNOWN_MAX) this.#own.clear();
    this.#own.add(host);
    return true;
  }

  #isOwn(host: string): boolean {
    return HOST.test(host) && (this.#hosts.has(shortened(host)) || this.#isNear(host));
  }

  /** Allows our own pages, and clients that are not pages and send no origin. */
  isOwnOrigin(origin: string | undefined, host: string): boolean {
    if (origin === undefined || this.#origins.has(origin)) return true;
    const url = URL.parse(origin);
    if (url === null || !/^https?:$/.test(url.protocol)) return false;
    // For a public name, only the configured origins are allowed, because anybody could impersonate it over plain http.
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
