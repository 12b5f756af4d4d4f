/** The time in force of an order, and post-only. Both tickets have these fields in their folded part. */
import { useTranslations } from 'use-intl';
import type { OrderTerms } from '../lib/order-terms.ts';
import { isPostOnly, termOf, termsOf } from '../lib/order-terms.ts';
import { Segmented } from '../ui/segmented.tsx';
import { SwitchLine } from '../ui/switch-line.tsx';
import { TextField } from '../ui/text-field.tsx';

export type OrderInstructionsProps = {
  readonly draft: OrderTerms;
  readonly errorAt: (field: 'expires_at') => string | undefined;
  readonly onChange: (fields: Partial<Pick<OrderTerms, 'term' | 'until' | 'postOnly'>>) => void;
};

/** The choices, shown also while the part is folded: an instruction must never apply unseen. */
export function useInstructionWords(draft: OrderTerms, kind: string | undefined): string {
  const t = useTranslations('spot');
  const term = termOf(draft);
  return [
    kind,
    term === 'GTC' ? undefined : t(`term.${term}`),
    isPostOnly(draft) ? t('postOnlyShort') : undefined,
    draft.ownName === '' ? undefined : draft.ownName,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

export function OrderInstructions({ draft, errorAt, onChange }: OrderInstructionsProps) {
  const t = useTranslations('spot');
  const term = termOf(draft);
  // A market order never waits.
  if (draft.type === 'market') return null;
  return (
    <>
      <Segmented
        label={t('termLabel')}
        labelShown
        byWord
        options={termsOf(draft.type).map((value) => ({ value, label: t(`term.${value}`) }))}
        value={term}
        onChange={(chosen) => onChange({ term: chosen })}
      />
      {term === 'GTD' && (
        <TextField
          type="datetime-local"
          label={t('untilLabel')}
          value={draft.until}
          error={errorAt('expires_at')}
          onChange={({ target }) => onChange({ until: target.value })}
        />
      )}
      {draft.type === 'limit' && term !== 'IOC' && (
        <SwitchLine
          label={t('postOnly')}
          on={draft.postOnly}
          onChange={(postOnly) => onChange({ postOnly })}
        />
      )}
    </>
  );
}
