/** Generates the API reference in the order of the table: as Markdown for `docs/api.md` and as a page without scripts. */
import type { CallRow } from '@candor/protocol/call.ts';
import { anyCallRefusals } from '@candor/protocol/call.ts';
import { calls, refusals } from '@candor/protocol/features.ts';
import { methodAndPath } from '@candor/protocol/calls.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import { schemaOf } from './openapi-schema.ts';
import type { JsonSchema } from './openapi-schema.ts';

const INTRODUCTION = [
  'Every call is `/api/` and a path. Bodies are JSON or form-urlencoded, multipart where they carry a file, which comes last; ' +
    'a GET carries its fields in the query. ' +
    'Any call takes `lang`. Calls of customers carry the token in `Authorization`.',
  'A good answer is `{"type":"ok","code":1,"message":…}`. A refusal is `{"type":"error","code":0,"error":…,"message":…,' +
    '"params":{…}}` with a fitting status, and nothing has changed; type `999` means that the session has ended.',
  'Amounts are decimal strings, times are seconds, ids are strings. Where a key is honoured, the same `Idempotency-Key` ' +
    'gets the first answer again. A frozen customer may make every GET and the calls that say so.',
  `Any call may also answer ${anyCallRefusals.map((code) => `\`${code}\``).join(', ')}.`,
];

type Field = { readonly name: string; readonly type: string; readonly optional: boolean };

/** Returns a type's text, such as "string", "buy | sell" or "[{id, status}]". */
function typeText(schema: JsonSchema | boolean | undefined): string {
  if (schema === undefined || typeof schema === 'boolean') return 'any';
  if (schema.enum !== undefined) return choicesText(schema.enum.map(String));
  if (schema.const !== undefined) return String(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined)
    return [...new Set(choices.map((choice) => typeText(choice as JsonSchema)))].join(' or ');
  if (schema.type === 'array') return `[${typeText(schema.items as JsonSchema | undefined)}]`;
  if (schema.type === 'object') return objectText(schema);
  // Only our decimals have a pattern that ends with up to eight places.
  if (schema.pattern?.endsWith('{1,8})?$') === true) return 'decimal';
  return Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
}

/** Shortens a long list, such as the countries, to its first and last items. */
function choicesText(choices: readonly string[]): string {
  const shown = choices.length > 40 ? [...choices.slice(0, 3), '…', ...choices.slice(-1)] : choices;
  return shown.join(' | ');
}

function objectText(schema: JsonSchema): string {
  if (typeof schema.additionalProperties === 'object' && schema.properties === undefined)
    return `{…: ${typeText(schema.additionalProperties)}}`;
  const names = fieldsOf(schema).map(({ name, optional }) => (optional ? `${name}?` : name));
  return names.length === 0 ? '{}' : `{${names.join(', ')}}`;
}

/** Returns the input fields; the file comes last. */
function inputOf(row: Pick<CallRow, 'input' | 'takesFile'>): Field[] {
  const fields = fieldsOf(schemaOf(row.input, 'input'));
  return row.takesFile === true ? [...fields, { name: 'file', type: 'file', optional: false }] : fields;
}

function fieldsOf(schema: JsonSchema): Field[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    type: typeText(field as JsonSchema),
    optional: !required.has(name),
  }));
}

/** Returns the lines of a call's section. */
export function rowLines(
  name: string,
  row: Pick<CallRow, 'summary' | 'input' | 'output' | 'refusals' | 'takesFile'>,
  who: string,
): string[] {
  const lines = [`## ${name}`, '', row.summary, '', `- who: ${who}`];
  for (const { name: field, type, optional } of inputOf(row)) {
    lines.push(`- takes \`${field}\`${optional ? ' (optional)' : ''}: ${type}`);
  }
  lines.push(`- answers: ${typeText(schemaOf(row.output, 'output'))}`);
  if (row.refusals.length > 0)
    lines.push(`- refuses: ${row.refusals.map((code) => `\`${code}\``).join(', ')}`);
  return [...lines, ''];
}

export function referenceMarkdown(): string {
  const lines = ['# API', '', '<!-- Printed from protocol/src/features.ts by `npm run print:api`. -->', ''];
  for (const paragraph of INTRODUCTION) lines.push(paragraph, '');
  for (const [name, row] of rows()) lines.push(...rowLines(name, row, `${row.who}${marks(row)}`));
  lines.push('## Refusals', '', '| code | status | text |', '| --- | --- | --- |');
  for (const [code, { status, texts }] of Object.entries(refusals))
    lines.push(`| \`${code}\` | ${status} | ${texts.zh} |`);
  return `${lines.join('\n')}\n`;
}

export function referenceHtml(): string {
  const sections = rows().map(([name, row]) => sectionHtml(name, row));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Candor API</title><link rel="stylesheet" href="/api/docs.css"></head><body>
<main><h1>Candor API</h1>
${INTRODUCTION.map((paragraph) => `<p>${codeHtml(paragraph)}</p>`).join('\n')}
<p><a href="/api/openapi.json">OpenAPI document</a></p>
<nav><ul>${rows()
    .map(([name]) => `<li><a href="#${anchor(name)}">${escapeHtml(name)}</a></li>`)
    .join('')}</ul></nav>
${sections.join('\n')}
</main></body></html>
`;
}

function sectionHtml(name: CallName, row: CallRow): string {
  const { method, path } = methodAndPath(name);
  const fields = inputOf(row).map(
    ({ name: field, type, optional }) =>
      `<tr><td><code>${escapeHtml(field)}</code></td><td>${escapeHtml(type)}</td><td>${optional ? 'optional' : ''}</td></tr>`,
  );
  const table =
    fields.length === 0
      ? ''
      : `<table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col"></th></tr></thead><tbody>${fields.join('')}</tbody></table>`;
  const refused = row.refusals.map((code) => `<code>${code}</code> ${refusals[code].status}`).join(', ');
  return `<section id="${anchor(name)}"><h2><span>${method}</span> /api/${escapeHtml(path)}</h2>
<p>${escapeHtml(row.summary)}</p><p>For ${row.who === 'anybody' ? 'anybody' : `${row.who}s`}${marks(row)}.</p>${table}
<p>Answers <code>${escapeHtml(typeText(schemaOf(row.output, 'output')))}</code></p>
${refused === '' ? '' : `<p>Refuses ${refused}</p>`}</section>`;
}

function rows(): [CallName, CallRow][] {
  return Object.entries(calls) as [CallName, CallRow][];
}

function marks(row: CallRow): string {
  return (
    (row.idempotent ? ', honours a key' : '') +
    (row.order === true ? ', with a receipt' : '') +
    (row.mode === 'demo' ? ', in demo mode only' : '') +
    (row.whenFrozen === true ? ', also while frozen' : '')
  );
}

const anchor = (name: CallName): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Renders code, which is marked by backquotes. */
function codeHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

export const referenceCss = `:root { color-scheme: light dark; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.8rem; }
h2 { font-size: 1.1rem; overflow-wrap: anywhere; }
h2 span { display: inline-block; min-width: 3.2rem; color: light-dark(#1450e6, #8fb0ff); }
section { padding: 0.5rem 0 1rem; border-top: 1px solid light-dark(#d9dee8, #2a3140); }
nav ul { columns: 2; padding-left: 1.2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
code { font: 13px ui-monospace, monospace; overflow-wrap: anywhere; }
a { color: light-dark(#1450e6, #8fb0ff); }
`;
