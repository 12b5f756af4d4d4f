/**
 * Serves the console during development and builds it for production. The server serves `dist` at `/console/` with a strict
 * CSP.
 */
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
      // Messages are compiled at build time, so the ICU parser is not needed.
      'use-intl/format-message': 'use-intl/format-message/format-only',
    },
    // These packages must not be bundled twice, because hooks and caches work only with a single copy.
    dedupe: ['react', 'react-dom', '@tanstack/react-query', '@emotion/react', '@mui/material'],
  },
  build: {
    target: ['chrome123', 'safari17.5', 'firefox121'],
    cssTarget: ['chrome123', 'safari17.5', 'firefox121'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A large bundle is acceptable, because operators load the console about once a day, on a desktop in the platform's
    // network.
    chunkSizeWarningLimit: 2000,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: apiOrigin }, '/icon.svg': apiOrigin },
  },
});
