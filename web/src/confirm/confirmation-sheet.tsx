/**
 * The sheet in which customers confirm their identity by one of the methods that the server named. If an answer is refused, the
 * sheet shows the refusal and accepts a new answer.
 */
import type { ConfirmationKind } from '@candor/protocol/confirmation.ts';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../lib/hash-history.ts';
import { forgotLink } from '../lib/links.ts';
import { useRefusalWords } from '../lib/refusal-words.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import type { Question } from './asking.ts';
import { CodeWay } from './code-way.tsx';
import { PasskeyWay } from './passkey-way.tsx';
import { PasswordWay } from './password-way.tsx';
import { WalletWay } from './wallet-way.tsx';

export type ConfirmationSheetProps = { readonly question: Question; readonly open: boolean };

export type WayProps = {
  readonly question: Question;
  readonly wrong: string | undefined;
};

/** A recovery code replaces the authenticator's code, so it is offered wherever the authenticator is. */
type Way = ConfirmationKind | 'recovery';

function waysOf(kinds: readonly ConfirmationKind[]): readonly Way[] {
  return kinds.flatMap((kind): readonly Way[] => (kind === 'totp' ? [kind, 'recovery'] : [kind]));
}

const bodies: Readonly<Record<Way, (props: WayProps) => ReactNode>> = {
  totp: (props) => <CodeWay key="totp" {...props} />,
  recovery: (props) => <CodeWay key="recovery" recovery {...props} />,
  passkey: (props) => <PasskeyWay {...props} />,
  password: (props) => <PasswordWay {...props} />,
  wallet: (props) => <WalletWay {...props} />,
};

export function ConfirmationSheet({ question, open }: ConfirmationSheetProps) {
  const t = useTranslations('confirm');
  const resolving = useTranslations('resolving');
  const [chosen, setChosen] = useState<Way>();
  const ways = waysOf(question.kinds);
  const way = chosen !== undefined && ways.includes(chosen) ? chosen : ways[0];
  const { refusal } = question;
  const wrong = useRefusalWords(refusal?.error, refusal?.params ?? {});
  return (
    <Sheet typing open={open} onClose={() => question.answer(undefined)} title={t('title')}>
      {/* The method is unmounted with the sheet, so that no input remains for the next request. */}
      {open && way !== undefined && bodies[way]({ question, wrong })}
      <div className="mt-2 flex flex-col items-stretch">
        {/* A recovery code restores access without the authenticator; a lost password has a separate reset. */}
        {way === 'password' && refusal?.error === 'reset_needed' && (
          <Button kind="quiet" small onClick={() => navigate(forgotLink)}>
            {resolving('step.forgot')}
          </Button>
        )}
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} kind="quiet" small onClick={() => setChosen(other)}>
              {t(`instead.${other}`)}
            </Button>
          ))}
      </div>
    </Sheet>
  );
}
