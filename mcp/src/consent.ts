/** Asks the person in front of the assistant before an order is placed, if their program can show a question. */
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';

/** Long enough for a person to read the question. After that, the price would be outdated. */
const WAIT_MS = 120_000;

export type Question = {
  readonly server: Pick<Server, 'getClientCapabilities' | 'elicitInput'>;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The request of the tool, whose stream carries the question. */
  readonly requestId: RequestId;
};

/**
 * False only if a person declined. If no question can be shown, the key's mandate and the assistant's own question remain as
 * safeguards.
 */
export async function consented({ server, fields, requestId }: Question): Promise<boolean> {
  if (server.getClientCapabilities()?.elicitation?.form === undefined) return true;
  const { action, content } = await server.elicitInput(
    {
      mode: 'form',
      message: `Place this order?\n${orderText(fields)}`,
      requestedSchema: {
        type: 'object',
        properties: {
          place: {
            type: 'boolean',
            title: 'Place the order',
            description: 'It can’t be undone once it is filled.',
            default: false,
          },
        },
        required: ['place'],
      },
    },
    { relatedRequestId: requestId, timeout: WAIT_MS },
  );
  return action === 'accept' && content?.['place'] === true;
}

/** Matches the plain value of an order's field. Any other value is quoted, so that none can look like another field. */
const PLAIN = /^[\w./:+-]{1,64}$/;

/** Every field as the platform gets it, so that nothing is placed that the person did not see. */
const orderText = (fields: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .map(
      ([name, value]) =>
        `${name}: ${typeof value === 'string' && PLAIN.test(value) ? value : JSON.stringify(value)}`,
    )
    .join('\n');
