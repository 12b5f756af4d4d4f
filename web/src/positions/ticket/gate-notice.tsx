/** The missing requirements for opening a position, with links: the permission, money, and an open market. */
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { leverageLink } from '../../lib/links.ts';
import { ClosedNotice } from '../../live/closed-notice.tsx';
import type { Quotation } from '../../live/quotes.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { contractTransferLink } from './collateral-field.tsx';
import type { Collateral, OpeningFacts } from './opening.ts';

export type GateNoticeProps = {
  readonly row: Quotation;
  readonly facts: OpeningFacts;
  readonly collateral: Collateral;
};

export function GateNotice({ row, facts, collateral }: GateNoticeProps) {
  const t = useTranslations('opening');
  const { available, closed, enabled } = facts;
  // Shows one requirement at a time, because money is of no use without the permission.
  const isEmpty = enabled && collateral === 'contract' && available?.contract === 0n;
  return (
    <>
      {!enabled && (
        <Notice
          title={t('notEnabledTitle')}
          text={t('notEnabledText')}
          action={
            <Button kind="quiet" small className="-mb-2 -ml-3" onClick={() => navigate(leverageLink)}>
              {t('toQuestionnaire')}
            </Button>
          }
        />
      )}
      {closed !== undefined && <ClosedNotice row={row} />}
      {isEmpty && (
        <Notice
          title={t('emptyTitle')}
          text={t('emptyText')}
          action={
            <Button kind="quiet" small className="-mb-2 -ml-3" onClick={() => navigate(contractTransferLink)}>
              {t('toTransfer')}
            </Button>
          }
        />
      )}
    </>
  );
}
