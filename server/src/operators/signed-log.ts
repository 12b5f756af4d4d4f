/**
 * Reads the operators' log from its beginning and verifies that each decision is signed by a key that was valid at that time: who
 * added the key, who vouched for or confirmed it, whether it was revoked, and whether the signature belongs to the record. The
 * database rejects what it can; this verifies the signatures.
 */
import { createPublicKey, verify } from 'node:crypto';
import { vouchedText } from '@candor/protocol/console/approval.ts';
import { isSignedAction } from '@candor/protocol/console/signed-calls.ts';
import type { Approval } from '@candor/protocol/console/approval.ts';
import type { Pool } from '../db/pool.ts';
import { assertionViolation, readApproval, usesOf } from './assertion.ts';
import type { SigningKey } from './assertion.ts';
import type { AuditRecord } from './audit.ts';

type LoggedKey = SigningKey & {
  readonly account: string;
  readonly enrolledMs: number;
  readonly validUntilMs: number | undefined;
  counts: boolean;
  revoked: boolean;
  uses: number;
};

/** Facts that are not in the log. */
export type LogSurroundings = {
  readonly house: string;
  /** The first record that must be signed. */
  readonly from: bigint;
  /** The first record of setting a demo's clock that must be signed. */
  readonly clockFrom: bigint;
  /** The public keys of the accepted vouchers, in hexadecimal. */
  readonly vouchers: readonly string[];
  /** Persons by account, including admins whom no operator added. */
  readonly persons: ReadonlyMap<string, string>;
  readonly admins: ReadonlySet<string>;
};

export async function surroundingsOf(pool: Pick<Pool, 'query'>): Promise<LogSurroundings> {
  const [house, vouchers, operators] = [
    await pool.query<{ id: string; approved_from: string; clock_approved_from: string }>(
      'select h.id, h.approved_from, h.clock_approved_from from house_identity h',
    ),
    await pool.query<{ key: string }>(`select encode(v.public_key, 'hex') as key from key_voucher v`),
    await pool.query<{ account: string; person: string; role: string; added_by: string | null }>(
      'select o.account, o.person, o.role, o.added_by from operator o',
    ),
  ];
  const examples = operators.rows.filter(({ role, added_by: by }) => role === 'admin' && by === null);
  return {
    house: house.rows[0]?.id ?? '',
    from: BigInt(house.rows[0]?.approved_from ?? '1'),
    clockFrom: BigInt(house.rows[0]?.clock_approved_from ?? '1'),
    vouchers: vouchers.rows.map(({ key }) => key),
    persons: new Map(operators.rows.map(({ account, person }) => [account, person])),
    admins: new Set(examples.map(({ person }) => person)),
  };
}

export type OperatorRow = {
  readonly account: string;
  readonly role: string;
  readonly person: string;
  readonly addedBy: string | null;
  readonly counts: boolean;
};

export class SignedLog {
  readonly #known: LogSurroundings;
  readonly #keys = new Map<string, LoggedKey>();
  readonly #nonces = new Set<string>();
  readonly #admins: Set<string>;
  readonly #disabled = new Set<string>();
  readonly #added = new Map<string, { by: string; role: unknown; person: unknown; counts: boolean }>();

  constructor(known: LogSurroundings) {
    this.#known = known;
    this.#admins = new Set(known.admins);
  }

  /** Checks the next record. Returns undefined if it is valid. */
  next(record: AuditRecord): string | undefined {
    const violation = record.seq < this.#known.from ? undefined : this.#violationOf(record);
    return violation ?? this.#learn(record);
  }

  /** Compares the table of keys with the log. */
  keyViolation(row: {
    id: string;
    account: string;
    publicKey: Buffer;
    counts: boolean;
    revoked: boolean;
  }): string | undefined {
    const key = this.#keys.get(row.id);
    const same =
      key?.account === row.account &&
      key.publicKey.equals(row.publicKey) &&
      key.counts === row.counts &&
      key.revoked === row.revoked;
    return same ? undefined : `the key ${row.id} of ${row.account} is not as the log has it`;
  }

  /**
   * Checks that a record added the operator as in the table, and that another person confirmed the operator if two people were
   * required.
   */
  operatorViolation({ account, role, person, addedBy, counts }: OperatorRow): string | undefined {
    // A demo's example operators were not added by an operator.
    if (addedBy === null) return undefined;
    const added = this.#added.get(account);
    const same =
      added?.by === addedBy &&
      (added.role ?? role) === role &&
      (added.person ?? person) === person &&
      (added.counts || !counts);
    return same ? undefined : `the operator ${account} is not as the log has it`;
  }

