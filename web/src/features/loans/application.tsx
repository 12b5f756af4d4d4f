/**
 * The loan application: its cost, four images, the agreement and a final confirmation. The tab stores the form until it is
 * submitted.
 */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { loanDocuments } from '@candor/protocol/loans/schemas.ts';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useFormat } from '../../lib/format.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { about, afterEdit, emptyLoan, loanFields, loanProblems, loanRequest } from './application-form.ts';
import type { LoanField } from './application-form.ts';
import { BarredPart, useBar } from './barred-part.tsx';
import { Calculator, CostFacts } from './calculator.tsx';
import { ConsentPart } from './consent-part.tsx';
import { DocumentsPart } from './documents-part.tsx';
import { loanOffer } from './loan-cost.ts';
import type { LoanConfig } from './use-loans.ts';
import { StopNotice } from '../../live/stop-notice.tsx';

function useApplication(config: LoanConfig) {
  const { toastSuccess } = useApi();
  const { draft, change, clear } = useDraft('loan', emptyLoan);
  const errors = useFieldErrors<LoanField>(loanFields, about);
  const apply = useCommand('POST lh/loan/submit', { showsRefusal: true, waits: true });
  const offer = loanOffer(draft, config);
  const edit = (field: LoanField, value: string): void => {
    const changed = afterEdit(field, value);
    change(changed);
    for (const one of loanFields) if (one in changed) errors.forgive(one);
  };

  /** Shows each problem at its field. Returns whether there are any. */
  const isBlocked = (): boolean => errors.show(loanProblems(draft, offer)) || offer.cost === undefined;

  function refused(refusal: RefusalEnvelope): void {
    // Removes the image named by the refusal, so that a different image must be chosen.
    const picture = loanDocuments.find((document) => document === refusal.params['field']);
    if (picture !== undefined) change({ [picture]: '' });
    // Resets the consent if the terms or the agreement have changed.
    if (refusal.error === 'terms_changed' || refusal.error === 'agreement_changed') change({ agree: '' });
    errors.refuse(refusal);
  }

  /** Sends the request. Without an answer, the confirmation stays open, and the same request can be sent again. */
  async function send(onAnswer: () => void): Promise<void> {
    const request = loanRequest(draft, offer, config.terms_version);
    const answer = request && (await apply.send(request));
    if (answer === undefined) return;
    onAnswer();
    if (answer.type === 'ok') {
      clear();
      toastSuccess('submitted_for_review');
    } else refused(answer);
  }

  return { draft, offer, edit, errorAt: errors.errorAt, isBlocked, busy: apply.busy, send };
}

export function Application({ config }: { readonly config: LoanConfig }) {
  const t = useTranslations('loans');
  const { money } = useFormat();
  const bar = useBar(config);
  const { draft, offer, edit, errorAt, isBlocked, busy, send } = useApplication(config);
  const [asking, setAsking] = useState(false);
  const fields = { draft, errorAt, onEdit: edit };
  const { cost } = offer;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isBlocked()) setAsking(true);
  }

  return (
    <form noValidate onSubmit={submit}>
      <p className="gutter pt-4 text-sm text-soft">{t('what')}</p>
      <div className="gutter pt-3 empty:hidden">
        <StopNotice product="loans" />
      </div>
      <Calculator config={config} offer={offer} {...fields} />
      {bar !== undefined ? (
        <BarredPart bar={bar} config={config} />
      ) : (
        <>
          <DocumentsPart {...fields} />
          <ConsentPart
            config={config}
            cost={cost}
            agreed={draft.agree}
            error={errorAt('agree')}
            onAgree={(version) => edit('agree', version)}
          />
          <div className="gutter space-y-2 pt-4">
            <Button block type="submit">
              {t('goOn')}
            </Button>
            <p className="text-sm text-quiet">{t('goOnHint')}</p>
          </div>
        </>
      )}
      {cost !== undefined && (
        <ConfirmSheet
          open={asking}
          onClose={() => setAsking(false)}
          title={t('confirmTitle')}
          sentence={t('confirmSentence', {
            amount: `${money(cost.amount)} ${config.currency}`,
            days: cost.days,
          })}
          facts={<CostFacts cost={cost} config={config} />}
          confirmLabel={t('submit')}
          busy={busy}
          onConfirm={() => void send(() => setAsking(false))}
        />
      )}
    </form>
  );
}
