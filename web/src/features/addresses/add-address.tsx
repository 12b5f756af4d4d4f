/** The form that adds an address: its network, the pasted address and a name. */
import { chainNames } from '@candor/protocol/networks.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { ClipboardPaste } from 'lucide-react';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useDraft } from '../../lib/drafts.ts';
import { chainNamesShown } from '../../lib/network-names.ts';
import { useToasts } from '../../lib/notices.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';

const empty = { network: '', address: '', label: '' };
type Field = keyof typeof empty;
const fields = Object.keys(empty) as readonly Field[];

const about: Partial<Record<RefusalCode, Field>> = {
  network_invalid: 'network',
  address_wrong: 'address',
  address_of_house: 'address',
  address_exists: 'address',
};

export type AddAddressProps = {
  readonly open: boolean;
  readonly coolOffSeconds: number;
  readonly onClose: () => void;
  readonly onAdded: () => void;
};

/** Pastes from the clipboard. If the browser does not allow that, shows a hint to paste manually. */
function PasteButton({ onPaste }: { readonly onPaste: (text: string) => void }) {
  const { showToast } = useToasts();
  const t = useTranslations('addresses');
  return (
    <IconButton
      icon={ClipboardPaste}
      size={20}
      label={t('paste')}
      className="text-accent"
      onClick={() => {
        // Over plain HTTP, browsers provide no clipboard.
        const read = 'clipboard' in navigator ? navigator.clipboard.readText() : Promise.reject();
        read.then(
          (text) => onPaste(text.trim()),
          () => showToast(t('pasteFailed'), 'bad'),
        );
      }}
    />
  );
}

function withName(refusal: RefusalEnvelope): RefusalEnvelope {
  const network = chainNames.find((name) => name === refusal.params['network']);
  if (network === undefined) return refusal;
  return { ...refusal, params: { ...refusal.params, network: chainNamesShown[network] } };
}

function Form({ onAdded }: Pick<AddAddressProps, 'onAdded'>) {
  const t = useTranslations('addresses');
  const { draft, change, clear } = useDraft('address', empty);
  const { errorAt, show, forgive, refuse } = useFieldErrors<Field>(fields, about);
  const add = useConfirmed('POST wallet/address_add', { showsRefusal: true });
  const edit = (field: Field, value: string): void => {
    change({ [field]: value });
    forgive(field);
  };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const address = draft.address.trim();
    const wrong = show({
      network: draft.network === '' ? 'addresses.networkMissing' : undefined,
      address: address === '' ? 'addresses.addressMissing' : undefined,
    });
    if (wrong) return;
    const label = draft.label.trim();
    const answer = await add.send({ network: draft.network, address, ...(label !== '' && { label }) });
    if (answer === undefined) return;
    if (answer.type === 'ok') {
      clear();
      onAdded();
    } else refuse(withName(answer));
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4 pb-2">
      <SelectField
        label={t('network')}
        placeholder={t('chooseNetwork')}
        options={chainNames.map((value) => ({ value, label: chainNamesShown[value] }))}
        value={chainNames.find((name) => name === draft.network)}
        error={errorAt('network')}
        onSelect={(network) => edit('network', network)}
      />
      <TextField
        label={t('address')}
        // The address is longer than the field, so the hint repeats it in full for checking.
        hint={
          draft.address === '' ? (
            t('addressHint')
          ) : (
            <span className="font-mono text-xs break-all">{draft.address}</span>
          )
        }
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={120}
        value={draft.address}
        error={errorAt('address')}
        onChange={(event) => edit('address', event.target.value)}
        end={<PasteButton onPaste={(text) => edit('address', text)} />}
      />
      <TextField
        label={t('label')}
        hint={t('labelHint')}
        autoComplete="off"
        maxLength={40}
        value={draft.label}
        error={errorAt('label')}
        onChange={(event) => edit('label', event.target.value)}
      />
      <Button block type="submit" busy={add.busy}>
        {t('addIt')}
      </Button>
    </form>
  );
}

export function AddAddress({ open, coolOffSeconds, onClose, onAdded }: AddAddressProps) {
  const t = useTranslations('addresses');
  return (
    <Sheet typing open={open} onClose={onClose} title={t('add')}>
      {coolOffSeconds > 0 && (
        <p className="pb-3 text-sm text-warning">
          {t('coolOff', { hours: Math.ceil(coolOffSeconds / 3600) })}
        </p>
      )}
      {open && <Form onAdded={onAdded} />}
    </Sheet>
  );
}
