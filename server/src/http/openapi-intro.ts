/** The introduction to the API reference, in Markdown. */
import { anyCallRefusals } from '@candor/protocol/call.ts';
import { refusals } from '@candor/protocol/features.ts';

const FIRST = `
Everything that the app does is one of these calls, so your program can do whatever the app can, at the same costs.

## Your first call

Prices need no account:

\`\`\`sh
curl http://127.0.0.1:8080/api/currency/quotation_new
\`\`\`

Calls that need an account take the token of a login in the header \`Authorization\`, or a request signed with an API key. The
quick start (\`docs/guides/quick-start.md\`) leads from a clone to a filled order.
`;

const FORM = `
## Requests and answers

A call is \`/api/\` and a path. A \`GET\` carries its fields in the query, a \`POST\` as JSON or form-urlencoded, or as multipart if it
carries a file, which comes last. Amounts and prices are decimal strings with up to eight decimals, never JSON numbers. Times are
seconds since 1970, or milliseconds if the field’s name ends in \`_ms\` or its description says so. Ids are strings.

Every answer is JSON in one of two forms:

\`\`\`json
{ "type": "ok", "code": 1, "message": … }
{ "type": "error", "code": 0, "error": "balance_insufficient", "message": "…", "params": { … } }
\`\`\`

A refusal names its reason in \`error\`, has a fitting HTTP status, and has changed nothing. \`params\` has the field and the figures.
The type \`999\` means that the session has ended.

## Repeat a request safely

Send an \`Idempotency-Key\` of your own, which does not begin with \`~\`, with each order. If no answer arrives, send the same request with the same key again: it
executes at most once, and you get the first answer. Only \`busy\`, \`try_again\` and \`too_many_requests\` are worth repeating
after a refusal; the last comes with a \`Retry-After\` header.

## Receipts

An accepted order is answered with the header \`candor-receipt\`, the platform’s signed promise to put the order into its public log
within ten seconds. Keep it: with it you can prove what you ordered and when.

## Sign with an API key

A signed request has three headers: \`Candor-Key\`, \`Candor-Time\` (milliseconds since 1970) and \`Candor-Signature\`, which is
HMAC-SHA256 in hexadecimal or Ed25519 in base64. It signs six lines, joined by line feeds:

\`\`\`text
1764313200000
POST
/api/coin/trade
<SHA-256 of the body in hexadecimal; of nothing if there is no body>
<Idempotency-Key, or nothing>
<Candor-Window, or nothing>
\`\`\`

A request is valid for five seconds, or as long as \`Candor-Window\` says, up to 60,000 milliseconds.

## Refusals of any call
`;

/** The meanings of the refusals that every call may give are listed once, here. */
export function introduction(): string {
  const common = anyCallRefusals.map(
    (code) => `| \`${code}\` | ${refusals[code].status} | ${refusals[code].texts.en} |`,
  );
  return [FIRST, FORM, '\n| code | status | meaning |\n| --- | --- | --- |\n', common.join('\n'), '\n']
    .join('')
    .trim();
}
