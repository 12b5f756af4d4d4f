/** How the web app is served while developing and built for shipping. The server serves `dist` under a strict CSP. */
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { compiledMessages } from './build/compiled-messages.ts';

const apiOrigin = process.env['CANDOR_API'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [compiledMessages({ pseudo: process.env['CANDOR_PSEUDO'] === '1' }), react(), tailwindcss()],
  resolve: {
    alias: {
      // Messages are compiled when building, so the parser of ICU messages never reaches a phone.
      'use-intl/format-message': 'use-intl/format-message/format-only',
    },
  },
  build: {
    // light-dark(), Activity-sized layouts and native nesting are used as they are, without polyfills.
    target: ['chrome123', 'safari17.5', 'firefox121'],
    cssTarget: ['chrome123', 'safari17.5', 'firefox121'],
    // A strict CSP allows neither data: images nor the inline polyfill of module preload.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // All that the first paint needs in one file: on a phone each further file costs a round trip.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
    reportCompressedSize: true,
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': apiOrigin,
      '/socket.io': { target: apiOrigin, ws: true },
    },
  },
});
