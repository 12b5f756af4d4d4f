/** The root of the console: the admin library, configured with the console's login, data provider and screens. */
import { useAppState } from '@candor/client/app-state.ts';
import { readStored, writeStored } from '@candor/client/stored.ts';
import { useEffect } from 'react';
import { Admin, CustomRoutes, Notification, Resource, memoryStore } from 'react-admin';
import { Route } from 'react-router';
import { AccessPage } from '../features/access/access-page.tsx';
import { AuditList } from '../features/audit/audit-list.tsx';
import { CannedPage } from '../features/chat/canned-page.tsx';
import { ChatPage } from '../features/chat/chat-page.tsx';
import { ChecklistPage } from '../features/checklist/checklist-page.tsx';
import { ArticlePage, NewArticlePage } from '../features/content/article-page.tsx';
import { ContentPage } from '../features/content/content-page.tsx';
import { CustomerList } from '../features/customers/customer-list.tsx';
import { DepositList } from '../features/deposits/deposit-list.tsx';
import { ClockPage } from '../features/clock/clock-page.tsx';
import { FundOrderList } from '../features/fund/fund-order-list.tsx';
import { FundPage } from '../features/fund/fund-page.tsx';
import { HousePage } from '../features/house/house-page.tsx';
import { LoanList } from '../features/loans/loan-list.tsx';
import { LoginPage } from '../features/login/login-page.tsx';
import { OperatorsPage } from '../features/operators/operators-page.tsx';
import { ProposalList } from '../features/proposals/proposal-list.tsx';
import { ProposePage } from '../features/proposals/propose-page.tsx';
import { QueuePage } from '../features/queue/queue-page.tsx';
import { TermsPage } from '../features/terms/terms-page.tsx';
import { WithdrawalList } from '../features/withdrawals/withdrawal-list.tsx';
import { useLibraryTexts } from '../i18n/library.ts';
import { useSay } from '../i18n/say.ts';
import { darkTheme, lightTheme } from '../kit/theme.ts';
import { watchActivity } from '../lib/activity.ts';
import { createQueryClient } from '../lib/api.ts';
import { createAuthProvider } from '../lib/auth-provider.ts';
import { createDataProvider } from '../lib/data-provider.ts';
import { useLive } from '../lib/live.ts';
import { CasePage } from './case-page.tsx';
import { ConsoleLayout } from './layout.tsx';
import { CustomerShow } from './customer-show.tsx';
import { Dashboard } from './dashboard.tsx';
import { renderCase } from './render-case.tsx';

const THEME_KEY = 'candor.console.theme';

/**
 * The store of the admin library. Everything except theme and language is kept in memory only, so that searches and visited
 * pages do not stay on the machine.
 */
const kept = readStored('localStorage', THEME_KEY);
const store = memoryStore(kept === 'light' || kept === 'dark' ? { theme: kept } : {});
store.subscribe('theme', (theme: unknown) => writeStored('localStorage', THEME_KEY, theme));

function Toasts() {
  return <Notification autoHideDuration={4000} anchorOrigin={{ vertical: 'top', horizontal: 'center' }} />;
}

export function ConsoleApp() {
  const t = useSay();
  const libraryTexts = useLibraryTexts();
  const { startLive } = useLive();
  const app = useAppState();
  useEffect(watchActivity, []);
  useEffect(startLive, [startLive]);
  return (
    <Admin
      title={t('ui.consoleName')}
      i18nProvider={libraryTexts}
      authProvider={app.of(createAuthProvider)}
      dataProvider={app.of(createDataProvider)}
      queryClient={app.of(createQueryClient)}
      store={store}
      layout={ConsoleLayout}
      loginPage={LoginPage}
      dashboard={Dashboard}
      notification={Toasts}
      theme={lightTheme}
      darkTheme={darkTheme}
      requireAuth
      // Otherwise, the library would send telemetry to its authors.
      disableTelemetry
    >
      <Resource name="customers" list={CustomerList} show={CustomerShow} />
      <Resource name="deposits" list={DepositList} />
      <Resource name="withdrawals" list={WithdrawalList} />
      <Resource name="fund_orders" list={FundOrderList} />
      <Resource name="loans" list={LoanList} />
      <Resource name="proposals" list={ProposalList} />
      <Resource name="audit" list={AuditList} />
      <CustomRoutes>
        <Route path="/queue" element={<QueuePage renderCase={renderCase} />} />
        <Route path="/cases/:name" element={<CasePage />} />
        <Route path="/chat" element={<ChatPage />} />
        <Route path="/chat/:id" element={<ChatPage />} />
        <Route path="/canned" element={<CannedPage />} />
        <Route path="/propose" element={<ProposePage />} />
        <Route path="/fund" element={<FundPage />} />
        <Route path="/house" element={<HousePage />} />
        <Route path="/terms" element={<TermsPage />} />
        <Route path="/content" element={<ContentPage />} />
        <Route path="/content/:slug" element={<ArticlePage />} />
        <Route path="/content/new/:kind" element={<NewArticlePage />} />
        <Route path="/access" element={<AccessPage />} />
        <Route path="/operators" element={<OperatorsPage />} />
        <Route path="/clock" element={<ClockPage />} />
        <Route path="/checklist" element={<ChecklistPage />} />
      </CustomRoutes>
    </Admin>
  );
}
