/** An operator at the console, with a session and a key that was created for it. */
import { APPROVAL_HEADER, approvalText, bodyText } from '../../protocol/src/console/approval.ts';
import type { SignedAct } from '../../protocol/src/console/approval.ts';
import { confirmationOf, signedActOf } from '../../protocol/src/console/signed-calls.ts';
import type { ConsoleCallName } from '../../protocol/src/console/console-calls.ts';
import { totpCode, totpStep } from '../../server/src/identity/factors/totp.ts';
import { BrowserSigner } from '../../server/src/operators/browser-signer.ts';
import { demoOperators } from '../../server/src/operators/demo-operators.ts';
import { LostError } from '../life/life.ts';
import type { Heard } from '../life/life.ts';
import type { Deed } from './chronicle.ts';
import type { Scene } from './person.ts';

type Fields = Readonly<Record<string, unknown>>;
const AGAIN_AFTER_MS = 900;
const AGAIN_TIMES = 12;
const NOT_NOW = new Set(['busy', 'too_many_requests', 'request_failed']);

export class Operator {
  readonly account: string;
  readonly #scene: Scene;
  readonly #signer: BrowserSigner;
  readonly #from: string;
  #token: string | undefined;
  #device: string | undefined;

  constructor(account: string, scene: Scene, from: string) {
    this.account = account;
    this.#scene = scene;
    this.#from = from;
    this.#signer = new BrowserSigner({ origin: 'http://localhost', rpId: 'localhost' });
  }

  async enter(): Promise<void> {
    const example = demoOperators.find(({ account }) => account === this.account);
    if (example === undefined) throw new Error(`expected an example operator ${this.account}, found none`);
    const totp = totpCode(example.totpSecret, totpStep(this.#scene.now()));
    const fields = {
      account: this.account,
      password: example.password,
      totp,
      browser_key: this.#signer.publicKey,
    };
    const heard = await this.#scene.life.ask('operators', 'POST login', { fields, from: this.#from });
    if (heard.type !== 'ok') throw new Error(`${this.account} could not log in: ${JSON.stringify(heard)}`);
    this.#token = (heard.message as { readonly token: string }).token;
    this.#device = heard.device;
  }

  /** Sends a decision until it is answered. */
  async sends(step: number, name: ConsoleCallName, fields: Fields, key?: string): Promise<Deed> {
    const { chronicle, agenda, now } = this.#scene;
    const deed: Deed = {
      ...{ step, who: this.account, name, fields, key },
      ...{ sentMs: now(), heardMs: 0, heard: 'nothing', message: undefined, lost: 0 },
    };
    chronicle.deeds.push(deed);
    for (let tries = 0; tries < AGAIN_TIMES; tries += 1) {
      const heard = await this.#signedOnce(name, fields, key);
      if (heard === undefined) deed.lost += 1;
      else {
        deed.heardMs = now();
        deed.heard = heard.type === 'ok' ? 'ok' : (heard.error ?? heard.type);
        deed.message = heard.message;
        if (!NOT_NOW.has(deed.heard)) return deed;
      }
      await agenda.pause(AGAIN_AFTER_MS);
    }
    if (deed.heard === 'request_failed')
      chronicle.fault(`${this.account}'s ${name} failed: ${JSON.stringify(fields)}`);
    return deed;
  }

  async #signedOnce(name: ConsoleCallName, fields: Fields, key?: string): Promise<Heard | undefined> {
    try {
      const heard = await this.#approved(name, fields, key);
      if (heard.error !== 'confirmation_needed') return heard;
      const signed = await this.#signed(confirmationOf(this.account), {});
      await this.#ask('POST confirm', { signed }, {});
      return await this.#approved(name, fields, key);
    } catch (error) {
      if (error instanceof LostError) return undefined;
      throw error;
    }
  }

  async #approved(name: ConsoleCallName, fields: Fields, key?: string): Promise<Heard> {
    const act = signedActOf(name, fields);
    const headers = {
      ...(act !== undefined && { [APPROVAL_HEADER]: await this.#signed(act, fields) }),
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    return this.#ask(name, fields, headers);
  }

  async #signed(act: SignedAct, fields: Fields): Promise<string> {
    const heard = await this.#ask('GET approval', {}, {});
    if (heard.type !== 'ok') throw new Error(`${this.account} may not sign: ${JSON.stringify(heard)}`);
    const {
      nonce,
      time_ms: timeMs,
      house,
    } = heard.message as { nonce: string; time_ms: number; house: string };
    const said = { ...act, house, operator: this.account, body: bodyText(fields), nonce, timeMs };
    const approval = this.#signer.sign(approvalText(said), { nonce, timeMs });
    return Buffer.from(JSON.stringify(approval)).toString('base64url');
  }

  #ask(name: string, fields: Fields, headers: Readonly<Record<string, string>>): Promise<Heard> {
    const asked = { fields, token: this.#token, device: this.#device, from: this.#from, headers };
    return this.#scene.life.ask('operators', name, asked);
  }
}
