/** What every screen may ask for: the chosen language and the query cache. */
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Loaded } from '../i18n/provider.tsx';
import { LanguageProvider } from '../i18n/provider.tsx';
import { queryClient } from '../lib/api.ts';

export type ProvidersProps = {
  readonly first: Loaded;
  readonly children: ReactNode;
};

export function Providers({ first, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <LanguageProvider first={first}>{children}</LanguageProvider>
    </QueryClientProvider>
  );
}
