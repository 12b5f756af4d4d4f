/**
 * Commands of API keys: creating and revoking a key, and confirming or declining an order that awaits the customer's
 * confirmation. Only a customer's session may submit them, never an API key.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import { command, of, put } from '../../commands/command.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { apiKeys, waitingOrders } from '../../identity/api-keys/tables.ts';
import type { ApiKeyRow, WaitingOrder } from '../../identity/api-keys/tables.ts';
import { noticeNow } from '../../identity/mail/notices.ts';
import { LIMITS } from '../../limits.ts';

export type NewKey = Omit<ApiKeyRow, 'book' | 'id' | 'createdMs' | 'expiresMs' | 'revokedMs'> & {
  readonly days: number;
};

export const createKey = command({
  name: 'api_key.create',
  gather: (_: NewKey) => ({ open: [of(apiKeys)] }),
  decide: ({ days, ...wanted }: NewKey, facts: Facts): Decision<{ id: string }, 'api_keys_too_many'> => {
    const { keysMax } = LIMITS.apiKeys;
    const nowMs = facts.wallMs;
    if (facts.openRows(apiKeys).filter((row) => row.expiresMs > nowMs).length >= keysMax)
      return refuse('api_keys_too_many', { params: { max: String(keysMax) } });
    const row: ApiKeyRow = {
      ...wanted,
      ...{ book: facts.book, id: facts.newId() },
      ...{ createdMs: nowMs, expiresMs: nowMs + days * DAY_MS, revokedMs: null },
    };
    return ok({
      answer: { id: row.id.toString() },
      puts: [put(apiKeys, row)],
      appends: [noticeNow(facts, 'api_key_made', { name: row.name })],
    });
  },
});

type Ref = { readonly id: bigint };

/** Revoking a key again returns the same answer. */
export const revokeKey = command({
  name: 'api_key.revoke',
  gather: ({ id }: Ref) => ({ rows: [{ table: of(apiKeys), id }] }),
  decide: ({ id }: Ref, facts: Facts): Decision<Record<string, never>, 'not_found'> => {
    const row = facts.row(apiKeys, id);
    if (row === undefined) return refuse('not_found', { field: 'id' });
    if (row.revokedMs !== null) return ok({ answer: {} });
    return ok({ answer: {}, puts: [put(apiKeys, { ...row, revokedMs: facts.wallMs })] });
  },
});

export type Answered = { readonly id: bigint; readonly to: 'confirmed' | 'declined' };

/**
 * Confirms or declines a pending order. Confirming it again returns the same answer, so that the customer can retry if placing
 * the order failed.
 */
export const answerWaiting = command({
  name: 'api_key.answer',
  gather: ({ id }: Answered) => ({ rows: [{ table: of(waitingOrders), id }] }),
  decide: ({ id, to }: Answered, facts: Facts): Decision<Record<string, never>, 'api_order_over'> => {
    const row = facts.row(waitingOrders, id);
    if (row?.status === to) return ok({ answer: {} });
    if (row === undefined || row.status !== 'waiting' || row.expiresMs < facts.wallMs)
      return refuse('api_order_over', { field: 'id' });
    const after: WaitingOrder = { ...row, status: to, version: row.version + 1, decidedMs: facts.wallMs };
    return ok({ answer: {}, puts: [put(waitingOrders, after)] });
  },
});
