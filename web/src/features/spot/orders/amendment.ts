/**
 * An amendment of a resting order. It is checked by the ticket's own rules, as an order that must rest and already has its
 * hold. Pure.
 */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { spotHold } from '@candor/domain/trading/spot.ts';
import type { CallRequest } from '@candor/protocol/calls.ts';
import type { SpotOrder } from '../../../live/order-list.ts';
import { untilText } from '../../../lib/order-terms.ts';
import { BASIS_POINT, protectionFields } from '../ticket/protection-draft.ts';
import type { TicketDraft, TicketFacts } from '../ticket/ticket-draft.ts';
import { hasLimit, hasStop, typed } from '../ticket/ticket-draft.ts';
import type { SentenceName } from '../ticket/ticket-sentence.ts';
import { sentencesOf } from '../ticket/ticket-sentence.ts';
import type { TicketView } from '../ticket/ticket.ts';
import { readTicket } from '../ticket/ticket.ts';

export type AmendDraft = {
  readonly price: string;
  readonly stop: string;
  readonly quantity: string;
  /** The distance of a trailing stop, in percent or in price. */
  readonly trail: string;
  readonly trailIn: string;
  /** The expiry in the device's time zone; empty if there is none. */
  readonly until: string;
};

export type AmendView = {
  /** The order as it would be after the amendment. */
  readonly ticket: { readonly draft: TicketDraft; readonly facts: TicketFacts; readonly view: TicketView };
  /** The additional amount that the order would hold; negative if it would hold less. */
  readonly more: { readonly currency: string; readonly amount: Amount } | undefined;
  readonly isChanged: boolean;
  /** Whether a trailing stop keeps its distance, and with it its best price so far. */
  readonly trailsOn: boolean;
  /** The changes; undefined if there are none, or if there is a problem. */
  readonly request: CallRequest<'POST order/amend'> | undefined;
};

export function amendStart(order: SpotOrder): AmendDraft {
  const { trailing_bps: bps, trailing, expires_at: expiresAt } = order;
  return {
    ...{ price: order.price ?? '', stop: order.stop_price ?? '', quantity: order.quantity },
    trail: bps === undefined ? (trailing ?? '') : formatAmount(BigInt(bps) * BASIS_POINT),
    trailIn: bps === undefined ? 'price' : 'percent',
    until: expiresAt === null ? '' : untilText(expiresAt),
  };
}

/**
 * Returns the draft after the customer moved one price of an order on the chart. Only this price is shown and confirmed, so
 * all other terms are the order's present ones, even if they changed on another device since the line was moved.
 */
export function movedAmendment(draft: AmendDraft, order: SpotOrder, field: 'price' | 'stop'): AmendDraft {
  return { ...amendStart(order), [field]: draft[field] };
}

/** An unchanged expiry is not checked again. The field has no seconds, so it may differ from the order's expiry. */
function newEnd({ until }: AmendDraft, order: SpotOrder): string | undefined {
  return until === amendStart(order).until ? undefined : until;
}

/** Once its stop is reached, a stop-limit order is a limit order. */
function ticketOf(draft: AmendDraft, order: SpotOrder): TicketDraft {
  const { price, stop, quantity, trail } = draft;
  const type = order.type === 'stop_limit' && order.triggered_seq !== null ? 'limit' : order.type;
  const until = newEnd(draft, order) ?? '';
  return {
    ...{ side: order.side, type, basis: 'quantity', quantity, amount: '', price, stop },
    ...{ trail, trailIn: draft.trailIn === 'price' ? 'price' : 'percent' },
    ...{ term: until === '' ? 'GTC' : 'GTD', until, postOnly: type === 'limit', ownName: '' },
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
  const isBuy = order.side === 'buy';
  // The hold of a trailing purchase depends on the price from which it trails, so only the server knows it.
  const available = isBuy && order.type === 'trailing_stop' ? undefined : facts.available;
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

/**
 * The sentences of the ticket. A trailing stop that keeps its distance does not restart, and an unchanged expiry is stated
 * too.
 */
function sentencesFor(ticket: TicketDraft, isEnded: boolean, trailsOn: boolean): SentenceName[] {
  const names = sentencesOf({ ...ticket, postOnly: false }).filter(
    (name) => !(trailsOn && name.startsWith('trailing_stop')),
  );
  return isEnded && !names.includes('until') ? [...names, 'until'] : names;
}

export function readAmendment(draft: AmendDraft, order: SpotOrder, given: TicketFacts): AmendView {
  const ticket = ticketOf(draft, order);
  const held = heldBy(order, { ...given.instrument, spotFeeRate: amount(order.fee_rate) });
  const facts = factsOf(order, given, held.amount);
  const read = readTicket(ticket, facts);
  const end = newEnd(draft, order);
  const expiresMs = end === undefined ? (order.expires_at ?? undefined) : read.expiresMs;
  const start = amendStart(order);
  const trailsOn =
    order.type === 'trailing_stop' && draft.trailIn === start.trailIn && !differs(draft.trail, start.trail);
  const distance = trailsOn || order.type !== 'trailing_stop' ? {} : protectionFields(ticket);
  const changes = {
    ...(hasLimit(ticket) && differs(draft.price, order.price) && { price: wire(draft.price) }),
    ...(hasStop(ticket) && differs(draft.stop, order.stop_price) && { stop_price: wire(draft.stop) }),
    ...(order.type !== 'trailing_stop' &&
      differs(draft.quantity, order.quantity) && { quantity: wire(draft.quantity) }),
    ...distance,
    ...(end !== undefined && { expires_at: expiresMs ?? null }),
  };
  const isChanged = Object.keys(changes).length > 0;
  const sentences =
    read.sentences.length === 0 ? [] : sentencesFor(ticket, expiresMs !== undefined, trailsOn);
  return {
    ticket: { draft: ticket, facts, view: { ...read, sentences, expiresMs } },
    trailsOn,
    more:
      order.type === 'trailing_stop'
        ? undefined
        : read.hold && { currency: read.hold.currency, amount: read.hold.amount - held.amount },
    isChanged,
    request: isChanged && read.problem === undefined ? { id: order.id, ...changes } : undefined,
  };
}

const wire = (text: string): string => formatAmount(typed(text) ?? 0n);
