/**
 * Submits the commands of API keys within their mandates. If an order exceeds the size above which its key must ask, it is not
 * placed but stored for some minutes, and its customer is notified.
 */
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallSubmission, Submit } from '../../calls/submit.ts';
import { command, of, put } from '../../commands/command.ts';
import type { Facts } from '../../commands/command.ts';
import { LIMITS } from '../../limits.ts';
import { noticeNow } from '../mail/notices.ts';
import { withinMandate } from './mandate.ts';
import { waitingOrders } from './tables.ts';

const MINUTE_MS = 60_000;

type Asking = {
  readonly keyId: bigint;
  readonly symbol: string;
  readonly size: Amount;
  readonly request: Readonly<Record<string, unknown>>;
};

/** Stores an order that awaits its customer's confirmation, unless too many already do. */
const askCustomer = command({
  name: 'api_key.ask',
  gather: (_: Asking) => ({ open: [of(waitingOrders)] }),
  decide: ({ keyId, symbol, size, request }: Asking, facts: Facts) => {
    const { waitMs, waitingMax } = LIMITS.apiKeys;
    const nowMs = facts.wallMs;
    const waiting = facts.openRows(waitingOrders).filter((row) => row.expiresMs > nowMs);
    if (waiting.length >= waitingMax) return refuse('too_many_requests', { params: { seconds: '60' } });
    const row = {
      ...{ book: facts.book, id: facts.newId(), keyId, symbol, request, size },
      ...{ status: 'waiting' as const, version: 1, createdMs: nowMs, expiresMs: nowMs + waitMs },
      decidedMs: null,
    };
    const told = { symbol, size: formatAmount(size), minutes: String(waitMs / MINUTE_MS) };
    return ok({
      answer: { id: row.id.toString() },
      puts: [put(waitingOrders, row)],
      appends: [noticeNow(facts, 'api_order_waits', told)],
    });
  },
});

export function submitByKey(submit: Submit): Submit {
  return async (call) => {
    const { key } = call.context;
    if (key === undefined) return submit(call);
    const input = { ...call.input, apiKey: key.id };
    const outcome = await submit({ ...call, command: withinMandate(call.command), input });
    if (outcome.ok || outcome.refusal.code !== 'api_order_waits') return outcome;
    return asked(submit, call, { keyId: key.id, params: outcome.refusal.params ?? {} });
  };
}

async function asked(
  submit: Submit,
  call: Pick<CallSubmission<never, never, never>, 'body' | 'context'>,
  { keyId, params }: { keyId: bigint; params: Readonly<Record<string, string>> },
) {
  const { symbol = '', size = '', ...amended } = params;
  const request = call.body as Asking['request'];
  const input: Asking = {
    ...{ keyId, symbol, size: parseAmount(size) ?? 0n },
    // For an amendment, the amended order is stored as well, because it is what the customer confirms.
    request: amended['amends'] === undefined ? request : { ...amended, changes: request },
  };
  const { customer, idempotencyKey, key } = call.context;
  const context = { customer, idempotencyKey, ...(key === undefined ? {} : { key }) };
  const waits = await submit({ command: askCustomer, input, body: call.body, context });
  if (!waits.ok) return waits;
  const minutes = String(LIMITS.apiKeys.waitMs / MINUTE_MS);
  return refuse('api_order_waits', { params: { minutes, id: waits.value.id } });
}
