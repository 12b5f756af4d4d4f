/**
 * The page of the API reference: Scalar's reader for OpenAPI documents, with this platform's document. Everything is loaded from
 * this server, and nothing is sent elsewhere. `/api/docs/plain` is the same without scripts.
 */

/**
 * The documentation site uses the same settings. All features that would contact another host are off: fonts, telemetry,
 * assistants, and the hosted client.
 */
export const READER = {
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  // A form that sends orders belongs in the app, which shows what they cost.
  hideTestRequestButton: true,
  persistAuth: false,
  hideModels: true,
  orderSchemaPropertiesBy: 'preserve',
  documentDownloadType: 'direct',
  hiddenClients: {
    ...{
      c: true,
      clojure: true,
      csharp: true,
      dart: true,
      fsharp: true,
      java: true,
      kotlin: true,
      objc: true,
    },
    ...{ ocaml: true, php: true, powershell: true, r: true, ruby: true, rust: true, swift: true, http: true },
    ...{
      go: true,
      shell: ['httpie', 'wget'],
      node: ['axios', 'ofetch', 'undici'],
      js: ['axios', 'jquery', 'ofetch', 'xhr'],
    },
    python: ['aiohttp', 'httpx_async', 'httpx_sync', 'python3'],
  },
  featuredClients: ['shell/curl', 'js/fetch', 'python/requests'],
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  customCss:
    ':root { --scalar-font: system-ui, sans-serif; --scalar-font-code: ui-monospace, monospace; }' +
    '.light-mode { --scalar-color-accent: #1450e6; } .dark-mode { --scalar-color-accent: #86abff; }',
} as const;

export const referencePage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Candor API</title></head><body>
<div id="reference"></div>
<noscript><p><a href="/api/docs/plain">The API reference without scripts</a></p></noscript>
<script src="/api/docs/start.js"></script><script defer src="/api/docs/library.js"></script>
</body></html>
`;

/** Must run first: it turns off the compilation of schemas in the library, which the page's policy forbids. */
export const startScript = `globalThis.__zod_globalConfig = { jitless: true };
document.addEventListener('DOMContentLoaded', () => {
  Scalar.createApiReference('#reference', ${JSON.stringify({ url: '/api/openapi.json', ...READER })});
});
`;
