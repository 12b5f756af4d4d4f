/** The state of a form with credentials. Except for the passwords, the input survives a refusal and a reload. */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { useMemo, useState } from 'react';
import { useDraft } from '../../lib/drafts.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import type { Credentials, FormProblem } from './credentials.ts';
import { credentialRefusals, emptyAddress, emptyPasswords } from './credentials.ts';

export type CredentialFormOptions<Own extends string> = {
  /** The name under which the draft is stored. */
  readonly name: string;
  readonly own: Readonly<Record<Own, string>>;
  /** Maps refusals that name no field to the field that they concern. */
  readonly about?: Partial<Record<RefusalCode, Own>>;
};

export type CredentialForm<Own extends string> = {
  readonly form: Credentials & Readonly<Record<Own, string>>;
  readonly bind: (field: Own | keyof Credentials) => {
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  };
  readonly edit: (field: Own | keyof Credentials, text: string) => void;
  readonly show: (problems: Partial<Record<Own | keyof Credentials, FormProblem>>) => boolean;
  readonly refuse: (refusal: RefusalEnvelope) => void;
  readonly clear: () => void;
};

/** `own` and `about` must be constants. */
export function useCredentialForm<Own extends string = never>(
  options: CredentialFormOptions<Own>,
): CredentialForm<Own> {
  type Field = Own | keyof Credentials;
  const empty = useMemo(() => ({ ...emptyAddress, ...options.own }), [options.own]);
  const { draft, change, clear } = useDraft(options.name, empty);
  const [passwords, setPasswords] = useState(emptyPasswords);
  const { errorAt, show, forgive, refuse } = useFieldErrors<Field>(
    Object.keys({ ...draft, ...passwords }) as Field[],
    {
      ...credentialRefusals,
      ...options.about,
    },
  );
  const form = { ...draft, ...passwords };
  const edit = (field: Field, text: string): void => {
    if (field in emptyPasswords) setPasswords((before) => ({ ...before, [field]: text }));
    else change({ [field]: text } as Partial<typeof draft>);
    forgive(field);
  };
  return {
    form,
    edit,
    bind: (field) => ({
      value: form[field],
      error: errorAt(field),
      onChange: (event) => edit(field, event.target.value),
    }),
    show,
    refuse,
    clear,
  };
}
