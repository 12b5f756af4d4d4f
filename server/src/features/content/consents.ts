/**
 * Customers' consents to the agreements. A customer consents to the current texts by registering, and to each later text by a
 * call. The database writes the consents of a registration and verifies those of the call.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { agreements } from '@candor/protocol/content/agreements.ts';
import type { Agreement } from '@candor/protocol/content/agreements.ts';
import type { Handlers } from '../../calls/handler.ts';
import type { Submit } from '../../calls/submit.ts';
import { append, command } from '../../commands/command.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { key, text, whole } from '../../commands/fields.ts';
import { log } from '../../commands/table.ts';
import type { Pool } from '../../db/pool.ts';
import { textIn } from './article.ts';
import type { Article } from './article.ts';
import { listConsents } from './store.ts';
import type { ConsentRow } from './store.ts';

const consents = log('consent', {
  ...key,
  agreement: text<Agreement>(),
  version: whole(),
  /** The house's time, milliseconds. */
  givenMs: whole(),
});

type Agreed = { readonly agreement: Agreement; readonly version: number };
type Given = { readonly version: number; readonly given_at: number };

/** A second consent to the same text changes nothing, so the command need not look for an earlier one. */
const consent = command({
  name: 'agreements.consent',
  gather: (_: Agreed) => ({}),
  decide: ({ agreement, version }, facts: Facts): Decision<Given, never> => {
    const givenMs = facts.wallMs;
    const row = { book: facts.book, id: facts.newId(), agreement, version, givenMs };
    return ok({ answer: { version, given_at: secondsOf(givenMs) }, appends: [append(consents, row)] });
  },
});

type ConsentDeps = {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly all: () => ReadonlyMap<string, Article>;
};

export function consentHandlers({
  pool,
  submit,
  all,
}: ConsentDeps): Pick<Handlers, 'GET agreements' | 'POST agreements/consent'> {
  const inForce = (agreement: Agreement): Article => {
    const article = all().get(agreement);
    if (article === undefined) throw new Error(`expected an article ${agreement}, found none`);
    return article;
  };
  return {
    'GET agreements': async (_, { customer, language }) => {
      const given = newestOf(await listConsents(pool, customer));
      return ok(
        agreements.map((id): CallOutput<'GET agreements'>[number] => {
          const article = inForce(id);
          const read = textIn(article, language);
          const consented = given.get(id);
          return {
            id,
            title: read?.title ?? id,
            version: article.version,
            changed_at: article.changedMs === null ? null : secondsOf(article.changedMs),
            consented_version: consented?.version ?? null,
            consented_at: consented === undefined ? null : secondsOf(consented.givenMs),
          };
        }),
      );
    },
    'POST agreements/consent': async (body, context) => {
      const { id, version } = body;
      // A customer who saw a text that has since been replaced must read the current text first.
      if (version !== inForce(id).version) return refuse('case_changed', { field: 'version' });
      return submit({ command: consent, input: { agreement: id, version }, body, context });
    },
  };
}

/** Returns, for each agreement, the consent to the newest version. */
function newestOf(rows: readonly ConsentRow[]): ReadonlyMap<string, ConsentRow> {
  const newest = new Map<string, ConsentRow>();
  for (const row of rows) {
    const known = newest.get(row.agreement);
    if (known === undefined || known.version < row.version) newest.set(row.agreement, row);
  }
  return newest;
}

const secondsOf = (ms: number): number => Math.floor(ms / 1000);
