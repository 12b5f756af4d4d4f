/** Console calls for fund orders: the list, an order with facts about its customer, and the verdict. */
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { ConsoleInput, ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { pageById } from '../../calls/paging.ts';
import type { Pool } from '../../db/pool.ts';
import type { ConsoleContext, ConsoleHandlers } from '../../calls/console-handler.ts';
import { limits } from './limits.ts';
import type { SubmitAct } from '../../operators/submit-act.ts';
import { reviewOrder } from './commands.ts';
import { fundOrderView, secondsOf } from './effects.ts';
import { factsBeside, listOwned, orderOf } from './store.ts';
import type { OwnedOrder } from './store.ts';

export type FundConsoleDeps = {
  readonly pool: Pool;
  readonly submitAct: SubmitAct;
  /** Wall clock, in milliseconds. */
  readonly now: () => number;
};

type Row = ConsoleOutput<'POST fund_order_decide'>;
type Call = 'GET fund_orders' | 'GET fund_order' | 'POST fund_order_decide';

export function fundConsoleHandlers(deps: FundConsoleDeps): Pick<ConsoleHandlers, Call> {
  const { pool, now } = deps;
  return {
    'GET fund_orders': (input) => {
      const { status, customer } = input;
      const book = customer === undefined ? undefined : BigInt(customer);
      return pageById(input, {
        read: (at) => listOwned(pool, { ...at, book, status }),
        idOf: ({ row }) => row.id,
        view: (one) => ownedView(one, now()),
      });
    },

    'GET fund_order': async (input) => {
      const place = placeOf(input);
      const found = await orderOf(pool, place);
      if (found === undefined) return refuse('not_found');
      const beside = await factsBeside(pool, place);
      return ok({
        ...ownedView(found, now()),
        facts: {
          registered_at: secondsOf(beside.registeredMs),
          account_status: beside.accountStatus,
          orders_before: beside.ordersBefore,
          principal_in_progress: formatAmount(beside.principalInProgress),
        },
      });
    },
    'POST fund_order_decide': (input, context) => decided(deps, input, context),
  };
}

function placeOf({ customer, id }: { readonly customer: string; readonly id: string }) {
  return { book: BigInt(customer), id: BigInt(id) };
}

function wrong(field: string) {
  return refuse('parameter_wrong', { field, params: { field } });
}

async function decided(
  { pool, submitAct, now }: FundConsoleDeps,
  input: ConsoleInput<'POST fund_order_decide'>,
  context: ConsoleContext,
) {
  const { verdict, note } = input;
  const amount = parseAmount(input.amount);
  if (amount === undefined) return wrong('amount');
  // An operator can refuse an order only for the reason `rejected`. The note explains it.
  if (input.reason !== undefined && (verdict === 'approve' || input.reason !== 'rejected'))
    return wrong('reason');
  const place = placeOf(input);
  if ((await orderOf(pool, place)) === undefined) return refuse('not_found');
  const review = { id: place.id, verdict, amount, note, operator: context.operator };
  const done = await submitAct({
    command: reviewOrder,
    input: review,
    book: place.book,
    body: input,
    context,
  });
  if (!done.ok) return done;
  const after = await orderOf(pool, place);
  if (after === undefined) throw new Error(`fund order ${place.id} of customer ${place.book} not found`);
  return ok(ownedView(after, now()));
}

/** Only a pending order has a deadline, by wall clock. */
function ownedView({ row, account }: OwnedOrder, nowMs: number): Row {
  const deadlineMs = row.askedMs + limits.reviewMs;
  return {
    ...fundOrderView(row),
    customer: row.book.toString(),
    account,
    deadline_at: Math.ceil(deadlineMs / 1000),
    overdue: row.status === 'pending' && nowMs > deadlineMs,
  };
}
