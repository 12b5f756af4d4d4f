/** How the console is served while developing and built for shipping. The server serves `dist` at `/console/` under a strict CSP. */
import { compiledTexts } from '../client/build/compiled-texts.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compiledMessages } from './build/compiled-messages.ts';

const apiOrigin = process.env['CANDOR_API'] ?? 'http://127.0.0.1:8082';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [compiledTexts(), compiledMessages(), react()],
  resolve: {
    alias: {
      // Messages are compiled when building, so the parser of ICU messages is not needed.
      'use-intl/format-message': 'use-intl/format-message/format-only',
    },
    // The library brings a second copy of neither: hooks and caches have to be the same ones.
    dedupe: ['react', 'react-dom', '@tanstack/react-query', '@emotion/react', '@mui/material'],
  },
  build: {
    target: ['chrome123', 'safari17.5', 'firefox121'],
    cssTarget: ['chrome123', 'safari17.5', 'firefox121'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A desktop on the house's own network loads it once a day.
    chunkSizeWarningLimit: 2000,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': apiOrigin, '/icon.svg': apiOrigin },
  },
});
