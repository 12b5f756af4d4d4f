/** Which field of a form is wrong, and why in words: found here before sending, or named by the server's refusal. */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { useEffect, useRef, useState } from 'react';
import { refusalText } from './message-texts.ts';
import { showToast } from './notices.ts';
import { useSession } from './session.ts';

export type Errors<Field extends string> = { readonly [Name in Field]?: string | undefined };

export type FieldErrors<Field extends string> = {
  readonly errors: Errors<Field>;
  /** Replaces all; answers whether there is any. */
  readonly show: (errors: Errors<Field>) => boolean;
  /** The customer is mending this one. */
  readonly forgive: (field: Field) => void;
  /** Puts a refusal under the field that it names, or that its code is known to be about; one about no field is toasted. */
  readonly refuse: (refusal: RefusalEnvelope) => void;
};

/** Brings the first wrong field of the screen in front into view, ready to be mended. */
function focusFirstWrong(): void {
  const wrong = [...document.querySelectorAll<HTMLElement>('form [aria-invalid="true"]')];
  const first = wrong.find((field) => field.checkVisibility());
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: 'center' });
}

/** `about` says which field a refusal is about when it names none. */
export function useFieldErrors<Field extends string>(
  fields: readonly Field[],
  about: Partial<Record<RefusalCode, Field>> = {},
): FieldErrors<Field> {
  const [errors, setErrors] = useState<Errors<Field>>({});
  const language = useSession((session) => session.language);
  const found = useRef(false);
  const [spoken, setSpoken] = useState(language);
  if (spoken !== language) {
    // What was said in another language is not left standing.
    setSpoken(language);
    setErrors({});
  }
  useEffect(() => {
    if (found.current) focusFirstWrong();
    found.current = false;
  }, [errors]);
  const put = (change: (before: Errors<Field>) => Errors<Field>): void => {
    found.current = true;
    setErrors(change);
  };
  return {
    errors,
    show: (wrong) => {
      put(() => wrong);
      return Object.values(wrong).some((text) => text !== undefined);
    },
    forgive: (field) => setErrors((before) => ({ ...before, [field]: undefined })),
    refuse: (refusal) => {
      const named = fields.find((field) => field === refusal.params['field']);
      const field = named ?? about[refusal.error];
      void refusalText(refusal, language).then((text) => {
        if (field === undefined) showToast(text, 'bad');
        else put((before) => ({ ...before, [field]: text }));
      });
    },
  };
}
