/**
 * Traces with OpenTelemetry: a request, the command that it submits, the batch that executes the command together with others,
 * and the statements of that batch. A span contains names, times and outcomes, but never what a caller sent (fields or
 * parameters) or who called. Without an endpoint, nothing here runs.
 */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, context, propagation, trace } from '@opentelemetry/api';
import type { Context, Link, Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import pg from 'pg';

const NAME = 'candor';
const STATEMENT_MAX = 400;

/** Attributes statements to a batch while it runs. */
export type BatchTrace = {
  within<Result>(work: () => Result): Result;
  end(error?: Error): void;
};

/** Ends the span of a command with its outcome: "ok", or the code of the refusal. */
export type EndCommand = (outcome: string) => void;

export type Tracing = {
  /** Runs a call within a span. If the headers name the caller's own trace, the span continues it. */
  call<Made>(
    name: string,
    headers: Readonly<Record<string, unknown>>,
    made: { readonly work: () => Promise<Made>; readonly outcomeOf: (made: Made) => string },
  ): Promise<Made>;
  /** Begins the span of a command in the queue. The batch that takes the command is linked to the same place. */
  command(name: string): { readonly place: Link; readonly end: EndCommand };
  batch(commands: readonly Link[]): BatchTrace;
  stop(): Promise<void>;
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns undefined unless the environment names an endpoint. OpenTelemetry's other variables (sampler, headers) apply as usual.
 */
export function openTracing(environment: Environment, processName: string): Tracing | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = environment;
  if ((all ?? '') === '' && (traces ?? '') === '') return undefined;
  process.env['OTEL_SERVICE_NAME'] ??= `${NAME}-${processName}`;
  const provider = new NodeTracerProvider({
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const untraced = traceStatements();
  return {
    ...spans,
    stop: async () => {
      untraced();
      await provider.shutdown();
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

const tracer = () => trace.getTracer(NAME);

const spans: Omit<Tracing, 'stop'> = {
  call: async (name, headers, { work, outcomeOf }) => {
    const parent = propagation.extract(ROOT_CONTEXT, headers);
    const span = tracer().startSpan(name, { kind: SpanKind.SERVER }, parent);
    try {
      const made = await context.with(trace.setSpan(parent, span), work);
      span.setAttribute('candor.outcome', outcomeOf(made));
      return made;
    } catch (error) {
      fail(span, error as Error);
      throw error;
    } finally {
      span.end();
    }
  },
  command: (name) => {
    const span = tracer().startSpan(`command ${name}`);
    return {
      place: { context: span.spanContext() },
      end: (outcome) => {
        span.setAttribute('candor.outcome', outcome);
        span.end();
      },
    };
  },
  batch: (links) => {
    // The batch appears in the first command's trace. The other commands are linked to it.
    const first = links[0];
    const parent: Context =
      first === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, first.context);
    const attributes = { 'candor.commands': links.length };
    const span = tracer().startSpan('batch', { links: [...links], attributes }, parent);
    const inside = trace.setSpan(parent, span);
    return {
      within: (work) => context.with(inside, work),
      end: (error) => {
        if (error !== undefined) fail(span, error);
        span.end();
      },
    };
  },
};

/** Records only the code, because a message by PostgreSQL may quote a row. */
function fail(span: Span, error: Error): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: (error as { code?: string }).code ?? error.name });
}

type Queried = {
  readonly text?: string;
  readonly name?: string;
  /** Set if several statements are sent in one message (`db/statements.ts`), and are answered together. */
  readonly statements?: readonly Queried[];
  readonly answered?: Promise<unknown>;
};

/**
 * Gives each statement of a traced call or batch a span with its text, without its parameters. Returns a function that undoes
 * this.
 */
function traceStatements(): () => void {
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function traced(this: unknown, ...args: unknown[]): unknown {
    if (trace.getSpan(context.active()) === undefined) return query.apply(this, args);
    const asked = (typeof args[0] === 'string' ? { text: args[0] } : args[0]) as Queried;
    const begun = (asked.statements ?? [asked]).map(spanOf);
    const result = query.apply(this, args);
    const answered = asked.answered ?? result;
    const end = (error?: Error): void => {
      for (const span of begun) {
        if (error !== undefined) fail(span, error);
        span.end();
      }
    };
    if (answered instanceof Promise) answered.then(() => end(), end);
    else end();
    return result;
  };
  return () => {
    prototype.query = query;
  };
}

function spanOf({ text: sent = '', name }: Queried): Span {
  const text = sent.trim();
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, STATEMENT_MAX) };
  const said = name ?? /^\w+/.exec(text)?.[0] ?? 'query';
  return tracer().startSpan(`SQL ${said}`, { kind: SpanKind.CLIENT, attributes });
}
