/** Generates `docs/schema.md`: every table, in one section per file of `server/schema`, with a diagram of the references. */
import type pg from 'pg';
import { tableFacts } from './catalogue.ts';
import type { TableFacts } from './catalogue.ts';
import { schemaFiles } from './files.ts';
import type { SchemaFile } from './files.ts';

/** Expects a newly created database. */
export async function schemaMarkdown(client: pg.Client): Promise<string> {
  const facts = await tableFacts(client);
  const files = schemaFiles();
  const said = new Map(files.flatMap((file) => [...file.others]));
  const sections = files.map((file) => section(file, { facts, said }));
  const left = [...facts.keys()].filter((table) => !files.some((file) => file.tables.has(table)));
  if (left.length > 0)
    throw new Error(`expected a file of the schema to create each table, found none for ${left.join(', ')}`);
  return `${INTRODUCTION}\n\n${sections.join('\n\n')}\n`;
}

const INTRODUCTION = `# Schema

Every table of the database, made by \`npm run print:schema\` from \`server/schema\` and an empty database; a test fails if this page differs from what that prints. What a trigger checks is described
above its function in the file that the section names. \`candor_app\` executes commands, \`candor_door\` logs people in, \`candor_tape\` writes the market, \`candor_guard\` checks the books ([why](decisions/three-roles.md)).`;

type Known = { readonly facts: ReadonlyMap<string, TableFacts>; readonly said: ReadonlyMap<string, string> };

function section(file: SchemaFile, known: Known): string {
  const tables = [...file.tables].map(([name, { about, columns }]) =>
    tableSection({ name, about, columns, facts: factsOf(name, known) }, known),
  );
  const views = [...file.others].filter(([name]) => file.views.has(name));
  const parts = [`## \`${file.name}\``, file.about, drawing(file, known), ...tables];
  if (views.length > 0)
    parts.push(
      rows(
        ['view', 'what it shows'],
        views.map(([name, about]) => [`\`${name}\``, about]),
      ),
    );
  return parts.filter((part) => part !== '').join('\n\n');
}

function factsOf(name: string, { facts }: Known): TableFacts {
  const found = facts.get(name);
  if (found === undefined) throw new Error(`expected the database to have table ${name}, found none`);
  return found;
}

/** References between tables of the file; tables of other files appear by name only. */
function drawing(file: SchemaFile, known: Known): string {
  const arrows = [...file.tables.keys()].flatMap((name) =>
    factsOf(name, known).references.map((to) => `  ${to.table} ||--o{ ${name} : "${to.columns}"`),
  );
  return arrows.length === 0 ? '' : ['```mermaid', 'erDiagram', ...new Set(arrows), '```'].join('\n');
}

type Described = {
  readonly name: string;
  readonly about: string;
  readonly columns: ReadonlyMap<string, string>;
  readonly facts: TableFacts;
};

function tableSection({ name, about, columns, facts }: Described, { said }: Known): string {
  const parts = [
    `### ${name}`,
    about,
    rows(
      ['column', 'type', '', 'meaning'],
      facts.columns.map((column) => [
        `\`${column.name}\``,
        column.type,
        [column.required ? '' : 'may be null', column.fallback === null ? '' : `else \`${column.fallback}\``]
          .filter((part) => part !== '')
          .join('; '),
        columns.get(column.name) ?? '',
      ]),
    ),
    [
      ...facts.keys.map((key) => `- ${key.toLowerCase()}`),
      ...facts.references.map((to) => `- \`${to.columns}\` refers to \`${to.table}\``),
      ...(facts.checks.length === 0
        ? []
        : [`- checks: ${facts.checks.map((check) => `\`${check}\``).join(', ')}`]),
      ...facts.rights.map(({ role, may }) => `- \`${role}\` may ${may}`),
    ].join('\n'),
  ];
  if (facts.triggers.length > 0) {
    parts.push(
      rows(
        ['trigger', 'when', 'what it checks'],
        facts.triggers.map(({ name: trigger, runs, when }) => [
          `\`${trigger}\`${trigger === runs ? '' : ` (\`${runs}\`)`}`,
          when,
          firstSentence(said.get(runs) ?? ''),
        ]),
      ),
    );
  }
  return parts.filter((part) => part !== '').join('\n\n');
}

const firstSentence = (text: string): string => /^.*?[.;](?= |$)/.exec(text)?.[0] ?? text;

function rows(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), `|${heads.map(() => '---|').join('')}`, ...lines.map(line)].join('\n');
}
