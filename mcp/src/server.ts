/** The server of one assistant: tools, two resources and a prompt, over whatever transport it is connected to. */
import { randomUUID } from 'node:crypto';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Answer, Platform } from './platform.ts';
import { described, toolsFor } from './tools.ts';
import type { Tool } from './tools.ts';

export type ServedOptions = {
  readonly platform: Pick<Platform, 'call' | 'identity'>;
  /** Whether orders may be placed and cancelled. The platform decides again, by the session or the key's mandate. */
  readonly mayTrade: boolean;
  /** Play money; said in the instructions. */
  readonly isDemo: boolean;
};

/** Repeats an order that may have been lost without placing it twice. */
const REQUEST_ID = {
  type: 'string',
  maxLength: 64,
  description:
    'Names this order. If there was no answer, send the same request with the same request_id: it is placed once.',
} as const;

const RESOURCES = [
  {
    uri: 'candor://instruments',
    name: 'instruments',
    title: 'Instruments',
    description: 'Every instrument with its newest quote, its bounds and its fee.',
    mimeType: 'application/json',
    call: 'GET currency/quotation_new',
  },
  {
    uri: 'candor://fees-and-rules',
    name: 'fees-and-rules',
    title: 'Published terms',
    description: 'The versions of all fees, limits and payouts, and when each takes effect.',
    mimeType: 'application/json',
    call: 'GET transparency/terms',
  },
] as const;

const CHECK_A_TRADE = {
  name: 'check_a_trade',
  title: 'Check a trade',
  description: 'Compares the price of a spot order with the public price record.',
  arguments: [{ name: 'order', description: 'The id of the order.', required: true }],
};

export function serve({ platform, mayTrade, isDemo }: ServedOptions): Server {
  const tools = toolsFor(platform.identity, mayTrade);
  const server = new Server(
    { name: 'candor', title: 'Candor', version: '0.2.0' },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: instructionsOf({ mayTrade, isDemo }),
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) return failed(`There is no tool ${params.name}.`);
    return callTool(platform, tool, params.arguments ?? {});
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: RESOURCES.map(({ call: _, ...resource }) => resource),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const resource = RESOURCES.find((one) => one.uri === uri);
    if (resource === undefined) throw new Error(`There is no resource ${uri}.`);
    const answer = await platform.call(resource.call, {});
    if (!answer.ok) throw new Error(`${answer.code}: ${answer.text}`);
    return { contents: [{ uri, mimeType: resource.mimeType, text: JSON.stringify(answer.value) }] };
  });
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

function listed(tool: Tool) {
  const { inputSchema, ...rest } = described(tool);
  if (tool.needs !== 'trade') return { ...rest, inputSchema };
  const properties = { ...(inputSchema['properties'] as object), request_id: REQUEST_ID };
  return { ...rest, inputSchema: { ...inputSchema, properties } };
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
    // An order without an answer may have been placed, so the assistant gets what it needs to ask again.
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
