/**
 * Counts the customers that each operator reads about, each customer once an hour, and appends an audit record per block of
 * reads. Above the hourly limit, further customers are refused until another admin raises it.
 */
import type { Outcome } from '@candor/domain/outcome.ts';
import type { ConsoleRow } from '@candor/protocol/console/console-call.ts';
import { consoleCalls } from '@candor/protocol/features.ts';
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { ConsoleContext, ConsoleHandlers } from '../../calls/console-handler.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { limits } from './limits.ts';
import { appendRecord } from '../../operators/audit.ts';
import { quotaViolation, readAbout } from '../../operators/lookup-quota.ts';

/** Calls that show the customer named in the request. Each read is counted before the call is executed. */
const OF_ONE = showing('one');
/** Calls that show part of the conversation named in the request. Each read is counted before the call is executed. */
const OF_CONVERSATION = [
  'POST chat_picture',
  'GET chat_evidence_file',
] as const satisfies readonly ConsoleCallName[];
/**
 * Calls that show many customers, one per row. The work queue (`GET cases`) isn't among them, because it shows only numbers and
 * times.
 */
const OF_MANY = showing('many');

function showing(whom: 'one' | 'many'): readonly ConsoleCallName[] {
  const rows = Object.entries(consoleCalls) as [ConsoleCallName, ConsoleRow][];
  return rows.filter(([, row]) => row.shows === whom).map(([name]) => name);
}

type Shown = { readonly items: readonly { readonly id: string; readonly customer?: string | null }[] };
type Handler = (input: never, context: ConsoleContext) => Promise<Outcome<unknown, RefusalCode>>;

/** Wraps the handlers of calls that show customers, so that each read is counted. */
export function watched(
  handlers: ConsoleHandlers,
  { pool, now }: { readonly pool: Pool; readonly now: () => number },
): ConsoleHandlers {
  const seen = (customers: readonly string[], { operator }: ConsoleContext) =>
    noted({ pool, nowMs: now() }, { customers, operator });
  const ofOne = OF_ONE.map((name): [string, Handler] => {
    const handle = handlers[name] as Handler;
    return [
      name,
      async (input: never, context) =>
        (await seen([(input as { customer: string }).customer], context)) ?? handle(input, context),
    ];
  });
  const ofConversation = OF_CONVERSATION.map((name): [string, Handler] => {
    const handle = handlers[name] as Handler;
    return [
      name,
      async (input: never, context) => {
        const whose = await whoseConversation(pool, (input as { id: string }).id);
        return (await seen(whose, context)) ?? handle(input, context);
      },
    ];
  });
  const ofMany = OF_MANY.map((name): [string, Handler] => {
    const handle = handlers[name] as Handler;
    return [
      name,
      async (input: never, context) => {
        const found = await handle(input, context);
        return found.ok ? ((await seen(shownIn(found.value as Shown), context)) ?? found) : found;
      },
    ];
  });
  const conversation: ConsoleHandlers['GET chat_conversation'] = async (input, context) => {
    const found = await handlers['GET chat_conversation'](input, context);
    return found.ok ? ((await seen(shownIn({ items: [found.value.row] }), context)) ?? found) : found;
  };
  return {
    ...handlers,
    ...(Object.fromEntries([...ofOne, ...ofConversation, ...ofMany]) as unknown as Partial<ConsoleHandlers>),
    'GET chat_conversation': conversation,
  };
}

/** Returns the conversation's customer, or nobody if a visitor started the conversation or it doesn't exist. */
async function whoseConversation(pool: Pool, id: string): Promise<readonly string[]> {
  const found = await pool.query<{ customer: string }>(
    'select c.customer::text from chat_conversation c where c.id = $1 and c.customer is not null',
    [id],
  );
  return found.rows.map(({ customer }) => customer);
}

/** In the customer list, a row's id is the customer. Visitors of the chat are not customers and aren't counted. */
function shownIn({ items }: Shown): string[] {
  return items.flatMap(({ id, customer = id }) => (customer === null ? [] : [customer]));
}

type Reading = { readonly customers: readonly string[]; readonly operator: ConsoleContext['operator'] };

/** Counts a read and appends an audit record at each block of reads. Returns a refusal above the limit. */
async function noted(
  { pool, nowMs }: { readonly pool: Pool; readonly nowMs: number },
  { customers, operator }: Reading,
) {
  if (customers.length === 0) return undefined;
  return inTransaction(pool, async (connection) => {
    const { before, ...counted } = await readAbout(connection, { person: operator.person, customers });
    const each = limits.readsNotedEach;
    if (Math.floor(counted.now / each) > Math.floor(before / each)) {
      const subject = `operator:${operator.account}`;
      const after = { customers_this_hour: counted.now, most: counted.max };
      const entry = { action: 'customers.read', subject, before: {}, after, reason: undefined };
      await appendRecord(connection, entry, { operator, nowMs });
    }
    // Customers about whom the operator has already read this hour may be viewed again.
    return counted.now > before ? quotaViolation(counted) : undefined;
  });
}
