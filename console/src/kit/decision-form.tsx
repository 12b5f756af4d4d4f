/**
 * The form of a decision: the exact effect, the fields, and the button. The displayed data is sent, even if new data arrives
 * meanwhile. Input is kept until the decision is made.
 */
import { Alert, Box, Button } from '@mui/material';
import type { Envelope } from '@candor/protocol/envelope.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { useSay } from '../i18n/say.ts';
import { useDraft } from '../lib/drafts.ts';
import { useApi } from '../lib/api.ts';
import type { Client } from '../lib/client.ts';
import { useSending } from '../lib/use-sending.ts';
import { kbd } from './marks.tsx';
import { FieldOf } from './decision-fields.tsx';
import type { DecisionField, Values } from './decision-fields.tsx';
import { troubleIn } from './field-trouble.ts';

export type Decision = {
  /** The name of the draft, which consists of the case and the decision. */
  readonly name: string;
  readonly title: string;
  /** The exact effect of the decision, as a sentence or as facts. */
  readonly says: ReactNode;
  readonly fields: readonly DecisionField[];
  readonly sendLabel: string;
  readonly tone?: 'primary' | 'error';
  /** Sends the decision with the client that the form passes. */
  send(values: Values, call: Client): Promise<Envelope<unknown>>;
};

export function DecisionForm({
  decision,
  onDone,
  onCancel,
  focus = true,
}: {
  decision: Decision;
  onDone: (payload: unknown) => void;
  onCancel?: (() => void) | undefined;
  focus?: boolean;
}) {
  const t = useSay();
  const { name, title, says, fields, sendLabel, tone = 'primary' } = decision;
  const begin: Values = Object.fromEntries(fields.map((field) => [field.name, field.initial ?? '']));
  const { draft, change, forget } = useDraft<Values>(name, begin);
  const { call } = useApi();
  const { sending, trouble: general, refusal, send, clear } = useSending();
  const trouble = refusal === undefined ? general : troubleIn(t, refusal, fields);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const first = useRef<HTMLElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const cache = useQueryClient();
  const titleId = useId();

  useEffect(() => {
    if (focus) (first.current ?? form.current?.querySelector<HTMLElement>('[type=submit]'))?.focus();
  }, [focus]);

  const submit = async (): Promise<void> => {
    const empty = fields.filter(
      ({ name: field, needed }) => needed === true && (draft[field] ?? '').trim() === '',
    );
    setMissing(empty.map((field) => field.name));
    if (empty[0] !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name="${empty[0].name}"]`)?.focus();
      return;
    }
    const payload = await send(() => decision.send(draft, call));
    if (payload === undefined) return;
    forget();
    onDone(payload);
  };
  const troubleOf = (field: string): string | undefined => {
    if (missing.includes(field)) return t('ui.required');
    return refusal?.params['field'] === field ? trouble : undefined;
  };

  return (
    <Box
      ref={form}
      component="form"
      data-decision
      aria-labelledby={titleId}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void submit();
      }}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}
    >
      <Box id={titleId} component="h2" sx={{ m: 0, fontSize: 15, fontWeight: 650 }}>
        {title}
      </Box>
      <Box sx={{ overflowWrap: 'anywhere' }}>{says}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, pt: 0.5 }}>
        {fields.map((field, index) => (
          <FieldOf
            key={field.name}
            field={field}
            value={draft[field.name] ?? ''}
            trouble={troubleOf(field.name)}
            onChange={(value) => {
              change({ [field.name]: value });
              setMissing((before) => before.filter((one) => one !== field.name));
            }}
            first={index === 0 ? first : undefined}
          />
        ))}
      </Box>
      {trouble !== undefined && (
        <Alert
          severity="error"
          action={
            refusal?.error === 'case_changed' && (
              <Button
                onClick={() => {
                  clear();
                  void cache.invalidateQueries();
                  onCancel?.();
                }}
              >
                {t('ui.showCurrent')}
              </Button>
            )
          }
        >
          {trouble}
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Button
          type="submit"
          variant="contained"
          color={tone}
          aria-disabled={sending}
          aria-keyshortcuts="Control+Enter"
          sx={
            tone === 'error'
              ? { backgroundColor: '#c21f30', color: '#fff' }
              : { backgroundColor: '#1450e6', color: '#fff' }
          }
        >
          {sending ? t('ui.sending') : sendLabel}
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>{t('ui.back')}</Button>}
        <Box sx={{ color: 'text.secondary', ml: 'auto' }}>
          {t.rich(onCancel === undefined ? 'ui.sendKeys' : 'ui.sendOrBackKeys', { kbd })}
        </Box>
      </Box>
    </Box>
  );
}
