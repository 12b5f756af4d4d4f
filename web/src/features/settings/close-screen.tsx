/**
 * Closing the account permanently: the consequences, the account's name as typed by the customer, a confirmation, and the second
 * factor.
 */
import { useSlice } from '@candor/client/app-state.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { forgetCustomer, useApi } from '../../lib/api.ts';
import { createLogouts } from '../../lib/logout.ts';
import { useDemo, useUser } from '../../lib/customer.ts';
import { navigate } from '../../lib/hash-history.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';

export function CloseScreen() {
  const { toastSuccess } = useApi();
  const { forgetTyped } = useSlice(createLogouts);
  const t = useTranslations('settings.close');
  const demo = useDemo();
  const own = useUser().data?.account;
  const [account, setAccount] = useState('');
  const [asking, setAsking] = useState(false);
  const errors = useFieldErrors(['account']);
  const command = useConfirmed('POST user/close', { showsRefusal: true });
  const isOwn = own !== undefined && account.trim().toLowerCase() === own.toLowerCase();

  async function close(): Promise<void> {
    const answer = await command.send({ account: account.trim() });
    setAsking(false);
    if (answer === undefined) return;
    if (answer.type !== 'ok') {
      errors.refuse(answer);
      return;
    }
    toastSuccess('account_closed');
    // Navigates before the logout, because a page for customers would then require a login.
    navigate('/', { replace: true });
    forgetCustomer();
    forgetTyped();
  }

  return (
    <Screen>
      <Section>
        <div className="space-y-2 p-4 text-sm text-soft">
          <p>{t('forGood')}</p>
          <p>{t('nothingOpen')}</p>
          <p>{demo === null ? t('moneyFirst') : t('playMoney')}</p>
          <p>{t('stays')}</p>
        </div>
      </Section>
      <form
        className="gutter space-y-4 pt-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isOwn) setAsking(true);
          else errors.show({ account: 'settings.close.nameWrong' });
        }}
      >
        <TextField
          label={t('account')}
          value={account}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          error={errors.errorAt('account')}
          onChange={(event) => {
            errors.forgive('account');
            setAccount(event.target.value);
          }}
        />
        <Button block kind="danger" type="submit">
          {t('button')}
        </Button>
      </form>
      <ConfirmSheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t('sureTitle')}
        sentence={t('sureSentence', { account: own ?? '' })}
        confirmLabel={t('button')}
        kind="danger"
        busy={command.busy}
        onConfirm={() => void close()}
      />
    </Screen>
  );
}
