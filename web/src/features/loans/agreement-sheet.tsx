/** The agreement in a sheet, below the figures of the loan that it applies to. */
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Sheet } from '../../ui/sheet.tsx';
import type { AgreementRates } from './agreement-text.tsx';
import { AgreementText } from './agreement-text.tsx';

export type AgreementSheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly rates: AgreementRates;
  readonly facts?: ReactNode;
  readonly footer?: ReactNode;
};

export function AgreementSheet({ open, onClose, rates, facts, footer }: AgreementSheetProps) {
  const titles = useTranslations('titles');
  return (
    <Sheet open={open} onClose={onClose} title={titles('loanAgreement')} footer={footer}>
      {facts !== undefined && <dl className="mb-3 border-b border-line pb-2">{facts}</dl>}
      {/* The text is long and has no controls, so it must be focusable for scrolling by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label={titles('loanAgreement')} tabIndex={0}>
        <AgreementText rates={rates} />
      </div>
    </Sheet>
  );
}
