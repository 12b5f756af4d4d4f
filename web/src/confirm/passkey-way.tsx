/** Confirmation by a passkey of this device or of another device nearby. */
import { useTranslations } from 'use-intl';
import { useCommand } from '../lib/use-command.ts';
import type { WayProps } from './confirmation-sheet.tsx';
import type { Given } from './asking.ts';
import { passkeysSupported, signWithPasskey } from './passkey.ts';
import { SigningWay } from './signing-way.tsx';

export function PasskeyWay({ question, wrong }: WayProps) {
  const t = useTranslations('confirm');
  const ofCustomer = useCommand('POST safe/confirm_options');
  const ofVisitor = useCommand('POST user/passkey_options');

  async function sign(): Promise<Given | string> {
    if (!passkeysSupported()) return t('passkeyFailure.unsupported');
    const options = await (question.ofVisitor ? ofVisitor : ofCustomer).send({});
    // The options could not be fetched; the reason has already been shown.
    if (options?.type !== 'ok') return '';
    const answer = await signWithPasskey(options.message);
    return 'json' in answer ? { passkey: answer.json } : t(`passkeyFailure.${answer.failure}`);
  }

  return (
    <SigningWay
      question={question}
      wrong={wrong}
      text={t('passkeyText')}
      label={t('usePasskey')}
      sign={sign}
    />
  );
}
