/**
 * An amendment of a resting order: read by the ticket's own rules, as an order that may only wait and that already holds what it
 * holds. Pure.
 */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { spotHold } from '@candor/domain/trading/spot.ts';
import type { CallRequest } from '@candor/protocol/calls.ts';
import type { SpotOrder } from '../../../live/order-list.ts';
import type { TicketDraft, TicketFacts } from '../ticket/ticket-draft.ts';
import { isImmediate } from './order-story.ts';
import { hasLimit, hasStop, typed } from '../ticket/ticket-draft.ts';
import { sentencesOf } from '../ticket/ticket-sentence.ts';
import type { TicketView } from '../ticket/ticket.ts';
import { readTicket } from '../ticket/ticket.ts';

export type AmendDraft = { readonly price: string; readonly stop: string; readonly quantity: string };

export type AmendView = {
  /** The order as it would be. */
  readonly ticket: { readonly draft: TicketDraft; readonly facts: TicketFacts; readonly view: TicketView };
  /** How much more it would hold; negative if less. */
  readonly more: { readonly currency: string; readonly amount: Amount } | undefined;
  readonly isChanged: boolean;
  /** What changes; undefined if nothing does, or if there is a problem. */
  readonly request: CallRequest<'POST order/amend'> | undefined;
};

/** Whether the customer can change an order: what fills at the next price, or is being cancelled, has its terms already. */
export function isAmendable(order: SpotOrder): boolean {
  // The best price of a trailing stop begins with its acceptance.
  const isSet = isImmediate(order) || order.type === 'trailing_stop' || order.cancel_asked_at !== null;
  return order.status === 'open' && !isSet;
}

export function amendStart(order: SpotOrder): AmendDraft {
  return { price: order.price ?? '', stop: order.stop_price ?? '', quantity: order.quantity };
}

/** Once its stop is reached, a stop-limit order is a limit order. */
function ticketOf({ price, stop, quantity }: AmendDraft, order: SpotOrder): TicketDraft {
  const type = order.type === 'stop_limit' && order.triggered_seq !== null ? 'limit' : order.type;
  return {
    ...{ side: order.side, type, basis: 'quantity', quantity, amount: '', price, stop },
    ...{ term: 'GTC', until: '', postOnly: type === 'limit', ownName: '' },
  };
}

function heldBy(order: SpotOrder, instrument: Instrument): { currency: string; amount: Amount } {
  const costsAt = order.type === 'limit' || order.type === 'stop_limit' ? order.price : order.stop_price;
  return spotHold(instrument, {
    side: order.side,
    quantity: amount(order.quantity),
    price: amount(costsAt ?? '0'),
  });
}

/** The order keeps its fee rate, and what it holds is available to it. */
function factsOf(order: SpotOrder, facts: TicketFacts, held: Amount): TicketFacts {
  const { available } = facts;
  const isBuy = order.side === 'buy';
  return {
    ...facts,
    instrument: { ...facts.instrument, spotFeeRate: amount(order.fee_rate) },
    available: available && {
      base: available.base + (isBuy ? 0n : held),
      quote: available.quote + (isBuy ? held : 0n),
    },
  };
}

function differs(text: string, was: string | null): boolean {
  const value = typed(text);
  return value !== undefined && (was === null || value !== amount(was));
}

export function readAmendment(draft: AmendDraft, order: SpotOrder, given: TicketFacts): AmendView {
  const ticket = ticketOf(draft, order);
  const held = heldBy(order, { ...given.instrument, spotFeeRate: amount(order.fee_rate) });
  const facts = factsOf(order, given, held.amount);
  const read = readTicket(ticket, facts);
  const changes = {
    ...(hasLimit(ticket) && differs(draft.price, order.price) && { price: wire(draft.price) }),
    ...(hasStop(ticket) && differs(draft.stop, order.stop_price) && { stop_price: wire(draft.stop) }),
    ...(differs(draft.quantity, order.quantity) && { quantity: wire(draft.quantity) }),
  };
  const isChanged = Object.keys(changes).length > 0;
  const sentences = read.sentences.length === 0 ? [] : sentencesOf({ ...ticket, postOnly: false });
  return {
    ticket: { draft: ticket, facts, view: { ...read, sentences } },
    more: read.hold && { currency: read.hold.currency, amount: read.hold.amount - held.amount },
    isChanged,
    request: isChanged && read.problem === undefined ? { id: order.id, ...changes } : undefined,
  };
}

const wire = (text: string): string => formatAmount(typed(text) ?? 0n);
