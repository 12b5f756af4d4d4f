/**
 * The configuration for serving the web app during development and for building it. The server serves `dist` with a strict CSP.
 */
import { compiledTexts } from '../client/build/compiled-texts.ts';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { CHUNK_GROUPS } from './build/chunk-groups.ts';
import { compiledCalls } from './build/compiled-calls.ts';
import { compiledMessages } from './build/compiled-messages.ts';
import { translatedManifests } from './build/manifests.ts';
import { worldOutlineModule } from './build/world-outline.ts';

const apiOrigin = process.env['CANDOR_API'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    compiledCalls(),
    compiledTexts(),
    compiledMessages({ pseudo: process.env['CANDOR_PSEUDO'] === '1' }),
    worldOutlineModule(),
    translatedManifests(),
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/pwa',
      filename: 'worker.ts',
      // `app/app-worker.ts` registers the worker after the first screen has rendered; the manifest is a file in `public`.
      injectRegister: false,
      manifest: false,
      injectManifest: {
        // A classic worker, because a module worker fails silently in some browsers.
        rollupFormat: 'iife',
        globPatterns: ['index.html', 'icon.svg', 'icon-192.png', 'manifest.webmanifest', 'assets/*.{js,css}'],
        // Only English is precached; the other languages are cached on first use.
        globIgnores: ['assets/{zh,es,it,jp,ko,pt,hk,vn}-*.js'],
        // Files with a hash in their name need no revision.
        dontCacheBustURLsMatching: /^assets\//,
        maximumFileSizeToCacheInBytes: 1_500_000,
      },
    }),
  ],
  resolve: {
    alias: {
      // React has had this hook since version 18; the shim for older versions would be part of the first chunk.
      'use-sync-external-store/shim/index.js': 'react',
      // Messages are compiled at build time, so the parser for ICU messages is never shipped.
      'use-intl/format-message': 'use-intl/format-message/format-only',
    },
  },
  build: {
    // Browsers that support `light-dark()` and native nesting, for which there are no polyfills.
    target: ['chrome123', 'safari17.5', 'firefox121'],
    cssTarget: ['chrome123', 'safari17.5', 'firefox121'],
    // The CSP allows neither `data:` images nor the inline polyfill of module preload.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // On a phone, each additional file costs a round trip.
        codeSplitting: { groups: CHUNK_GROUPS },
      },
    },
    reportCompressedSize: true,
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      // The server refuses requests from another origin, so the browser's Host must reach it unchanged.
      '/api': { target: apiOrigin },
      '/log': { target: apiOrigin },
      '/socket.io': { target: apiOrigin, ws: true },
    },
  },
});
