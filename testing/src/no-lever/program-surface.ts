/** Reads everything in the program that could be a lever: calls with all their fields, the socket, settings and commands. */
import { channels, clientEvents } from '@candor/protocol/channels.ts';
import type { CallRow, Schema } from '@candor/protocol/call.ts';

/** The part of valibot's schemas that holds names. */
type Part = {
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly items?: readonly Schema[];
  readonly wrapped?: Schema;
  readonly options?: readonly unknown[];
  readonly value?: Schema;
  readonly rest?: Schema;
  readonly pipe?: readonly unknown[];
};

/** The names of all fields of a schema, at any depth, such as "all.win_rate". */
export function fieldsOf(schema: Schema): string[] {
  const { entries, item, items, wrapped, options, value, rest } = schema as unknown as Part;
  const named = Object.entries(entries ?? {}).flatMap(([name, field]) => [
    name,
    ...fieldsOf(field).map((deeper) => `${name}.${deeper}`),
  ]);
  const inside = [item, ...(items ?? []), wrapped, ...(options ?? []), value, rest].filter(isSchema);
  return [...new Set([...named, ...inside.flatMap(fieldsOf)])];
}

function isSchema(part: unknown): part is Schema {
  return typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'schema';
}

/** Returns a line per call, such as "POST wallet/transfer: currency from to amount", with whether it accepts further fields. */
export function callLines(calls: Readonly<Record<string, Pick<CallRow, 'input'>>>): string[] {
  return Object.entries(calls).map(([name, { input }]) => {
    const { type } = input as unknown as { type: string };
    const open = type === 'object' || type === 'strict_object' ? '' : ` and more (${type})`;
    return `${name}: ${fieldsOf(input).toSorted().join(' ')}${open}`;
  });
}

/** Every name in the answer of a call or in an event, among which levers are searched for. */
export function answerNames(calls: Readonly<Record<string, CallRow>>): string[] {
  return [
    ...Object.entries(calls).flatMap(([name, { output }]) =>
      fieldsOf(output).map((field) => `${name} answers ${field}`),
    ),
    ...Object.entries(channels).flatMap(([name, { payload }]) =>
      fieldsOf(payload).map((field) => `${name} carries ${field}`),
    ),
  ];
}

export function socketLines(): string[] {
  return [
    ...Object.keys(clientEvents).map((name) => `says ${name}`),
    ...Object.keys(channels).map((name) => `hears ${name}`),
  ];
}

/** The names of all settings of an object, at any depth, such as "behaviour.startPrice". A list is one setting. */
export function settingsOf(thing: object): string[] {
  return Object.entries(thing).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? settingsOf(value as object).map((deeper) => `${name}.${deeper}`)
      : [name],
  );
}

/** The options and environment variables that `--help` lists. */
export function optionLines(help: string): string[] {
  return [...help.matchAll(/^ {2}(--[\w-]+|[A-Z][A-Z_]+(?:<OPTION>)?)/gm)]
    .map((match) => match[1] ?? '')
    .filter((name) => name !== '--help');
}

export function environmentRead(code: string): string[] {
  return [...code.matchAll(/process\.env(?:\[['"](\w+)['"]\]|\.(\w+))/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
}

/** The kinds of `OperatorTask`, read from its type up to the next statement. */
export function taskKinds(code: string): string[] {
  const type = /export type OperatorTask =[^]*?(?=\n\n)/.exec(code)?.[0] ?? '';
  return [...type.matchAll(/kind: '([^']+)'/g)].map((match) => match[1] ?? '');
}

export function actNames(code: string): string[] {
  return [...code.matchAll(/\baction: (['"`])(.+?)\1/g)].map((match) => match[2] ?? '');
}

/**
 * Returns a line such as "POST /api/user/login" for each route of the server's own listing, which is a tree of common prefixes.
 */
export function routeLines(drawing: string): string[] {
  const above: string[] = [];
  return drawing.split('\n').flatMap((line) => {
    const [, indent, part, methods] = /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (indent === undefined || part === undefined) return [];
    const depth = indent.length / 4;
    above.splice(depth, above.length, part);
    const path = above.join('');
    return methods === undefined ? [] : methods.split(', ').map((method) => `${method} ${path}`);
  });
}