  #violationOf(record: AuditRecord): string | undefined {
    const { action, operator, subject } = record;
    if (record.approval === null) {
      return !isSignedAction(action) || this.#isExcused(record)
        ? undefined
        : `${action} by ${operator} is not signed`;
    }
    const approval = readApproval(record.approval);
    if (approval === undefined) return 'what was signed cannot be read';
    const key = this.#keys.get(approval.key);
    if (key === undefined || !this.#counts(key, record, approval))
      return `${action} is not signed with a key of ${operator}`;
    if (this.#nonces.has(approval.nonce)) return 'what was signed was used before';
    this.#nonces.add(approval.nonce);
    const uses = usesOf(approval);
    if ((uses > 0 || key.uses > 0) && uses <= key.uses) return `the key ${approval.key} counts backwards`;
    key.uses = Math.max(uses, key.uses);
    return assertionViolation(approval, key, { house: this.#known.house, operator, action, subject });
  }

  #counts(key: LoggedKey, { operator }: AuditRecord, { time }: Approval): boolean {
    if (this.#disabled.has(operator)) return false;
    const isValid = key.validUntilMs === undefined || time < key.validUntilMs;
    return key.account === operator && key.counts && !key.revoked && isValid;
  }

  /**
   * Whether a record needs no signature. Corresponds to `approval_excused`, except for checks of the connection, which only the
   * database can make.
   */
  #isExcused({ seq, action, operator, role, subject }: AuditRecord): boolean {
    if (action === 'clock.forward') return seq < this.#known.clockFrom;
    if (operator === 'payout-provider') {
      return role === 'provider' && ['withdrawal.paid', 'withdrawal.payout_failed'].includes(action);
    }
    if (operator === 'bootstrap')
      return ['operator.add', 'operator.confirm', 'key.confirm', 'key.rotate'].includes(action);
    if (action === 'operator.add') return this.#admins.size < 2;
    const isOwn =
      subject === `operator:${operator}` && ['operator.password', 'operator.authenticator'].includes(action);
    return isOwn && ![...this.#keys.values()].some((key) => key.account === operator && key.counts);
  }

  #learn(record: AuditRecord): string | undefined {
    const after = (JSON.parse(record.after ?? '{}') ?? {}) as Record<string, unknown>;
    this.#learnOperator(record, after);
    if (record.action === 'operator.add' && after['role'] === 'admin' && after['waits'] === false) {
      this.#admins.add(String(after['person']));
    }
    if (record.action === 'key.enrol') return this.#enrol(record, after);
    if (record.action === 'key.confirm') return this.#confirm(record);
    if (record.action === 'key.revoke') {
      const key = this.#keys.get(String(signedBody(record)['key']));
      if (key === undefined) return 'a key was revoked that nobody brought';
      if (record.operator !== key.account && record.role !== 'admin') {
        return `${record.operator} revoked a key of ${key.account}`;
      }
      key.revoked = true;
    }
    return undefined;
  }

  #learnOperator({ action, operator, subject }: AuditRecord, after: Readonly<Record<string, unknown>>): void {
    const account = subject.replace(/^operator:/, '');
    if (action === 'operator.add') {
      const { role, person, waits } = after;
      this.#added.set(account, { by: operator, role, person, counts: waits !== true });
    }
    if (action === 'operator.disable') this.#disabled.add(account);
    const added = this.#added.get(account);
    if (action === 'operator.confirm' && added !== undefined) added.counts = true;
  }

  #enrol({ operator, subject }: AuditRecord, after: Record<string, unknown>): string | undefined {
    const text = (name: string): string => String(after[name] ?? '');
    const isBrowsers = after['kind'] === 'browser';
    const key: LoggedKey = {
      ...{
        account: operator,
        kind: isBrowsers ? 'browser' : 'passkey',
        rpId: text('rp_id'),
        origin: text('origin'),
      },
      ...{ publicKey: Buffer.from(text('public_key'), 'hex'), enrolledMs: Number(after['enrolled_ms']) },
      validUntilMs: after['valid_until_ms'] === undefined ? undefined : Number(after['valid_until_ms']),
      ...{ counts: isBrowsers, revoked: false, uses: 0 },
    };
    const id = text('key');
    if (subject !== `operator:${operator}` || this.#keys.has(id))
      return `the key ${id} was brought for somebody else`;
    this.#keys.set(id, key);
    if (!isBrowsers) return undefined;
    const { house } = this.#known;
    const { rpId, origin, enrolledMs, validUntilMs = Infinity } = key;
    const said = {
      house,
      account: operator,
      key: id,
      publicKey: text('public_key'),
      rpId,
      origin,
      enrolledMs,
      validUntilMs,
    };
    const signature = Buffer.from(text('vouched'), 'hex');
    const isVouched = this.#known.vouchers.some((voucher) =>
      isSignedBy(voucher, vouchedText(said), signature),
    );
    return isVouched ? undefined : `no door vouches for the key ${id} of ${operator}`;
  }

  #confirm(record: AuditRecord): string | undefined {
    const said =
      record.operator === 'bootstrap' ? (JSON.parse(record.after ?? '{}') as object) : signedBody(record);
    const { key: id, public_key: publicKey } = said as { key?: unknown; public_key?: unknown };
    const key = this.#keys.get(String(id));
    if (key === undefined || record.subject !== `operator:${key.account}`)
      return 'a key was confirmed that nobody brought';
    const { persons } = this.#known;
    if (record.operator !== 'bootstrap' && persons.get(record.operator) === persons.get(key.account)) {
      return `the key ${String(id)} was confirmed by its own person`;
    }
    if (record.role !== 'admin' || publicKey !== key.publicKey.toString('hex')) {
      return `the key ${String(id)} was not confirmed as it is`;
    }
    key.counts = true;
    return undefined;
  }
}

function signedBody({ approval }: AuditRecord): Readonly<Record<string, unknown>> {
  const read = approval === null ? undefined : readApproval(approval);
  return read === undefined ? {} : (JSON.parse(read.body) as Readonly<Record<string, unknown>>);
}

function isSignedBy(publicKey: string, text: string, signature: Buffer): boolean {
  try {
    const x = Buffer.from(publicKey, 'hex').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(text), key, signature);
  } catch {
    // If the voucher's key or signature is invalid, it vouches for nothing.
    return false;
  }
}
