/** Reads deploy/compose.yml, with the values that its variables take when they are not set. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../install.mjs';

export type Service = {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string }>>;
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly restart?: string;
};

export type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, object>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
};

/** The settings that the page of the compose file lists. */
const NAMES: Readonly<Record<string, string>> = { CANDOR_NAME: 'candor.example', DESK_NAME: 'desk.example' };

export function readCompose(): Compose {
  const text = readFileSync(join(ROOT, 'deploy/compose.yml'), 'utf8');
  return parse(text, (_key, value: unknown) =>
    typeof value === 'string' ? filled(value) : value,
  ) as Compose;
}

const filled = (text: string): string =>
  text.replaceAll(/(?<!\$)\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_whole, name: string, usual?: string) => {
    const value = NAMES[name] ?? usual;
    if (value === undefined) throw new Error(`expected a value or a default for ${name}, found neither`);
    return value;
  });

export const addressOf = ({ networks }: Service, network: string): string | undefined =>
  Array.isArray(networks)
    ? undefined
    : (networks as Record<string, { ipv4_address?: string }>)[network]?.ipv4_address;
