/** The missing requirements for opening a position, with links: the permission, money, and an open market. */
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { leverageLink } from '../../lib/links.ts';
import { ClosedNotice } from '../../live/closed-notice.tsx';
import type { Quotation } from '../../live/quotes.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TopUp, useTopUp } from '../../parts/top-up.tsx';
import { contractTransferLink } from './collateral-line.tsx';
import type { Collateral, OpeningFacts } from './opening.ts';

export type GateNoticeProps = {
  readonly row: Quotation;
  readonly facts: OpeningFacts;
  readonly collateral: Collateral;
  /** Whether a quantity was typed, whose exact margin is then offered below it. */
  readonly isSized: boolean;
};

export function GateNotice({ row, facts, collateral, isSized }: GateNoticeProps) {
  const t = useTranslations('opening');
  const { available, closed, enabled } = facts;
  // Shows one requirement at a time, because money is of no use without the permission or the market.
  const isEmpty = enabled && closed === undefined && collateral === 'contract' && available?.contract === 0n;
  const first = useTopUp({
    currency: 'USDT',
    available: isEmpty && !isSized ? available.contract : undefined,
    needed: undefined,
  });
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
            <>
              {first !== undefined && (
                <div className="pt-2">
                  <TopUp isNext currency="USDT" to="contract" offered={first} />
                </div>
              )}
              <Button
                kind="quiet"
                small
                className="-mb-2 -ml-3"
                onClick={() => navigate(contractTransferLink)}
              >
                {t('toTransfer')}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
