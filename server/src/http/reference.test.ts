import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import type { CallRow } from '@candor/protocol/call.ts';
import { calls } from '@candor/protocol/features.ts';
import { consoleMarkdown } from './console-reference.ts';
import { openApiDocument, refusalsOf } from './openapi.ts';
import { llmsText } from './llms-text.ts';
import { referenceHtml, referenceMarkdown } from './reference.ts';

const printed = fileURLToPath(new URL('../../../docs/api.md', import.meta.url));

it('finds docs/api.md equal to the output of `npm run print:api`', () => {
  expect(readFileSync(printed, 'utf8')).toBe(referenceMarkdown());
});

it('finds docs/console-api.md equal to the output of `npm run print:api`', () => {
  const file = fileURLToPath(new URL('../../../docs/console-api.md', import.meta.url));
  expect(readFileSync(file, 'utf8')).toBe(consoleMarkdown());
});

describe('the OpenAPI document', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument())) as {
    paths: Record<
      string,
      Record<string, { parameters?: { name: string }[]; requestBody?: unknown; responses: object }>
    >;
    components: { examples: Record<string, unknown> };
  };

  it('is valid by the published schema of OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(JSON.stringify(openApiDocument())))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('shows an example of every refusal that a call declares', () => {
    const { responses } = document.paths['/api/coin/trade']?.['post'] ?? {};
    for (const code of refusalsOf(calls['POST coin/trade'])) {
      expect(JSON.stringify(responses)).toContain(`"$ref":"#/components/examples/${code}"`);
      expect(document.components.examples[code]).toMatchObject({ value: { error: code, code: 0 } });
    }
  });

  it('has exactly one operation per row', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/', '')}`),
    );
    expect(operations.toSorted()).toEqual(Object.keys(calls).toSorted());
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

  it('lists no refusal that only customers can get in a visitors’ call', () => {
    expect(refusalsOf(calls['POST user/login'])).not.toContain('session_ended');
    expect(refusalsOf(calls['GET user/info'])).toContain('session_ended');
  });
});

it('lists every call on a page without scripts and inline styles', () => {
  const page = referenceHtml();
  for (const name of Object.keys(calls)) expect(page).toContain(`/api/${name.slice(name.indexOf(' ') + 1)}`);
  expect(page).not.toMatch(/<script|style=|javascript:/i);
});

it('names every call that a key may make in the text for assistants', () => {
  const text = llmsText();
  const rows = Object.entries(calls) as [string, CallRow][];
  for (const [name, { scope }] of rows) if (scope !== undefined) expect(text).toContain(`- ${name}: `);
  expect(text).toMatch(/^# Candor\n\n> /);
});
