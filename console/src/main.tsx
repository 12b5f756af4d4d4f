/** Starts the console. */
import { AppStateContext, createAppState } from '@candor/client/app-state.ts';
import '@fontsource-variable/inter/wght.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ConsoleApp } from './app/console-app.tsx';
import { LanguageProvider } from './i18n/provider.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('expected an element for the console in the page, found none');
createRoot(root).render(
  <StrictMode>
    <AppStateContext value={createAppState()}>
      <LanguageProvider>
        <ConsoleApp />
      </LanguageProvider>
    </AppStateContext>
  </StrictMode>,
);
