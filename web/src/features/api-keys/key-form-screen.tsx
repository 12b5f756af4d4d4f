/** The form for a new API key, and the key with its secret once the key is created. */
import { ChevronDown } from 'lucide-react';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import type { FieldErrors } from '../../lib/use-field-errors.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { empty, fields, problemsOf, requestOf } from './key-draft.ts';
import type { Field, KeyDraft } from './key-draft.ts';
import { MadeKey } from './made-key.tsx';

type Made = CallOutput<'POST api_keys/create'>;

type Editing = {
  readonly draft: KeyDraft;
  readonly errors: FieldErrors<Field>;
  readonly set: (change: Partial<KeyDraft>, field?: Field) => void;
};

const typedExactly = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

function What({ draft, errors, set }: Editing) {
  const t = useTranslations('apiKeys');
  return (
    <>
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        maxLength={40}
        autoComplete="off"
        value={draft.name}
        error={errors.errorAt('name')}
        onChange={(event) => set({ name: event.target.value }, 'name')}
      />
      <Segmented
        label={t('may')}
        options={[
          { value: 'trade', label: t('readAndTrade') },
          { value: 'read', label: t('readOnly') },
        ]}
        value={draft.scope}
        onChange={(scope) => set({ scope })}
      />
      <Segmented
        label={t('kind')}
        options={[
          { value: 'hmac-sha256', label: t('kinds.hmac-sha256') },
          { value: 'ed25519', label: t('kinds.ed25519') },
        ]}
        value={draft.kind}
        onChange={(kind) => set({ kind })}
      />
      {draft.kind === 'ed25519' ? (
        <TextField
          {...typedExactly}
          label={t('publicKey')}
          hint={t('publicKeyHint')}
          maxLength={60}
          value={draft.publicKey}
          error={errors.errorAt('public_key')}
          onChange={(event) => set({ publicKey: event.target.value }, 'public_key')}
        />
      ) : (
        <p className="text-sm text-soft">{t('secretText')}</p>
      )}
    </>
  );
}

function Limits({ draft, errors, set }: Editing) {
  const t = useTranslations('apiKeys');
  const amount = (label: string, value: string, name: 'orderMax' | 'lossMax' | 'askAbove', field: Field) => (
    <AmountField
      label={label}
      value={value}
      onChange={(typed) => set({ [name]: typed }, field)}
      decimals={2}
      unit="USDT"
      error={errors.errorAt(field)}
      {...(name === 'askAbove' ? { hint: t('askHint'), placeholder: t('askNever') } : {})}
      {...(name === 'lossMax' ? { hint: t('lossHint') } : {})}
    />
  );
  return (
    <div className="space-y-4 pt-3">
      {amount(t('orderMax'), draft.orderMax, 'orderMax', 'order_max')}
      {amount(t('lossMax'), draft.lossMax, 'lossMax', 'loss_max')}
      {amount(t('askAbove'), draft.askAbove, 'askAbove', 'ask_above')}
      <TextField
        {...typedExactly}
        label={t('symbols')}
        hint={t('symbolsHint')}
        placeholder={t('allSymbols')}
        value={draft.symbols}
        error={errors.errorAt('symbols')}
        onChange={(event) => set({ symbols: event.target.value }, 'symbols')}
      />
      <TextField
        {...typedExactly}
        label={t('networks')}
        hint={t('networksHint')}
        placeholder={t('anyNetwork')}
        value={draft.networks}
        error={errors.errorAt('networks')}
        onChange={(event) => set({ networks: event.target.value }, 'networks')}
      />
      <Segmented
        label={t('validFor')}
        options={['30', '90', '365'].map((days) => ({ value: days, label: t('days', { days }) }))}
        value={draft.days}
        onChange={(days) => set({ days })}
      />
    </div>
  );
}

function Form({ onMade }: { readonly onMade: (made: Made) => void }) {
  const t = useTranslations('apiKeys');
  const { draft, change, clear } = useDraft('api-key', empty);
  const errors = useFieldErrors(fields, { pair_not_found: 'symbols' });
  const create = useConfirmed('POST api_keys/create', { showsRefusal: true });
  // Whether the folded part is open. It opens if one of its fields has a problem, so that the problem is visible.
  const [open, setOpen] = useState(false);
  const set: Editing['set'] = (changed, field) => {
    change(changed);
    if (field !== undefined) errors.forgive(field);
  };

  async function send(): Promise<void> {
    const answer = await create.send(requestOf(draft));
    if (answer?.type === 'ok') {
      clear();
      onMade(answer.message);
    } else if (answer !== undefined) {
      setOpen(true);
      errors.refuse(answer);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { name, public_key, ...limits } = problemsOf(draft);
    if (Object.values(limits).some((problem) => problem !== undefined)) setOpen(true);
    if (!errors.show({ name, public_key, ...limits })) void send();
  }

  const editing = { draft, errors, set };
  return (
    <form noValidate onSubmit={submit} className="gutter space-y-4 py-4">
      <p className="text-sm text-soft">{t('never')}</p>
      <What {...editing} />
      <details
        className="group rounded-card bg-surface px-4 pb-1"
        open={open}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 font-semibold">
          {t('limits')}
          <ChevronDown
            size={18}
            strokeWidth={1.75}
            aria-hidden="true"
            className="shrink-0 text-quiet group-open:rotate-180"
          />
        </summary>
        <Limits {...editing} />
        <div className="h-3" />
      </details>
      <Button block type="submit" needsNetwork busy={create.busy}>
        {t('make')}
      </Button>
    </form>
  );
}

export function KeyFormScreen() {
  const [made, setMade] = useState<Made>();
  return <Screen>{made === undefined ? <Form onMade={setMade} /> : <MadeKey made={made} />}</Screen>;
}
