/**
 * Verifies, before a feature receives a decision, that the operator's own key signed exactly this call. The server must have
 * issued the signature's nonce recently; the database stores nonces and accepts each only once.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { bodyText } from '@candor/protocol/console/approval.ts';
import type { Approval, SignedAct } from '@candor/protocol/console/approval.ts';
import { confirmationOf } from '@candor/protocol/console/signed-calls.ts';
import type { Pool } from '../db/pool.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import { LIMITS } from '../limits.ts';
import { assertionViolation, readApproval, usesOf } from './assertion.ts';
import { findKey, hadKey } from './keys.ts';
import type { OperatorKey } from './keys.ts';
import type { Operator, SignedApproval } from './operators.ts';

const RANDOM_BYTES = 16;
const PROOF_BYTES = 16;

export type SignedCall = {
  readonly operator: Operator;
  readonly act: SignedAct;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The header as it was sent. */
  readonly given: string | undefined;
  /** When this session's user last proved to be the operator. */
  readonly freshMs: number;
};

/**
 * Changes that operators may make to their own account before they have a key; the database has the same list
 * (`approval_excused`).
 */
const OWN: ReadonlySet<string> = new Set(['operator.password', 'operator.authenticator']);

export const confirmationNeeded = () => refuse('confirmation_needed', { params: { kinds: 'totp passkey' } });

type Refused = 'approval_needed' | 'approval_wrong' | 'confirmation_needed';

export class Approvals {
  readonly #pool: Pool;
  readonly #vault: Vault;
  readonly #now: () => number;
  #house: string | undefined;

  constructor({
    pool,
    vault,
    now,
  }: {
    readonly pool: Pool;
    readonly vault: Vault;
    readonly now: () => number;
  }) {
    this.#pool = pool;
    this.#vault = vault;
    this.#now = now;
  }

  /** The id of this installation. */
  async house(): Promise<string> {
    this.#house ??= await houseOf(this.#pool);
    return this.#house;
  }

  /** Issues a nonce that is bound to this account and the current time. */
  async number(account: string): Promise<{ nonce: string; time_ms: number; house: string }> {
    const timeMs = this.#now();
    const random = randomBytes(RANDOM_BYTES);
    const nonce = Buffer.concat([random, this.#proof({ account, timeMs, random })]).toString('base64url');
    return { nonce, time_ms: timeMs, house: await this.house() };
  }

  /** Whether this server recently issued the nonce to this account. */
  isNumberOf(
    account: string,
    { nonce, timeMs }: { readonly nonce: string; readonly timeMs: number },
  ): boolean {
    const isNow = Math.abs(this.#now() - timeMs) <= LIMITS.console.numberValidMs;
    return isNow && this.#isOurs(nonce, { account, timeMs });
  }

  /**
   * Returns the verified signature in the log's form, or its violation. Returns undefined if no signature is needed, which is so
   * when operators who have never had a key change their own password or authenticator.
   */
  async judge({
    operator,
    act,
    fields,
    given,
    freshMs,
  }: SignedCall): Promise<Outcome<SignedApproval | undefined, Refused>> {
    const isStale = this.#now() - freshMs > LIMITS.console.freshMs;
    if (given === undefined) {
      if (!OWN.has(act.action) || (await hadKey(this.#pool, operator.account)))
        return refuse('approval_needed');
      return isStale ? confirmationNeeded() : { ok: true, value: undefined };
    }
    const signed = await this.#signed({ operator, act, fields, given });
    if (!signed.ok) return signed;
    const { approval, key } = signed.value;
    // A passkey has just verified its user, whereas a browser's key signs for anybody at the keyboard.
    if (key.kind === 'browser' && isStale) return confirmationNeeded();
    return { ok: true, value: { ...act, text: JSON.stringify(approval) } };
  }

  /** Returns when a key of the operator signed a confirmation of presence, or undefined if none did. */
  async confirmedMs(operator: Operator, given: string): Promise<number | undefined> {
    const signed = await this.#signed({ operator, act: confirmationOf(operator.account), fields: {}, given });
    return signed.ok ? signed.value.approval.time : undefined;
  }

  async #signed({
    operator,
    act,
    fields,
    given,
  }: Omit<SignedCall, 'freshMs' | 'given'> & { readonly given: string }): Promise<
    Outcome<{ readonly approval: Approval; readonly key: OperatorKey }, Refused>
  > {
    const approval = sentApproval(given, bodyText(fields));
    const wrong = (): Outcome<never, Refused> => refuse('approval_wrong');
    if (approval === undefined) return wrong();
    const { nonce, time: timeMs } = approval;
    if (!this.isNumberOf(operator.account, { nonce, timeMs })) return wrong();
    const key = await findKey(this.#pool, {
      id: approval.key,
      account: operator.account,
      nowMs: this.#now(),
    });
    if (key === undefined) return refuse('approval_needed');
    const uses = usesOf(approval);
    if ((uses > 0 || key.uses > 0) && uses <= key.uses) return wrong();
    const of = { ...act, operator: operator.account, house: await this.house() };
    return assertionViolation(approval, key, of) === undefined
      ? { ok: true, value: { approval, key } }
      : wrong();
  }

  #isOurs(nonce: string, of: { readonly account: string; readonly timeMs: number }): boolean {
    const bytes = Buffer.from(nonce, 'base64url');
    if (bytes.length !== RANDOM_BYTES + PROOF_BYTES || bytes.toString('base64url') !== nonce) return false;
    const random = bytes.subarray(0, RANDOM_BYTES);
    return timingSafeEqual(bytes.subarray(RANDOM_BYTES), this.#proof({ ...of, random }));
  }

  #proof(of: { readonly account: string; readonly timeMs: number; readonly random: Buffer }): Buffer {
    const text = `${of.account} ${of.timeMs} ${of.random.toString('hex')}`;
    return this.#vault.keyed(text, 'approval number').subarray(0, PROOF_BYTES);
  }
}

/**
 * Combines the header with the body that was sent, so that the body that is stored is the one that is executed, whatever the
 * caller states.
 */
function sentApproval(given: string, body: string): Approval | undefined {
  const said = readApproval(Buffer.from(given, 'base64url').toString(), body);
  if (said === undefined) return undefined;
  const { key, nonce, time, authenticator, client, signature } = said;
  const isHex = [authenticator, signature].every((one) => /^(?:[0-9a-f]{2})+$/.test(one));
  return isHex ? { key, nonce, time, body, authenticator, client, signature } : undefined;
}

export async function houseOf(pool: Pick<Pool, 'query'>): Promise<string> {
  const found = await pool.query<{ id: string }>('select h.id from house_identity h');
  const id = found.rows[0]?.id;
  if (id === undefined) throw new Error('expected the database to have an installation id, found none');
  return id;
}
