import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import type { CallRow } from '@candor/protocol/call.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import { calls, refusals } from '@candor/protocol/features.ts';
import { consoleMarkdown } from './console-reference.ts';
import { openApiDocument } from './openapi.ts';
import { accepts } from './openapi-examples.ts';
import { textOf } from './openapi-fields.ts';
import { refusalsOf, schemaOf } from './openapi-schema.ts';
import { llmsText } from './llms-text.ts';
import { referenceHtml, referenceMarkdown } from './reference.ts';
import { CHAPTERS } from './sections.ts';

type Content<Extra> = { content: { 'application/json': Extra } };
type Operation = {
  parameters?: { name: string }[];
  requestBody?: Content<{ examples?: Record<string, { value: unknown }> } | undefined>;
  responses: { 200: Content<{ example: { message: unknown } }> };
};

const printed = fileURLToPath(new URL('../../../docs/api.md', import.meta.url));

it('docs/api.md equals the output of `npm run print:api`', () => {
  expect(readFileSync(printed, 'utf8')).toBe(referenceMarkdown());
});

it('docs/console-api.md equals the output of `npm run print:api`', () => {
  const file = fileURLToPath(new URL('../../../docs/console-api.md', import.meta.url));
  expect(readFileSync(file, 'utf8')).toBe(consoleMarkdown());
});

describe('the OpenAPI document', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument())) as {
    paths: Record<string, Record<string, Operation>>;
    components: { examples: Record<string, unknown>; responses: object };
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        [`${method.toUpperCase()} ${path.replace('/api/', '')}` as CallName, operation] as const,
    ),
  );

  it('conforms to the published schema of OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(JSON.stringify(openApiDocument())))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('explains every refusal that a call declares, and shows an example of each refusal that the call may give', () => {
    const { responses } = document.paths['/api/coin/trade']?.['post'] ?? {};
    for (const code of calls['POST coin/trade'].refusals)
      expect(JSON.stringify(responses)).toContain(`- \`${code}\`: ${refusals[code].texts.en}`);
    const shown = JSON.stringify([responses, document.components.responses]);
    for (const code of refusalsOf(calls['POST coin/trade'])) {
      expect(shown).toContain(`"$ref":"#/components/examples/${code}"`);
      expect(document.components.examples[code]).toMatchObject({ value: { error: code, code: 0 } });
    }
  });

  it('lists every call in exactly one section, under a unique title', () => {
    const sections = CHAPTERS.flatMap((chapter) => chapter.sections);
    const listed = sections.flatMap((section) => section.calls);
    // A row that follows a call of another section, or none, is in no section.
    expect(listed.map(([name]) => name).toSorted()).toEqual(Object.keys(calls).toSorted());
    const titles = listed.map(([, { reference }]) => reference.title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('has only example requests and answers that the calls’ schemas accept', () => {
    for (const [name, { responses, requestBody }] of operations) {
      const row = calls[name] as CallRow;
      const { message } = responses['200'].content['application/json'].example;
      expect({ name, accepted: accepts(row.output, message) }).toEqual({ name, accepted: true });
      const examples = Object.values(requestBody?.content['application/json']?.examples ?? {});
      for (const { value } of examples)
        expect({ name, value, accepted: accepts(row.input, value) }).toMatchObject({ accepted: true });
    }
  });

  it('describes every input field of every call', () => {
    for (const [name, row] of Object.entries(calls) as [CallName, CallRow][]) {
      for (const field of Object.keys(schemaOf(row.input, 'input').properties ?? {}))
        expect({ name, field, about: textOf(name, field).about }).toEqual({
          name,
          field,
          about: expect.any(String),
        });
    }
  });

  it('has exactly one operation per row', () => {
    expect(operations.map(([name]) => name).toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  it('specifies the pattern of amounts, and the calls that require a token', () => {
    const trade = document.paths['/api/coin/trade']?.['post'];
    expect(JSON.stringify(trade?.requestBody)).toContain(
      String.raw`"pattern":"^(0|[1-9][0-9]{0,29})(\\.[0-9]{1,8})?$"`,
    );
    expect(trade).toMatchObject({ security: [{ token: [] }, { key: [], keyTime: [], keySignature: [] }] });
    expect(trade?.parameters?.map((parameter) => parameter.name)).toEqual(['Idempotency-Key']);
  });

  it('specifies that an image is sent as a file', () => {
    const { requestBody } = document.paths['/api/upload']?.['post'] ?? {};
    expect(requestBody).toMatchObject({
      content: {
        'multipart/form-data': {
          schema: {
            required: ['purpose', 'file'],
            properties: { file: { contentMediaType: 'application/octet-stream' } },
          },
        },
      },
    });
  });

  it('omits from visitors’ calls the refusals that only customers can get', () => {
    expect(refusalsOf(calls['POST user/login'])).not.toContain('session_ended');
    expect(refusalsOf(calls['GET user/info'])).toContain('session_ended');
  });
});

it('lists every call on a page without scripts or inline styles', () => {
  const page = referenceHtml();
  for (const name of Object.keys(calls)) expect(page).toContain(`/api/${name.slice(name.indexOf(' ') + 1)}`);
  expect(page).not.toMatch(/<script|style=|javascript:/i);
});

it('names in the text for assistants every call that a key may make', () => {
  const text = llmsText();
  const rows = Object.entries(calls) as [string, CallRow][];
  for (const [name, { scope }] of rows) if (scope !== undefined) expect(text).toContain(`- ${name}: `);
  expect(text).toMatch(/^# Candor\n\n> /);
});
