/** Which field of a form is wrong, and why in words: found here before sending, or named by the server's refusal. */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { useState } from 'react';
import { refusalText } from './message-texts.ts';
import { useSession } from './session.ts';

export type Errors<Field extends string> = { readonly [Name in Field]?: string | undefined };

export type FieldErrors<Field extends string> = {
  readonly errors: Errors<Field>;
  /** Replaces all; answers whether there is any. */
  readonly show: (errors: Errors<Field>) => boolean;
  /** The customer is mending this one. */
  readonly forgive: (field: Field) => void;
  /** Puts a refusal under the field that it names, or that its code is known to be about. */
  readonly refuse: (refusal: RefusalEnvelope) => void;
};

/** `about` says which field a refusal is about when it names none. */
export function useFieldErrors<Field extends string>(
  fields: readonly Field[],
  about: Partial<Record<RefusalCode, Field>> = {},
): FieldErrors<Field> {
  const [errors, setErrors] = useState<Errors<Field>>({});
  const language = useSession((session) => session.language);
  return {
    errors,
    show: (found) => {
      setErrors(found);
      return Object.values(found).some((text) => text !== undefined);
    },
    forgive: (field) => setErrors((before) => ({ ...before, [field]: undefined })),
    refuse: (refusal) => {
      const named = fields.find((field) => field === refusal.params['field']);
      const field = named ?? about[refusal.error];
      if (field === undefined) return;
      void refusalText(refusal, language).then((text) => setErrors((before) => ({ ...before, [field]: text })));
    },
  };
}
