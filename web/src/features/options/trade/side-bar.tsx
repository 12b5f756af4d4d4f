/**
 * The buttons Up and Down, which stay within reach of the thumb, and above them the payout or the reason why they are disabled.
 */
import type { OptionSide } from '@candor/domain/trading/option.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../../lib/customer.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { LogInButton, ThumbBar } from '../../../parts/submit-bar.tsx';
import type { OptionView } from './option-draft.ts';
import { useOptionWords } from './option-words.ts';

export type SideBarProps = {
  readonly view: OptionView;
  readonly reason: string | undefined;
  readonly notice: string | undefined;
  readonly busy: OptionSide | undefined;
  readonly onBuy: (side: OptionSide) => void;
};

const icons = { up: ArrowUp, down: ArrowDown } as const;

/** The buttons themselves, which the keypad shows too. The reason why they are disabled is shown above them. */
export function SideButtons({ reason, busy, onBuy }: Pick<SideBarProps, 'reason' | 'busy' | 'onBuy'>) {
  const t = useTranslations('option');
  const signedIn = useSignedIn();
  if (!signedIn) return <LogInButton />;
  return (
    <div className="grid grid-cols-2 gap-3">
      {(['up', 'down'] as const).map((side) => {
        const Icon = icons[side];
        return (
          <Button
            key={side}
            kind={side}
            busy={busy === side}
            blocked={reason !== undefined || (busy !== undefined && busy !== side)}
            onClick={() => onBuy(side)}
          >
            <span className="inline-flex items-center gap-1.5">
              <Icon size={20} strokeWidth={2.25} aria-hidden="true" />
              {t(`side.${side}`)}
            </span>
          </Button>
        );
      })}
    </div>
  );
}

export function SideBar({ view, reason, notice, busy, onBuy }: SideBarProps) {
  const t = useTranslations('option');
  const words = useOptionWords();
  const signedIn = useSignedIn();
  if (!signedIn) {
    return (
      <ThumbBar>
        <LogInButton />
      </ThumbBar>
    );
  }
  const { figures, currency, breakEven } = view;
  const glance =
    figures === undefined
      ? ''
      : t('glance', {
          payout: words.money(figures.payout, currency),
          wins: words.percentUp(breakEven),
        });
  return (
    <ThumbBar>
      <p
        role={notice === undefined ? undefined : 'alert'}
        className={classes('min-h-7 pb-2 text-sm', notice === undefined ? 'text-soft' : 'text-danger')}
      >
        {notice ?? reason ?? glance}
      </p>
      <SideButtons {...{ reason, busy, onBuy }} />
    </ThumbBar>
  );
}
