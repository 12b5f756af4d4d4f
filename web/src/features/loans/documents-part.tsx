/** The four images required for a loan. */
import { loanDocuments } from '@candor/protocol/loans/schemas.ts';
import { useTranslations } from 'use-intl';
import { usePhoto } from '../../lib/use-photo.ts';
import { PhotoField } from '../../parts/photo-field.tsx';
import { Section } from '../../ui/section.tsx';
import type { LoanDocument, LoanDraft, LoanField } from './application-form.ts';

type DocumentsPartProps = {
  readonly draft: LoanDraft;
  readonly errorAt: (field: LoanField) => string | undefined;
  readonly onEdit: (field: LoanField, value: string) => void;
};

function Document({ of, draft, errorAt, onEdit }: DocumentsPartProps & { readonly of: LoanDocument }) {
  const t = useTranslations('loans');
  const photo = usePhoto({
    of: 'loan',
    id: draft[of],
    onKept: (id) => onEdit(of, id),
    otherIds: loanDocuments.filter((other) => other !== of).map((other) => draft[other]),
  });
  return (
    <PhotoField
      of="loan"
      label={t(`document.${of}`)}
      hint={t(`documentHint.${of}`)}
      photo={photo}
      error={errorAt(of)}
    />
  );
}

export function DocumentsPart(props: DocumentsPartProps) {
  const t = useTranslations('loans');
  return (
    <Section title={t('documents')} plain>
      <p className="text-sm text-soft">{t('documentsText')}</p>
      <div className="space-y-5 pt-4">
        {loanDocuments.map((document) => (
          <Document key={document} of={document} {...props} />
        ))}
      </div>
    </Section>
  );
}
