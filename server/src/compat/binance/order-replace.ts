/** Cancels an order and places another in one request. */
import { answered, failed, orderAbsent, orderUnknown, restricted } from './failure.ts';
import type { Result } from './failure.ts';
import { cancelFound, place, readRestrictions } from './order-calls.ts';
import { CLIENT_ID, readOrder } from './order-form.ts';
import type { Context } from './order-form.ts';

/** Cancels one order and places another. Both results are reported, because either may fail. */
export async function replace(context: Context): Promise<Result> {
  const { account, asked } = context;
  const mode = asked.needed(
    'cancelReplaceMode',
    asked.oneOf('cancelReplaceMode', ['STOP_ON_FAILURE', 'ALLOW_FAILURE']),
  );
  const pair = asked.pair();
  const name = asked.text('cancelNewClientOrderId', CLIENT_ID);
  const onlyIf = readRestrictions(asked);
  const whenExceeded = asked.oneOf('orderRateLimitExceededMode', ['DO_NOTHING', 'CANCEL_ONLY']);
  const orderId = asked.whole('cancelOrderId');
  const clientId = asked.text('cancelOrigClientOrderId', CLIENT_ID);
  asked.eitherNeeded('cancelOrderId', 'cancelOrigClientOrderId');
  const read = readOrder(context);
  if (!read.ok) return read;
  if (pair === undefined || mode === undefined || asked.failure !== undefined)
    return asked.failure ?? orderUnknown;
  const tooMany = account.deps.orderCount.refusal(account.customer, account.deps.now());
  if (tooMany !== undefined && whenExceeded !== 'CANCEL_ONLY') return { ok: false, failure: tooMany };
  const found = await account.named(pair, { orderId, clientId });
  const may = found.ok && onlyIf === 'ONLY_PARTIALLY_FILLED' ? restricted : found;
  const cancelled = may.ok ? surely(await cancelFound(account, may.value, name)) : absentAs(may);
  const shown = (result: Result) =>
    result.ok ? result.value : { code: result.failure.code, msg: result.failure.msg };
  const said = (result: Result) => (result.ok ? 'SUCCESS' : 'FAILURE');
  if (!cancelled.ok && mode === 'STOP_ON_FAILURE') {
    return replaced(-2022, {
      cancelResult: 'FAILURE',
      newOrderResult: 'NOT_ATTEMPTED',
      cancelResponse: shown(cancelled),
      newOrderResponse: null,
    });
  }
  const placed = await place(context);
  const data = {
    cancelResult: said(cancelled),
    newOrderResult: said(placed),
    cancelResponse: shown(cancelled),
    newOrderResponse: shown(placed),
  };
  if (cancelled.ok && placed.ok) return answered(data);
  return replaced(cancelled.ok || placed.ok ? -2021 : -2022, data);
}

/**
 * Refuses to place the new order if the old one has filled after all, or if its cancellation is still pending and a price could
 * fill it first. Otherwise both orders could fill.
 */
function surely(cancelled: Awaited<ReturnType<typeof cancelFound>>): Result {
  if (!cancelled.ok) return cancelled;
  const { status } = cancelled.value;
  if (status === 'CANCELED') return cancelled;
  return status === 'PENDING_CANCEL' ? stillOpen : orderUnknown;
}

const stillOpen = failed(-2011, 'The order is canceled at the next price, and can be filled until then.');

function absentAs(refused: Result & { readonly ok: false }): Result {
  return refused.failure.code === orderAbsent.failure.code ? orderUnknown : refused;
}

function replaced(code: number, data: object): Result {
  const partly = code === -2021;
  const { failure } = failed(
    code,
    partly ? 'Order cancel-replace partially failed.' : 'Order cancel-replace failed.',
    partly ? 409 : 400,
  );
  return { ok: false, failure: { ...failure, data } };
}
