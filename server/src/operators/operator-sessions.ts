/**
 * Resolves tokens to operators. Each request queries the database, so that a logout or the disabling of an operator takes effect
 * immediately, whichever process executed it. This is affordable because operators are few, and necessary because their powers
 * are wide.
 */
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import type { Pool } from '../db/pool.ts';
import { deviceHash } from '../identity/sessions/devices.ts';
import { isToken, newToken, tokenKey } from '../identity/sessions/token.ts';
import { LIMITS } from '../limits.ts';
import type { Operator } from './operators.ts';

const { idleMs, validMs, seenEveryMs, operatorMax } = LIMITS.console;
const AGENT_CHARS_MAX = 200;

export type OperatorSession = {
  readonly operator: Operator;
  readonly tokenHash: Buffer;
  /** When this session's user last proved to be the operator. Initially, this is the time of the login. */
  readonly freshMs: number;
};

export type OpenedFrom = {
  readonly device: string | undefined;
  readonly address: string;
  readonly agent: string;
};

export class OperatorSessions {
  readonly #pool: Pool;
  readonly #now: () => number;

  constructor({ pool, now }: { readonly pool: Pool; readonly now: () => number }) {
    this.#pool = pool;
    this.#now = now;
  }

  /** Opens a session and returns its token, which is stored nowhere. Closes all but the operator's newest few sessions. */
  async open(account: string, { device, address, agent }: OpenedFrom): Promise<string> {
    const token = newToken();
    const nowMs = this.#now();
    await this.#pool.query(
      `with older as (select s.token_hash from operator_session s where s.account = $2 and s.ended_ms is null
          order by s.created_ms desc offset $7)
        , ended as (update operator_session s set ended_ms = $3 from older o where s.token_hash = o.token_hash)
        insert into operator_session (token_hash, account, created_ms, seen_ms, device, address, agent)
          values ($1, $2, $3, $3, $4, $5, $6)`,
      [
        hashOf(token),
        account,
        nowMs,
        device === undefined ? null : deviceHash(device),
        address,
        agent.slice(0, AGENT_CHARS_MAX),
        operatorMax - 1,
      ],
    );
    return token;
  }

  /**
   * Returns the session of a token, if it is valid: until half an hour after its last use, and at most twelve hours after its
   * creation. `isUse` says whether this call counts as a use.
   */
  async find(token: string, { isUse = true } = {}): Promise<OperatorSession | undefined> {
    if (!isToken(token)) return undefined;
    const tokenHash = hashOf(token);
    const nowMs = this.#now();
    const found = await this.#pool.query<
      Operator & { role: OperatorRole; seen_ms: string; fresh_ms: string }
    >({
      name: 'operator_session_find',
      text: `select o.account, o.role, o.person, s.seen_ms, coalesce(s.fresh_ms, s.created_ms) as fresh_ms
        from operator_session s join operator o on o.account = s.account
        where s.token_hash = $1 and s.ended_ms is null and o.confirmed_ms is not null and o.disabled_ms is null and s.created_ms > $2 and s.seen_ms > $3`,
      values: [tokenHash, nowMs - validMs, nowMs - idleMs],
    });
    const row = found.rows[0];
    if (row === undefined) return undefined;
    if (isUse && Number(row.seen_ms) <= nowMs - seenEveryMs) {
      await this.#pool.query(
        'update operator_session set seen_ms = $2 where token_hash = $1 and ended_ms is null and seen_ms < $2',
        [tokenHash, nowMs],
      );
    }
    const { account, role, person } = row;
    return { operator: { account, role, person }, tokenHash, freshMs: Number(row.fresh_ms) };
  }

  /**
   * Returns when a session that receives events was last used, or undefined if it is no longer valid. Receiving events doesn't
   * count as a use.
   */
  async seenMs(tokenHash: Buffer): Promise<number | undefined> {
    const nowMs = this.#now();
    const found = await this.#pool.query<{ seen_ms: string }>(
      `select s.seen_ms from operator_session s join operator o on o.account = s.account
        where s.token_hash = $1 and s.ended_ms is null and o.confirmed_ms is not null and o.disabled_ms is null
          and s.created_ms > $2 and s.seen_ms > $3`,
      [tokenHash, nowMs - validMs, nowMs - idleMs],
    );
    const row = found.rows[0];
    return row === undefined ? undefined : Number(row.seen_ms);
  }

  /** Records when this session's user proved to be the operator. */
  async confirm(tokenHash: Buffer, atMs: number): Promise<void> {
    await this.#pool.query(
      'update operator_session set fresh_ms = $2 where token_hash = $1 and ended_ms is null and coalesce(fresh_ms, created_ms) < $2',
      [tokenHash, atMs],
    );
  }

  async end(tokenHash: Buffer): Promise<void> {
    await this.#pool.query(
      'update operator_session set ended_ms = $2 where token_hash = $1 and ended_ms is null',
      [tokenHash, this.#now()],
    );
  }
}

function hashOf(token: string): Buffer {
  return Buffer.from(tokenKey(token), 'base64');
}
