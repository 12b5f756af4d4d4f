/** Links within the console, based on those of the router, and the link to a customer. */
import { Link as MuiLink } from '@mui/material';
import { LinkBase } from 'react-admin';
import type { ReactNode } from 'react';
import { useSay } from '../i18n/say.ts';

export function Link({ to, children, row }: { to: string; children: ReactNode; row?: boolean }) {
  return (
    <MuiLink component={LinkBase} to={to} {...(row === true ? { 'data-row-link': '' } : {})}>
      {children}
    </MuiLink>
  );
}

export function CustomerLink({ id, account }: { id: string; account: string | null }) {
  const t = useSay();
  if (id === '0') return <>{t('ui.candorItself')}</>;
  return (
    <Link to={`/customers/${id}/show`}>
      {t('ui.customerNamed', { account: account ?? t('ui.customer'), id })}
    </Link>
  );
}
