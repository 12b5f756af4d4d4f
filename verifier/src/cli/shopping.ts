/**
 * Two mystery shoppers of a watch. In each round, both look at their accounts, trade when it is time, and compare what they are
 * shown.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { checkViews } from '../shop/check-views.ts';
import { Shopper } from '../shop/shopper.ts';
import { alarm } from '../watch/alarms.ts';
import { browsersOf } from '../watch/check-app.ts';
import type { Alarm } from '../watch/alarms.ts';
import type { Watch } from '../watch/watch.ts';
import { collect } from './collect.ts';
import { tapeServer } from './server.ts';
import { customerCalls, openAccount } from './shop-calls.ts';
import type { Login } from './shop-calls.ts';
import { keptLogins, readNotebook, writeDocument, writeNotebook } from './shop-folder.ts';
import { openDevice } from './shop-device.ts';
import { readFile } from './watched-platform.ts';

export type ShoppingOptions = {
  readonly url: string;
  readonly folder: string;
  /** Existing accounts; if there are none, two are opened. */
  readonly accounts: readonly Login[];
  readonly symbol: string;
  /** Infinity to look without trading. */
  readonly tradeEveryMs: number;
  readonly lateMaxMs: number;
};

/** The number of tape entries that both shoppers request for comparison. */
const COMPARED_ENTRIES = 50;

export class Shopping {
  readonly #options: ShoppingOptions;
  readonly shoppers: readonly Shopper[];
  #tradedMs = -Infinity;
  readonly #failing = new Map<string, number>();

  constructor(options: ShoppingOptions, shoppers: readonly Shopper[]) {
    this.#options = options;
    this.shoppers = shoppers;
  }

  /** Looks first, so that changes since the last round are compared with the data kept then. */
  async round(watch: Watch): Promise<readonly Alarm[]> {
    const { folder, tradeEveryMs } = this.#options;
    const log = {
      logged: (index: number) => watch.newest.privateEntry(index),
      ...{ size: watch.size, forgotten: watch.newest.forgotten },
      ...{ batch: (number: number) => watch.newest.batch(number), witnessedMs: watch.witnessedMs },
      ...{ keys: watch.keys, steps: watch.steps },
      liabilityRoot: (statement: number) => watch.liabilityRoot(statement),
    };
    const found: Alarm[] = [];
    const isTime = Date.now() - this.#tradedMs > tradeEveryMs;
    for (const shopper of this.shoppers) {
      const { account, notebook } = shopper;
      const look = async () => {
        const { alarms, documents } = await shopper.look(log);
        for (const document of documents) writeDocument(folder, account, document);
        return alarms;
      };
      // One after the other, as small as possible.
      // oxlint-disable-next-line no-await-in-loop
      found.push(...(await this.#attempt(`the account ${account}`, look)));
      writeNotebook(folder, account, notebook);
    }
    if (isTime) await this.#trade();
    found.push(...(await this.#attempt('what customers are shown', () => this.#compareViews())));
    return found;
  }

  /** Both trade at the same moment, so that they can be compared. */
  async #trade(): Promise<void> {
    this.#tradedMs = Date.now();
    await Promise.all(
      this.shoppers.map(async (shopper) => {
        // An action without an answer stays pending, and is repeated with its key.
        await this.#attempt(`trading as ${shopper.account}`, async () => {
          await shopper.act();
          return [];
        });
        writeNotebook(this.#options.folder, shopper.account, shopper.notebook);
      }),
    );
  }

  async #compareViews(): Promise<readonly Alarm[]> {
    const { url, symbol } = this.#options;
    const head = (await tapeServer(url, symbol).head()).seq;
    const range = { from_seq: Math.max(1, head - COMPARED_ENTRIES), limit: COMPARED_ENTRIES };
    for (let attempt = 1; ; attempt += 1) {
      // oxlint-disable-next-line no-await-in-loop -- something may be published between the two readings
      const found = checkViews(await Promise.all(this.shoppers.map((shopper) => shopper.view(range))));
      if (found.length === 0 || attempt === 3) return found;
    }
  }

  /** A platform that restarts raises no alarm; one that stays unavailable for longer does. */
  async #attempt(what: string, run: () => Promise<readonly Alarm[]>): Promise<readonly Alarm[]> {
    try {
      const found = await run();
      this.#failing.delete(what);
      return found;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const since = this.#failing.get(what) ?? Date.now();
      this.#failing.set(what, since);
      if (Date.now() - since < this.#options.lateMaxMs) return [];
      return [alarm('platform_unreadable', `The watch cannot read ${what}: ${why}.`)];
    }
  }
}

/** Opens the accounts, or continues with those of an earlier run. */
export async function openShopping(options: ShoppingOptions): Promise<Shopping> {
  const { url, folder, accounts, symbol, lateMaxMs } = options;
  const logins = await keptLogins(folder, accounts, () => openAccount(url));
  const at = url.replace(/\/+$/, '');
  const browsers = browsersOf('');
  const shoppers = logins.map((login, place) => {
    const device = openDevice(join(folder, login.account));
    // A platform must not show one kind of browser something different from what it shows others.
    const { 'user-agent': agent = '' } = browsers[place % browsers.length]?.headers ?? {};
    const said = { 'user-agent': agent };
    const { call, token } = customerCalls(url, login, device, said);
    const file = async (path: string) => readFile(`${at}${path}`, { ...said, authorization: await token() });
    const deps = {
      ...{ account: login.account, call, symbol, file, lateMaxMs, opposite: place % 2 === 1 },
      collect: (of: string, used: { readonly first: number; readonly last: number }) =>
        collect(tapeServer(url, of), used),
      ...{ newId: randomUUID, nowMs: Date.now, deviceKey: device.publicKey },
    };
    return new Shopper(deps, readNotebook(folder, login.account));
  });
  return new Shopping(options, shoppers);
}
