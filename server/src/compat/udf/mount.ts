/**
 * The datafeed of charts that speak TradingView's UDF protocol, under `/compat/udf/`. It makes the same public calls as any
 * client, within the same rate limits; it adds no data and no rules.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallName, CallOutput } from '@candor/protocol/calls.ts';
import { languageDefault } from '@candor/protocol/languages.ts';
import { refusals } from '@candor/protocol/features.ts';
import { sendInSlices } from '../../http/answer.ts';
import type { FieldsOutcome } from '../../http/body.ts';
import { VISITOR } from '../../http/caller-checks.ts';
import type { AnyOutcome, Dispatcher } from '../../http/dispatch.ts';
import { askedBars, askedSpan, history, secondsIn } from './history.ts';
import type { CandlesOf } from './history.ts';
import { marks, timescaleMarks } from './marks.ts';
import type { Asking } from './marks.ts';
import { EXCHANGE, RESOLUTIONS, found, groupInfo, nameOf, periodOf, quoteOf, symbolInfo } from './symbols.ts';
import type { Quotation } from './symbols.ts';

const UDF_PATH = '/compat/udf';
const SEARCH_MAX = 30;

type Fields = Readonly<Record<string, unknown>>;
/** Makes a public call for the sender of a request. */
type Ask = (name: CallName, fields: Fields) => Promise<AnyOutcome>;
type Answer = (fields: Fields, ask: Ask) => Promise<AnyOutcome>;
type Deps = { readonly dispatcher: Dispatcher; readonly now: () => number };

/** Headers that allow pages of any origin to read an answer. */
const OPEN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

const CONFIG = {
  ...{ supports_search: true, supports_group_request: false, supports_marks: true, supports_time: true },
  supports_timescale_marks: true,
  supported_resolutions: Object.keys(RESOLUTIONS),
  exchanges: [
    { value: '', name: 'All exchanges', desc: '' },
    { value: EXCHANGE, name: EXCHANGE, desc: EXCHANGE },
  ],
  symbols_types: [
    { name: 'All types', value: '' },
    { name: 'Crypto', value: 'crypto' },
    { name: 'Forex', value: 'forex' },
    { name: 'Metals', value: 'commodity' },
  ],
};

const ANSWERS: Readonly<Record<string, Answer>> = {
  symbols: async (fields, ask) =>
    withQuotations(ask, (quotations) => {
      const wanted = nameOf(textIn(fields['symbol']));
      const quotation = quotations.find(({ symbol }) => symbol === wanted);
      return quotation === undefined ? refuse('pair_not_found') : ok(symbolInfo(quotation));
    }),
  symbol_info: (_fields, ask) => withQuotations(ask, (quotations) => ok(groupInfo(quotations))),
  search: (fields, ask) =>
    withQuotations(ask, (quotations) => {
      const limit = Math.min(secondsIn(fields['limit']) ?? SEARCH_MAX, SEARCH_MAX);
      const [text, type] = [textIn(fields['query']), textIn(fields['type'])];
      return ok(found(quotations, { text, type, exchange: textIn(fields['exchange']), limit }));
    }),
  history: async (fields, ask) => {
    const symbol = nameOf(textIn(fields['symbol']));
    const asked = askedBars(fields, { symbol, period: periodOf(textIn(fields['resolution'])) });
    if (!asked.ok) return asked;
    const candlesOf = (of: Fields) => ask('GET currency/new_timeshar', texts(of));
    return history(candlesOf as CandlesOf, asked.value);
  },
  marks: async (fields, ask) => marked(fields, ask, marks),
  timescale_marks: async (fields, ask) => marked(fields, ask, timescaleMarks),
  quotes: (fields, ask) =>
    withQuotations(ask, (quotations) => {
      const wanted = textIn(fields['symbols']).split(',').filter(Boolean).map(nameOf);
      const d = wanted.map((name) => {
        const quotation = quotations.find(({ symbol }) => symbol === name);
        return quotation === undefined
          ? { s: 'error', n: name, errmsg: 'unknown_symbol' }
          : quoteOf(quotation);
      });
      return ok({ s: 'ok', d });
    }),
};

export function mountUdf(app: FastifyInstance, { dispatcher, now }: Deps): void {
  const config = { countsItself: true };
  const url = (name: string): string => `${UDF_PATH}/${name}`;
  const addressOf = ({ raw }: FastifyRequest): string => dispatcher.checks.callers.addressOf(raw);
  // These two make no call, so they are charged in the same way as a file.
  app.get(url('time'), (_request, reply) =>
    reply
      .headers(OPEN)
      .type('text/plain')
      .send(String(Math.floor(now() / 1000))),
  );
  app.get(url('config'), (_request, reply) =>
    reply
      .headers({ ...OPEN, 'cache-control': 'no-store' })
      .type('application/json; charset=utf-8')
      .send(CONFIG),
  );
  for (const [name, answer] of Object.entries(ANSWERS)) {
    app.get(url(name), { config }, async (request, reply) => {
      const query = request.query as FieldsOutcome;
      let isCounted = false;
      const ask: Ask = (call, fields) => {
        isCounted = true;
        return askFor(dispatcher, request, call, fields);
      };
      const answered = query.ok ? await answer(query.value, ask) : query;
      // Counts requests that are refused before they reach a call as well.
      const outcome = isCounted ? answered : (dispatcher.checks.visit(addressOf(request)) ?? answered);
      const bytes = Buffer.from(JSON.stringify(outcome.ok ? outcome.value : errorOf(outcome.refusal.code)));
      dispatcher.checks.pay({ customer: 0n, address: addressOf(request) }, bytes.length);
      reply.hijack();
      reply.raw.writeHead(outcome.ok ? 200 : refusals[outcome.refusal.code].status, {
        ...{ 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length },
        ...{ ...OPEN, 'cache-control': 'no-store' },
      });
      sendInSlices(reply.raw, bytes);
    });
  }
}

/** Formats a refusal as the protocol requires. */
function errorOf(code: string) {
  return { s: 'error', errmsg: code === 'pair_not_found' ? 'unknown_symbol' : code };
}

async function askFor(
  dispatcher: Dispatcher,
  request: FastifyRequest,
  name: CallName,
  fields: Fields,
): Promise<AnyOutcome> {
  const { callers } = dispatcher.checks;
  const facts = {
    address: callers.addressOf(request.raw),
    agent: request.headers['user-agent'] ?? '',
    host: callers.hostOf(request.raw),
    language: languageDefault,
    isGone: () => request.raw.socket.destroyed,
  };
  return (await dispatcher.dispatch(name, { caller: VISITOR, facts, fields, idempotencyKey: undefined }))
    .outcome;
}

async function withQuotations(
  ask: Ask,
  then: (all: readonly Quotation[]) => AnyOutcome,
): Promise<AnyOutcome> {
  const quotations = await ask('GET currency/quotation_new', {});
  return quotations.ok ? then(quotations.value as CallOutput<'GET currency/quotation_new'>) : quotations;
}

async function marked(fields: Fields, ask: Ask, read: typeof marks): Promise<AnyOutcome> {
  const span = askedSpan(fields);
  if (!span.ok) return span;
  const symbol = nameOf(textIn(fields['symbol']));
  const quotations = await ask('GET currency/quotation_new', {});
  if (!quotations.ok) return quotations;
  const isKnown = (quotations.value as readonly Quotation[]).some((one) => one.symbol === symbol);
  return isKnown ? read(ask as Asking, { symbol, ...span.value }) : refuse('pair_not_found');
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Converts the fields of a query to text. */
function texts(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
