/** A customer with a session, who repeats a call with the same key until it is answered. */
import { amount } from '../../domain/src/money/amount.ts';
import type { Amount } from '../../domain/src/money/amount.ts';
import { LostError } from '../life/life.ts';
import type { Agenda } from '../life/agenda.ts';
import type { Heard, Life } from '../life/life.ts';
import type { Chronicle, Deed } from './chronicle.ts';

type Fields = Readonly<Record<string, unknown>>;
type Pocket = { readonly available: string; readonly frozen: string };
export type Wallet = Readonly<Record<'spot' | 'contract' | 'option', Pocket>> & { readonly currency: string };

/** Temporary refusals, which are not stored under the key. */
const NOT_NOW = new Set(['busy', 'too_many_requests', 'request_failed']);
const AGAIN_AFTER_MS = 700;
const AGAIN_TIMES = 12;

export type Scene = {
  readonly life: Life;
  readonly agenda: Pick<Agenda, 'pause'>;
  readonly chronicle: Chronicle;
  readonly now: () => number;
};

export class Person {
  readonly who: string;
  readonly #scene: Scene;
  readonly #address: string;
  #token: string | undefined;
  #device: string | undefined;
  /** Vouchers that were uploaded and are not used yet. */
  readonly vouchers: string[] = [];
  id = '';
  address = '';

  constructor(who: string, scene: Scene, address: string) {
    this.who = who;
    this.#scene = scene;
    this.#address = address;
  }

  async enter(name: string, fields: Fields): Promise<void> {
    const { token, device } = await this.#session(name, fields);
    this.#token = token;
    this.#device = device;
    const info = (await this.reads('GET user/info')) as { readonly id: string };
    this.id = info.id;
  }

  async #session(name: string, fields: Fields) {
    const { life } = this.#scene;
    const asked = { fields, from: this.#address, device: this.#device };
    const heard = await life.ask('customers', name, asked);
    if (heard.type !== 'ok') throw new Error(`${this.who}: ${name} was refused: ${JSON.stringify(heard)}`);
    return { token: heard.message as string, device: heard.device };
  }

  async reads(name: string, fields: Fields = {}): Promise<unknown> {
    for (let tries = 0; ; tries += 1) {
      const heard = await this.#once(name, fields, {});
      if (heard !== undefined && heard.type === 'ok') return heard.message;
      if (heard !== undefined && (!NOT_NOW.has(heard.error ?? '') || tries > AGAIN_TIMES))
        throw new Error(`${this.who}: ${name} was refused: ${JSON.stringify(heard)}`);
      await this.#scene.agenda.pause(AGAIN_AFTER_MS);
    }
  }

  /** Sends a command until it is answered. Returns the last answer. */
  async sends(
    step: number,
    name: string,
    fields: Fields,
    how: {
      readonly key?: string;
      readonly raw?: Buffer;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<Deed> {
    const { chronicle, agenda, now } = this.#scene;
    const { key } = how;
    const deed: Deed = {
      ...{ step, who: this.who, name, fields, key },
      ...{ sentMs: now(), heardMs: 0, heard: 'nothing', message: undefined, lost: 0 },
    };
    chronicle.deeds.push(deed);
    for (let tries = 0; ; tries += 1) {
      const heard = await this.#once(name, fields, how);
      if (heard === undefined) deed.lost += 1;
      else {
        deed.heardMs = now();
        deed.heard = heard.type === 'ok' ? 'ok' : (heard.error ?? heard.type);
        deed.message = heard.message;
        if (!NOT_NOW.has(deed.heard) || tries > AGAIN_TIMES) break;
      }
      await agenda.pause(AGAIN_AFTER_MS);
    }
    if (deed.heard === 'request_failed')
      chronicle.fault(`${this.who}'s ${name} failed: ${JSON.stringify(fields)}`);
    return deed;
  }

  async #once(
    name: string,
    fields: Fields,
    how: {
      readonly key?: string;
      readonly raw?: Buffer;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ): Promise<Heard | undefined> {
    const { life } = this.#scene;
    const asked = { fields, token: this.#token, device: this.#device, from: this.#address, ...how };
    return life.ask('customers', name, asked).catch((error: Error) => {
      if (error instanceof LostError) return undefined;
      throw error;
    });
  }

  async wallets(): Promise<readonly Wallet[]> {
    return (await this.reads('POST wallet/list')) as readonly Wallet[];
  }

  async available(currency: string, account: 'spot' | 'contract' | 'option' = 'spot'): Promise<Amount> {
    const found = (await this.wallets()).find((one) => one.currency === currency);
    return found === undefined ? 0n : amount(found[account].available);
  }
}
