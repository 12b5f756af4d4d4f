/** Test helper: a customer and their requests. */
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { totpCode, totpStep } from '../../../identity/factors/totp.ts';

export const PASSWORD = 'x7!kqz-ok';
/** The cookie of the device on which the customer registered. */
export const OWN_DEVICE = { cookie: `candor_device=${'d'.repeat(43)}` };

type Fields = Readonly<Record<string, unknown>>;
type Sent = { readonly fields?: Fields; readonly headers?: Readonly<Record<string, string>> };

export class Account {
  readonly #door: IdentityDoor;
  readonly name: string;
  readonly token: string;
  /** The authenticator's secret; empty until it is set up. */
  secret = '';

  private constructor(door: IdentityDoor, name: string, token: string) {
    this.#door = door;
    this.name = name;
    this.token = token;
  }

  /** Registers a customer, who then logs in on `OWN_DEVICE`. */
  static async open(door: IdentityDoor, name: string): Promise<Account> {
    await door.register(name, PASSWORD);
    const { body } = await door.call('POST user/login', {
      fields: { account: name, password: PASSWORD },
      headers: OWN_DEVICE,
    });
    return new Account(door, name, body.message as string);
  }

  get email(): string {
    return `${this.name.toLowerCase()}@example.com`;
  }

  async id(): Promise<bigint> {
    const found = await this.#door.pool.query<{ id: string }>('select id from customer where account = $1', [
      this.name,
    ]);
    return BigInt(found.rows[0]?.id ?? 0);
  }

  /** Makes a call with the customer's token, from an unknown device unless `headers` specify another. */
  call(name: string, { fields = {}, headers = {} }: Sent = {}) {
    return this.#door.call(name, { fields, headers, token: this.token });
  }

  /** Returns the code of the refusal; undefined if the call succeeds. */
  async errorOf(
    name: string,
    fields: Fields = {},
    headers: Sent['headers'] = {},
  ): Promise<string | undefined> {
    const { body } = await this.call(name, { fields, headers });
    return body.type === 'ok' ? undefined : body.error;
  }

  async loginError(fields: Fields, headers: Sent['headers'] = {}): Promise<string | undefined> {
    const { body } = await this.#door.call('POST user/login', {
      fields: { account: this.name, password: PASSWORD, ...fields },
      headers,
    });
    return body.type === 'ok' ? undefined : body.error;
  }

  async overview(): Promise<Record<string, unknown>> {
    return (await this.call('GET safe/overview')).body.message as Record<string, unknown>;
  }

  /** Returns the authenticator's code for the time step that is `steps` steps of thirty seconds from now. */
  code(steps = 0): string {
    return totpCode(this.secret, totpStep(Date.now() + this.#door.clock.aheadMs) + steps);
  }

  /** Advances the clock by one step, so that the code changes. */
  nextCode(): string {
    this.#door.clock.aheadMs += 30_000;
    return this.code();
  }

  async bind(confirmed: Fields = { current_password: PASSWORD }): Promise<string[]> {
    const read = await this.call('POST safe/google', { fields: { action: 'read' } });
    this.secret = (read.body.message as { secret: string }).secret;
    const bound = await this.call('POST safe/google', {
      fields: { action: 'bind', code: this.nextCode(), ...confirmed },
    });
    if (bound.body.type !== 'ok') throw new Error(JSON.stringify(bound.body));
    return (bound.body.message as { recovery_codes: string[] }).recovery_codes;
  }

  async events(): Promise<string[]> {
    const found = await this.#door.pool.query<{ kind: string }>(
      'select e.kind from security_event e where e.customer = $1 order by e.id',
      [await this.id()],
    );
    return found.rows.map(({ kind }) => kind);
  }

  /** Lists the mails to an address, oldest first, without codes. */
  async mails(to = this.email): Promise<string[]> {
    const found = await this.#door.pool.query<{ kind: string }>(
      `select m.kind from mail m where m.email_key = $1 and m.kind not in ('code', 'code_register', 'new_device') order by m.id`,
      [to],
    );
    return found.rows.map(({ kind }) => kind);
  }
}
