/** The root of the console: the admin library, configured with the console's login, data provider and screens. */
import { useAppState } from '@candor/client/app-state.ts';
import { readStored, writeStored } from '@candor/client/stored.ts';
import { useEffect } from 'react';
import { Admin, CustomRoutes, Notification, Resource, memoryStore } from 'react-admin';
import { Route } from 'react-router';
import { CustomerList } from '../features/customers/customer-list.tsx';
import { LoginPage } from '../features/login/login-page.tsx';
import { QueuePage } from '../features/queue/queue-page.tsx';
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
import { features } from './features.ts';
import { renderCase } from './render-case.tsx';

const THEME_KEY = 'candor.console.theme';

/**
 * The store of the admin library. Everything except theme and language is kept in memory only, so that searches and visited
 * pages do not stay on the machine.
 */
const kept = readStored('localStorage', THEME_KEY);
const store = memoryStore(kept === 'light' || kept === 'dark' ? { theme: kept } : {});
store.subscribe('theme', (theme: unknown) => writeStored('localStorage', THEME_KEY, theme));

const lists = features.flatMap((feature) => Object.entries(feature.lists ?? {}));
const pages = features.flatMap((feature) => Object.entries(feature.pages ?? {}));

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
      {lists.map(([name, List]) => (
        <Resource key={name} name={name} list={List} />
      ))}
      <CustomRoutes>
        <Route path="/queue" element={<QueuePage renderCase={renderCase} />} />
        <Route path="/cases/:name" element={<CasePage />} />
        {pages.map(([path, Page]) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </CustomRoutes>
    </Admin>
  );
}
