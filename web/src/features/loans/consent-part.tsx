/** Shows the agreement and records consent to its version and the figures above. */
import { AGREEMENT_VERSION } from '@candor/protocol/loans/loan-agreement.ts';
import { FileText } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Section } from '../../ui/section.tsx';
import { AgreementSheet } from './agreement-sheet.tsx';
import { CostFacts } from './calculator.tsx';
import type { LoanCost } from './loan-cost.ts';
import type { LoanConfig } from './use-loans.ts';

export type ConsentPartProps = {
  readonly config: LoanConfig;
  readonly cost: LoanCost | undefined;
  readonly agreed: string;
  readonly error: string | undefined;
  readonly onAgree: (version: string) => void;
};

export function ConsentPart({ config, cost, agreed, error, onAgree }: ConsentPartProps) {
  const t = useTranslations('loans');
  const titles = useTranslations('titles');
  const id = useId();
  const [reading, setReading] = useState(false);
  return (
    <Section title={titles('loanAgreement')}>
      <ListRow
        start={<MenuIcon icon={FileText} />}
        title={t('readAgreement')}
        onPress={() => setReading(true)}
        chevron
      />
      <label className="flex min-h-14 items-center gap-3 px-4 py-2">
        <input
          type="checkbox"
          checked={agreed === AGREEMENT_VERSION}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : id}
          onChange={({ target }) => onAgree(target.checked ? AGREEMENT_VERSION : '')}
          className="size-5 shrink-0 accent-(--accent-solid)"
        />
        <span className="min-w-0 flex-1 text-sm">{t('agree', { version: AGREEMENT_VERSION })}</span>
      </label>
      {error !== undefined && (
        <p id={id} role="alert" className="px-4 pb-3 text-sm text-danger">
          {error}
        </p>
      )}
      <AgreementSheet
        open={reading}
        onClose={() => setReading(false)}
        rates={config}
        facts={cost && <CostFacts cost={cost} config={config} />}
        footer={
          <Button
            block
            onClick={() => {
              onAgree(AGREEMENT_VERSION);
              setReading(false);
            }}
          >
            {t('accept')}
          </Button>
        }
      />
    </Section>
  );
}
