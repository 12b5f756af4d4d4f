/**
 * The invalid fields of a form with the texts of the problems, which are found before sending or named by the server's refusal.
 */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { refusalText } from './message-texts.ts';
import { useToasts } from './notices.ts';
import { useResolving } from './resolving.ts';
import { useSession } from './session.ts';

/** The key of a text without arguments. */
export type TextKey = Parameters<ReturnType<typeof useTranslations<never>>>[0];

type Violation = { readonly key: TextKey } | { readonly text: string; readonly language: Language };
type Violations<Field extends string> = { readonly [Name in Field]?: Violation | undefined };

export type FieldErrors<Field extends string> = {
  readonly errorAt: (field: Field) => string | undefined;
  /** Replaces all problems with these. Returns whether there are any. */
  readonly show: (problems: { readonly [Name in Field]?: TextKey | undefined }) => boolean;
  /** Clears the problem of a field that is being edited. */
  readonly forgive: (field: Field) => void;
  /**
   * Shows a refusal at the field that it names or that its code concerns. A refusal that concerns no field is shown as a toast,
   * and a refusal that a different screen resolves is shown with a link to that screen.
   */
  readonly refuse: (refusal: RefusalEnvelope) => void;
};

/** Scrolls to the first invalid field of the screen in front and focuses it. */
function focusFirstWrong(): void {
  const wrong = [...document.querySelectorAll<HTMLElement>('form [aria-invalid="true"]')];
  const first = wrong.find((field) => field.checkVisibility());
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: 'center' });
}

/** `about` assigns a field to each refusal that names no field. */
export function useFieldErrors<Field extends string>(
  fields: readonly Field[],
  about: Partial<Record<RefusalCode, Field>> = {},
): FieldErrors<Field> {
  const t = useTranslations();
  const { showToast } = useToasts();
  const { offerResolution } = useResolving();
  const [violations, setViolations] = useState<Violations<Field>>({});
  const language = useSession((session) => session.language);
  const found = useRef(false);
  useEffect(() => {
    if (found.current) focusFirstWrong();
    found.current = false;
  }, [violations]);
  const put = (change: (before: Violations<Field>) => Violations<Field>): void => {
    found.current = true;
    setViolations(change);
  };
  return {
    errorAt: (field) => {
      const violation = violations[field];
      if (violation === undefined) return undefined;
      if ('key' in violation) return t(violation.key);
      // Removes a refusal that was shown in a different language.
      return violation.language === language ? violation.text : undefined;
    },
    show: (problems) => {
      const wrong = (Object.entries(problems) as [Field, TextKey | undefined][]).flatMap(([field, key]) =>
        key === undefined ? [] : [[field, { key }] as const],
      );
      put(() => Object.fromEntries(wrong) as Violations<Field>);
      return wrong.length > 0;
    },
    forgive: (field) => setViolations((before) => ({ ...before, [field]: undefined })),
    refuse: (refusal) => {
      if (offerResolution(refusal)) return;
      const named = fields.find((field) => field === refusal.params['field']);
      const field = named ?? about[refusal.error];
      void refusalText(refusal, language).then((text) => {
        if (field === undefined) showToast(text, 'bad');
        else put((before) => ({ ...before, [field]: { text, language } }));
      });
    },
  };
}
