/**
 * The names that a server answers to. Without this check, a foreign page could point its own name to our address and run as one
 * of our pages in a visitor's browser. A request from a page of another origin was not intended by its visitor.
 */
import { isNearName } from './near-names.ts';

export type NamesOptions = {
  /** An origin as browsers write it: "https://candor.example". */
  readonly origins: readonly string[];
  /** Whether names and addresses of this machine's private network are served too. Those of the machine itself always are. */
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

  /** Whether a request is addressed to one of the server's own names. */
  isOwnHost(host: string): boolean {
    return HOST.test(host) && (this.#hosts.has(shortened(host)) || this.#isNear(host));
  }

  /**
   * Whether a request from this origin is allowed: from one of our pages, or from a client that is not a page and sends no
   * origin.
   */
  isOwnOrigin(origin: string | undefined, host: string): boolean {
    if (origin === undefined || this.#origins.has(origin)) return true;
    const url = URL.parse(origin);
    if (url === null || !/^https?:$/.test(url.protocol)) return false;
    // A public name has only the configured origins, because over http anybody could impersonate it.
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
