/** Every public call: current market data, and figures over windows that a request chooses. */
import { DAY_MS } from '@candor/domain/time.ts';
import { answered, bothMissing, failed, notValid } from './failure.ts';
import { marketCalls, noQuote, pairsOfStatus } from './market-calls.ts';
import type { PublicCall } from './market-calls.ts';
import * as view from './market-view.ts';
import type { Market } from './market-view.ts';
import type { Asked } from './parameters.ts';
import { invalidZone, minuteOf, readWindow, tickerType, windowMs, zoneMs } from './windows.ts';
import type { Span } from './windows.ts';

const WEIGHT_EACH = 4;
const WEIGHT_MAX = 200;

type AskedSpan = Span & { readonly untilMs?: number };

/** A call for figures from a start until now. The answer states the end `untilMs` instead of now. */
function ofWindow(takes: string, spanOf: (asked: Asked, nowMs: number) => AskedSpan | undefined): PublicCall {
  return {
    takes: `symbol symbols symbolStatus type ${takes}`,
    weight: (asked) =>
      asked.has('symbols')
        ? Math.min(WEIGHT_MAX, WEIGHT_EACH * (asked.given.get('symbols') ?? '').split(',').length)
        : WEIGHT_EACH,
    readsMuch: true,
    answer: async (asked, market) => {
      if (!asked.has('symbol') && !asked.has('symbols')) return bothMissing('symbol', 'symbols');
      const [pairs, isList] = pairsOfStatus(asked, market);
      const read = tickerType(asked) === 'MINI' ? view.miniWindowTicker : view.windowTicker;
      const span = spanOf(asked, market.clock.now());
      if (asked.failure !== undefined || span === undefined) return asked.failure ?? noQuote;
      const shown = pairs.flatMap((pair) => view.snapshotOf(pair, market) ?? []);
      const rows = await Promise.all(shown.map(async (one) => rowOf(one, market, span, read)));
      if (isList) return answered(rows);
      return rows[0] === undefined ? noQuote : answered(rows[0]);
    },
  };
}

async function rowOf(
  shown: view.Snapshot,
  market: Market,
  span: AskedSpan,
  read: typeof view.miniWindowTicker,
): Promise<object> {
  const window = await readWindow(shown, market, span);
  return read(shown.pair.name, { ...window, closeMs: span.untilMs ?? window.closeMs });
}

/** A window starts at a full minute, so it may be up to a minute longer than its name says. */
const rolling = ofWindow('windowSize', (asked, closeMs) => {
  const size = windowMs(asked.given.get('windowSize') ?? '1d') ?? asked.fail(notValid('windowSize'));
  return size === undefined ? undefined : { closeMs, openMs: minuteOf(closeMs - size) };
});

const tradingDay = ofWindow('timeZone', (asked, closeMs) => {
  const aheadMs = zoneMs(asked.given.get('timeZone') ?? '0') ?? asked.fail(invalidZone);
  if (aheadMs === undefined) return undefined;
  const openMs = Math.floor((closeMs + aheadMs) / DAY_MS) * DAY_MS - aheadMs;
  return { closeMs, openMs, untilMs: openMs + DAY_MS - 1 };
});

const noReference: PublicCall = {
  weight: 2,
  takes: 'symbol symbolStatus',
  answer: (asked) =>
    asked.pair() === undefined
      ? (asked.failure ?? noQuote)
      : failed(-2043, "This symbol doesn't have a reference price."),
};

export const publicCalls: ReadonlyMap<string, PublicCall> = new Map<string, PublicCall>([
  ...marketCalls,
  ['GET /api/v3/ticker', rolling],
  ['GET /api/v3/ticker/tradingDay', tradingDay],
  ['GET /api/v3/referencePrice', noReference],
]);
