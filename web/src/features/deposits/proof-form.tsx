/** The proof form. Until it is submitted, the tab stores its content, with the image as the id that the server assigned. */
import { useSlice } from '@candor/client/app-state.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { travelDecimals } from '@candor/protocol/networks.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { FormEvent } from 'react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useFormat } from '../../lib/format.ts';
import { createSharedPicture } from '../../lib/shared-picture.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { usePhoto } from '../../lib/use-photo.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { PhotoField } from '../../parts/photo-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ProofField, Way } from './deposit-ways.ts';
import { emptyProof, proofFields, readProof } from './deposit-ways.ts';

const about: Partial<Record<RefusalCode, ProofField>> = {
  amount_wrong: 'amount',
  deposit_out_of_range: 'amount',
  file_not_found: 'voucher',
  file_duplicate: 'voucher',
  reference_used: 'reference',
};
const REFERENCE_MAX = 120;
const COIN_PLACES = 8;

export type ProofFormProps = {
  readonly way: Way;
  readonly hours: number;
  /** Whether an image was shared with the app but did not arrive. */
  readonly isSharedLost: boolean;
  readonly onDone: (id: string) => void;
};

function useProof({ way, onDone }: Pick<ProofFormProps, 'way' | 'onDone'>) {
  const { toastSuccess } = useApi();
  const { draft, change, clear } = useDraft('deposit-proof', emptyProof);
  const errors = useFieldErrors<ProofField>(proofFields, about);
  const hand = useCommand('POST wallet/charge_req', { showsRefusal: true });
  const view = readProof(draft, way);
  const edit = (field: ProofField, value: string): void => {
    change({ [field]: value });
    errors.forgive(field);
  };

  /** Shows each problem at its field. Returns whether there are any. */
  function isBlocked(): boolean {
    const missing = errors.show({
      amount: view.problem === 'amount_missing' ? 'deposits.amountMissing' : undefined,
      voucher: draft.voucher === '' ? 'deposits.proofMissing' : undefined,
      reference: view.isReferenceWrong ? 'deposits.referenceForm' : undefined,
    });
    if (view.problem === 'out_of_range') errors.refuse(outOfRange(way));
    return missing || view.request === undefined;
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBlocked() || view.request === undefined) return;
    const answer = await hand.send(view.request);
    if (answer === undefined) return;
    if (answer.type === 'ok') {
      clear();
      toastSuccess('submitted_for_review');
      onDone(answer.message.id);
    } else {
      // Removes an image that can't prove this deposit, so that a different image must be chosen.
      if (about[answer.error] === 'voucher') change({ voucher: '' });
      errors.refuse(answer);
    }
  }

  return { draft, view, edit, errorAt: errors.errorAt, busy: hand.busy, submit };
}

/** Returns the problem in the form of the server's refusal. */
function outOfRange({ min, max, currency }: Way): RefusalEnvelope {
  const params = { min: `${min} ${currency}`, max: `${max} ${currency}` };
  return { type: 'error', code: 0, error: 'deposit_out_of_range', message: '', params };
}

export function ProofForm({ way, hours, isSharedLost, onDone }: ProofFormProps) {
  const t = useTranslations('deposits');
  const { decimal, quantity } = useFormat();
  const { draft, view, edit, errorAt, busy, submit } = useProof({ way, onDone });
  const shared = useSlice(createSharedPicture);
  const photo = usePhoto({
    of: 'voucher',
    id: draft.voucher,
    onKept: (id) => edit('voucher', id),
    otherIds: [],
  });
  const { choose } = photo;
  const given = useEffectEvent(choose);
  // Treats an image shared by another app as if it had been chosen here.
  useEffect(() => void shared.take().then((picture) => picture !== undefined && given(picture)), [shared]);
  const isWire = way.network === 'wire';
  const bounds = t('bounds', {
    min: `${quantity(way.min)} ${way.currency}`,
    max: `${quantity(way.max)} ${way.currency}`,
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="gutter space-y-4 pt-4">
      <AmountField
        label={t('amountSent')}
        value={draft.amount}
        onChange={(amount) => edit('amount', amount)}
        decimals={travelDecimals[way.currency] ?? COIN_PLACES}
        unit={way.currency}
        placeholder="0"
        error={errorAt('amount')}
        hint={bounds}
      />
      {view.credited !== undefined && (
        <p role="status" className="figures text-sm text-soft">
          {t('worthNow', {
            amount: `${decimal(formatAmount(view.credited), { max: 2 })} ${way.credited_as}`,
          })}
        </p>
      )}
      {isSharedLost && photo.state.stage === 'none' && (
        <p role="status" className="rounded-input bg-sunken px-3 py-2 text-sm text-soft">
          {t('sharedLost')}
        </p>
      )}
      <PhotoField
        of="voucher"
        label={t('proof')}
        hint={t(isWire ? 'proofHintWire' : 'proofHint')}
        photo={photo}
        error={errorAt('voucher')}
      />
      <TextField
        label={t(isWire ? 'referenceWire' : 'referenceChain')}
        hint={t('referenceHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={REFERENCE_MAX}
        value={draft.reference}
        error={errorAt('reference')}
        onChange={(event) => edit('reference', event.target.value)}
      />
      <p className="text-sm text-quiet">{t('privacy', { hours })}</p>
      <Button block type="submit" busy={busy}>
        {t('handIn')}
      </Button>
    </form>
  );
}
