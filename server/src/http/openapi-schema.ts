/** A call's input and output as JSON Schema, and its refusals. Every description of the API is generated from these. */
import { toJsonSchema } from '@valibot/to-json-schema';
import { anyCallRefusals } from '@candor/protocol/call.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import { refusalCode } from '@candor/protocol/fields.ts';
import { noticeKind } from '@candor/protocol/notifications/schemas.ts';
import { noticeTopic } from '@candor/protocol/settings/schemas.ts';
import { noticeTopics, notices, refusals } from '@candor/protocol/features.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';

export type JsonSchema = ReturnType<typeof toJsonSchema>;

const DECIMAL_PATTERN = '^(0|[1-9][0-9]{0,29})(\\.[0-9]{1,8})?$';

/** Schemas of codes, each with all codes of its table. */
const codesOf = new Map<unknown, string[]>([
  [refusalCode, Object.keys(refusals)],
  [noticeKind, Object.keys(notices)],
  [noticeTopic, Object.keys(noticeTopics)],
]);

/** Returns a call's input or output as JSON Schema. Our check of decimals becomes the equivalent pattern. */
export function schemaOf(schema: CallRow['input'], typeMode: 'input' | 'output'): JsonSchema {
  return toJsonSchema(schema, {
    typeMode,
    errorMode: 'ignore',
    overrideAction: ({ valibotAction, jsonSchema }) =>
      valibotAction.type === 'check' ? { ...jsonSchema, pattern: DECIMAL_PATTERN } : jsonSchema,
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      const codes = codesOf.get(valibotSchema);
      return codes === undefined ? jsonSchema : { type: 'string', enum: codes };
    },
  });
}

/** Returns the codes of a row's refusals, with its own before the common ones. */
export function refusalsOf(row: CallRow): RefusalCode[] {
  const common = anyCallRefusals.filter((code) => row.who !== 'visitor' || !VISITORS_NEVER.has(code));
  return [...new Set<RefusalCode>([...row.refusals, ...common])];
}

const VISITORS_NEVER: ReadonlySet<RefusalCode> = new Set([
  'session_ended',
  'account_frozen',
  'account_locked',
  'key_reused',
]);
