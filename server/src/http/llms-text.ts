/** The text for assistants at `/llms.txt` (llmstxt.org): what a program can do here, and where the documentation is. */
import type { CallRow } from '@candor/protocol/call.ts';
import { calls } from '@candor/protocol/features.ts';

const HEAD = `# Candor

> A retail trading platform that proves to its customers that it deals fairly. Every call of its app is public. A customer's API key may read and trade within a mandate; it can never withdraw, transfer or change a setting.

- Every call is /api/ and a path. Bodies are JSON. Amounts are decimal strings, times are seconds since 1970, ids are strings.
- A good answer is {"type":"ok","code":1,"message":…}. A refusal is {"type":"error","error":…,"params":{…}}, and nothing was executed.
- Send an Idempotency-Key with every order. If no answer arrives, send the same request again: it executes at most once.
- Repeat a refused request only for busy, try_again and too_many_requests. Every other refusal needs another request.
- POST user/login answers a token for the header Authorization. On a demo, GET demo lists example logins; all of its money is play money.
- To buy for 100 USDT at market, send POST coin/trade with {"symbol":"BTC/USDT","side":"buy","type":"market","amount":"100"}. Ask the customer first: a filled order can't be undone.
- An accepted order is answered with a signed receipt in the header candor-receipt.
- A request of an API key has the headers Candor-Key, Candor-Time (milliseconds) and Candor-Signature: HMAC-SHA256 in hexadecimal, or Ed25519 in base64, over the lines time, method, path with query, SHA-256 of the body in hexadecimal, Idempotency-Key and Candor-Window (the last two empty if absent).

## Reference

- [OpenAPI document](/api/openapi.json): every call with its fields, answers and refusals
- [The same as a page](/api/docs), and [without scripts](/api/docs/plain)
- [Compatible interface](/compat/binance/api/v3/exchangeInfo): programs written for Binance's spot API, ccxt among them, work with a change of address
- [Datafeed for charts](/compat/udf/config): TradingView's UDF protocol
`;

export function llmsText(): string {
  const rows = Object.entries(calls) as [string, CallRow][];
  const section = (title: string, which: (row: CallRow) => boolean): string => {
    const lines = rows.filter(([, row]) => which(row)).map(([name, { summary }]) => `- ${name}: ${summary}`);
    return `\n## ${title}\n\n${lines.join('\n')}\n`;
  };
  return [
    HEAD,
    section('Calls without an account', ({ who }) => who === 'visitor'),
    section('Calls that a key with the scope "read" may make', ({ scope }) => scope === 'read'),
    section('Calls that a key with the scope "trade" may make', ({ scope }) => scope === 'trade'),
  ].join('');
}
