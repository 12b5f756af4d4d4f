/** The folded part of the ticket: orders that wait for a stop, how long an order waits, and whether it may only wait. */
import { useTranslations } from 'use-intl';
import { AdvancedFold } from '../../../parts/advanced-fold.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { OwnNameField } from './own-name-field.tsx';
import { BracketFields } from './protection-fields.tsx';
import type { TicketDraft, TicketFacts } from './ticket-draft.ts';
import { hasStop, isAdvanced, isPostOnly, termOf, termsOf } from './ticket-draft.ts';
import type { TicketField } from './ticket-problems.ts';

export type AdvancedOrdersProps = {
  readonly draft: TicketDraft;
  readonly facts: TicketFacts;
  readonly errorAt: (field: TicketField) => string | undefined;
  readonly onChange: (fields: Partial<TicketDraft>) => void;
};

/** What is chosen, shown also while the part is folded: an instruction must never apply unseen. */
function useChosen(draft: TicketDraft): string {
  const t = useTranslations('spot');
  const term = termOf(draft);
  const { type } = draft;
  return [
    type === 'market' || type === 'limit' ? undefined : t(`kindName.${type}`),
    term === 'GTC' ? undefined : t(`term.${term}`),
    isPostOnly(draft) ? t('postOnlyShort') : undefined,
    draft.ownName === '' ? undefined : draft.ownName,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

function Instructions({ draft, errorAt, onChange }: AdvancedOrdersProps) {
  const t = useTranslations('spot');
  const term = termOf(draft);
  return (
    <>
      <Segmented
        label={t('termLabel')}
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
        <label className="flex min-h-11 items-center gap-3">
          <span className="min-w-0 flex-1 text-sm">{t('postOnly')}</span>
          <input
            type="checkbox"
            role="switch"
            checked={draft.postOnly}
            aria-checked={draft.postOnly}
            onChange={({ target }) => onChange({ postOnly: target.checked })}
            className="size-5 shrink-0 accent-(--accent-solid)"
          />
        </label>
      )}
    </>
  );
}

export function AdvancedOrders(props: AdvancedOrdersProps) {
  const { draft, onChange } = props;
  const t = useTranslations('spot');
  const chosen = useChosen(draft);
  return (
    <AdvancedFold label={t('advanced')} chosen={chosen} startsOpen={isAdvanced(draft)}>
      <Segmented<TicketDraft['type']>
        label={t('kindLabel')}
        byWord
        options={(['stop', 'stop_limit', 'oco', 'trailing_stop'] as const).map((value) => ({
          value,
          label: t(`kindName.${value}`),
        }))}
        value={draft.type}
        onChange={(type) => onChange({ type })}
      />
      {draft.type !== 'market' && <Instructions {...props} />}
      {!hasStop(draft) && draft.type === 'market' && (
        <p className="text-sm text-quiet">{t('about.market')}</p>
      )}
      <BracketFields {...props} />
      <OwnNameField {...props} />
    </AdvancedFold>
  );
}
