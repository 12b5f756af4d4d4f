/** The public key, the time since which this device has stored it, and the formats of the hashed and signed data. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { useKept } from '../../proof/kept-store.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

function KeyNote({ publicKey }: { readonly publicKey: string }) {
  const t = useTranslations('proof.page');
  const format = useFormat();
  const known = useKept((kept) => kept.publicKey);
  const since = useKept((kept) => kept.keySince);
  // A key that statements link to the stored one is not a contradiction.
  const isReplaced = useKept((kept) => kept.contradictions.some(({ code }) => code === 'kept_key_differs'));
  if (known === undefined) return <p className="text-sm text-soft">{t('keyNew')}</p>;
  if (known !== publicKey && isReplaced) return <p className="text-sm text-danger">{t('keyDiffers')}</p>;
  return <p className="text-sm text-verified">{t('keyKept', { time: format.moment(since) })}</p>;
}

export function KeySection() {
  const t = useTranslations('proof.page');
  const query = useCall('GET transparency/keys', {}, { ofCustomer: false });
  const keys = query.data;
  if (keys === undefined) {
    return (
      <Section title={t('key')}>
        <Awaited query={query} skeleton={<Skeleton className="m-4 h-20 rounded-input" />} />
      </Section>
    );
  }
  const forms = [
    [t('formEntry'), keys.entry_form],
    [t('formGap'), keys.gap_form],
    [t('formCheckpoint'), keys.checkpoint_form],
  ] as const;
  return (
    <>
      <Section title={t('key')}>
        <div className="flex items-center gap-2 py-3 pr-1 pl-4">
          <div className="min-w-0 flex-1">
            <p className="font-mono text-sm break-all">{keys.public_key}</p>
            <KeyNote publicKey={keys.public_key} />
          </div>
          <CopyButton text={keys.public_key} label={t('copyKey')} />
        </div>
      </Section>
      <Section title={t('forms')}>
        <div className="p-4">
          <p className="text-sm text-soft">{t('formsText')}</p>
          <dl>
            {forms.map(([name, form]) => (
              <div key={name} className="pt-2">
                <dt className="text-sm text-soft">{name}</dt>
                <dd className="font-mono text-xs break-all">{form}</dd>
              </div>
            ))}
          </dl>
          <p className="pt-2 text-xs text-quiet">SHA-256 · Ed25519</p>
        </div>
      </Section>
    </>
  );
}
