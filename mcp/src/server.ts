/** The server of one assistant: tools, resources, a prompt and suggestions, over whatever transport it is connected to. */
import { randomUUID } from 'node:crypto';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { suggestions } from './completion.ts';
import { consented } from './consent.ts';
import type { Answer, Platform } from './platform.ts';
import { RESOURCES, TEMPLATES, readResource } from './resources.ts';
import { described, toolsFor } from './tools.ts';
import type { Tool } from './tools.ts';

export type ServedOptions = {
  readonly platform: Pick<Platform, 'call' | 'identity'>;
  /** Whether orders may be placed and cancelled. The platform decides again, by the session or the key's mandate. */
  readonly mayTrade: boolean;
  /** Whether a person confirms each order, if the assistant's program can ask. */
  readonly asks: boolean;
  /** Whether the platform has play money only, which the instructions state. */
  readonly isDemo: boolean;
};

/** The field with which an order that may have been lost is repeated without being placed twice. */
const REQUEST_ID = {
  type: 'string',
  maxLength: 64,
  description:
    'Names this order. If there was no answer, send the same request with the same request_id: it is placed once.',
} as const;

const CHECK_A_TRADE = {
  name: 'check_a_trade',
  title: 'Check a trade',
  description: 'Compares the price of a spot order with the public price record.',
  arguments: [{ name: 'order', description: 'The id of the order.', required: true }],
};

export function serve({ platform, mayTrade, asks, isDemo }: ServedOptions): Server {
  const tools = toolsFor(platform.identity, mayTrade);
  const server = new Server(
    { name: 'candor', title: 'Candor', version: '0.2.0' },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} },
      instructions: instructionsOf({ mayTrade, isDemo }),
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestId, sessionId }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) return failed(`There is no tool ${params.name}.`);
    const fields = params.arguments ?? {};
    // The platform ignores unknown fields, so a person could be shown a field that has no effect.
    const unknown = Object.keys(fields).find((name) => !namesOf(tool).has(name));
    if (unknown !== undefined)
      return failed(`The tool ${tool.name} has no field ${JSON.stringify(unknown)}.`);
    if (asks && tool.asks === true && !(await consented({ server, fields, requestId })))
      return failed('The customer declined this order. Nothing was placed.');
    const { result, took } = await timed(callTool(platform, tool, fields));
    await report(server, { tool, took, wasRefused: result.isError === true, sessionId });
    return result;
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [...RESOURCES] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [...TEMPLATES] }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const text = JSON.stringify(await readResource(platform, uri));
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  });
  server.setRequestHandler(CompleteRequestSchema, ({ params: { argument } }) =>
    suggestions(platform, argument),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [CHECK_A_TRADE] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    if (params.name !== CHECK_A_TRADE.name) throw new Error(`There is no prompt ${params.name}.`);
    return {
      description: CHECK_A_TRADE.description,
      messages: checkATrade(params.arguments?.['order'] ?? ''),
    };
  });
  return server;
}

async function timed<Result>(pending: Promise<Result>): Promise<{ result: Result; took: number }> {
  const begun = performance.now();
  const result = await pending;
  return { result, took: Math.round(performance.now() - begun) };
}

type Reported = {
  readonly tool: Tool;
  readonly took: number;
  readonly wasRefused: boolean;
  readonly sessionId: string | undefined;
};

/** A line of the log for the person who runs the assistant; the client sets the minimum level. */
async function report(server: Server, { tool, took, wasRefused, sessionId }: Reported): Promise<void> {
  const level = wasRefused ? 'warning' : tool.needs === 'trade' ? 'info' : 'debug';
  const data = { tool: tool.name, call: tool.call, took_ms: took, refused: wasRefused };
  await server.sendLoggingMessage({ level, logger: 'candor', data }, sessionId);
}

function listed(tool: Tool) {
  const { inputSchema, ...rest } = described(tool);
  if (tool.needs !== 'trade') return { ...rest, inputSchema };
  const properties = { ...(inputSchema['properties'] as object), request_id: REQUEST_ID };
  return { ...rest, inputSchema: { ...inputSchema, properties } };
}

/** The names of a tool's fields. */
function namesOf(tool: Tool): ReadonlySet<string> {
  return new Set(Object.keys((listed(tool).inputSchema['properties'] as object | undefined) ?? {}));
}

async function callTool(
  platform: ServedOptions['platform'],
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const { request_id: requestId, ...fields } = given;
  if (requestId !== undefined && typeof requestId !== 'string') return failed('request_id must be text.');
  const key = tool.needs === 'trade' ? (requestId ?? randomUUID()) : undefined;
  try {
    return resultOf(await platform.call(tool.call, fields, key));
  } catch (error) {
    // An order without an answer may have been placed, so the assistant gets the key with which to repeat it safely.
    const again = key === undefined ? '' : ` It may have been executed: repeat it with request_id "${key}".`;
    return failed(`The platform did not answer (${(error as Error).message}).${again}`);
  }
}

function resultOf(answer: Answer): CallToolResult {
  if (!answer.ok) return failed(`${answer.code}: ${answer.text}`);
  return { content: [{ type: 'text', text: JSON.stringify(answer.value) }] };
}

function failed(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

function checkATrade(order: string) {
  const text = [
    `Find order ${order} with the tool spot_orders.`,
    'For each of its fills, read the entry with the number tape_seq from the tool price_record.',
    'Say whether the fill has the ask (for a purchase) or the bid (for a sale) of that entry, and whether the fee is the fee rate times the value.',
    'If anything differs, say exactly what.',
  ].join(' ');
  return [{ role: 'user' as const, content: { type: 'text' as const, text } }];
}

function instructionsOf({ mayTrade, isDemo }: Pick<ServedOptions, 'mayTrade' | 'isDemo'>): string {
  return [
    'Candor is a trading platform whose prices are a public record.',
    isDemo ? 'All of its money is play money.' : 'Its money is real.',
    mayTrade
      ? 'Before you place an order, tell the customer what it costs, and wait for their consent.'
      : 'You can read, but not trade.',
    'Amounts are decimal strings. A refusal names the field, and nothing has changed.',
  ].join(' ');
}
