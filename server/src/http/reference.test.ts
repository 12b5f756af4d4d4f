import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { calls } from '@candor/protocol/features.ts';
import { consoleMarkdown } from './console-reference.ts';
import { openApiDocument, refusalsOf } from './openapi.ts';
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
  };

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
    expect(trade).toMatchObject({ security: [{ token: [] }] });
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
