/** The command line of `candor-mcp`. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { listen } from './listen.ts';
import { Platform, demoSession } from './platform.ts';
import type { Identity } from './platform.ts';
import { serve } from './server.ts';
import type { ServedOptions } from './server.ts';

const HELP = `candor-mcp: lets an assistant read a Candor platform, and trade with play money.

  --url <address>   the platform (http://127.0.0.1:8080)
  --key <key>       an API key, for your own account; its secret is in CANDOR_API_SECRET, or the private
                    key in the file CANDOR_API_KEY_FILE. Its mandate limits what the assistant can do
  --trade           with --key: offers the tools that place and cancel orders
  --unattended      places orders without asking you; otherwise you confirm each one, if the assistant's
                    program can show a question
  --read            offers no such tools, not even in a demo
  --port <number>   serves assistants over HTTP on this machine, instead of one over standard input and output.
                    They send a secret as a bearer token: that of CANDOR_MCP_SECRET, or one that is generated and
                    printed at the start
  --help            shows this text

Without a key, the assistant is the first example customer of a demo. On a platform with real money it
then only reads the market.`;

const SECRET_CHARS_MIN = 32;

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    key: { type: 'string' },
    trade: { type: 'boolean', default: false },
    read: { type: 'boolean', default: false },
    unattended: { type: 'boolean', default: false },
    port: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(HELP);
else await start();

async function start(): Promise<void> {
  const served = await servedBy();
  const make = () => serve(served);
  if (values.port !== undefined) {
    const { CANDOR_MCP_SECRET: given } = process.env;
    if (given !== undefined && given.length < SECRET_CHARS_MIN) {
      console.error(`CANDOR_MCP_SECRET needs ${SECRET_CHARS_MIN} characters or more.`);
      process.exit(2);
    }
    const secret = given ?? randomBytes(32).toString('base64url');
    const { url } = await listen(make, { port: Number(values.port), secret });
    // Standard output belongs to the protocol, so all messages go to standard error. A secret that was given isn't repeated.
    const made = given === undefined ? `\nAuthorization: Bearer ${secret}` : '';
    console.error(`candor-mcp serves ${url}${made}`);
    return;
  }
  await make().connect(new StdioServerTransport());
}

async function servedBy(): Promise<ServedOptions> {
  const { url, key } = values;
  const nowMs = () => Date.now();
  const ownKey: Identity | undefined =
    key === undefined ? undefined : { kind: 'key', key, secret: secretOf() };
  const demo = await demoSession(url, nowMs);
  const identity: Identity = ownKey ?? demo ?? { kind: 'nobody' };
  const mayTrade = !values.read && (identity.kind === 'key' ? values.trade : identity.kind === 'session');
  const platform = new Platform({ url, identity, nowMs });
  return { platform, mayTrade, asks: !values.unattended, isDemo: demo !== undefined };
}

function secretOf(): string {
  const { CANDOR_API_SECRET: secret, CANDOR_API_KEY_FILE: file } = process.env;
  if (secret !== undefined) return secret;
  if (file !== undefined) return readFileSync(file, 'utf8');
  console.error('--key needs CANDOR_API_SECRET or CANDOR_API_KEY_FILE.');
  process.exit(2);
}
