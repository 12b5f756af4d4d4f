/** A time-stamp authority on this machine, by `openssl ts`, and tokens that a dishonest one could make. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const CONFIG = `
[req]
distinguished_name = dn
[dn]
[ca]
basicConstraints = critical,CA:TRUE,pathlen:0
keyUsage = critical,keyCertSign
[sub]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
[tsa]
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[plain]
keyUsage = critical,digitalSignature
[many]
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping,codeSigning
[loose]
keyUsage = critical,digitalSignature
extendedKeyUsage = timeStamping
[mute]
keyUsage = critical,keyAgreement
extendedKeyUsage = critical,timeStamping
[odd]
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
1.2.3.4.5 = critical,DER:05:00
[authority]
serial = $ENV::FOLDER/serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
crypto_device = builtin
`;
/** An object identifier of the content of time stamps. */
const TIME_CONTENT = '1.2.840.113549.1.9.16.1.4';
const DAYS = '3';

/**
 * `tsa` is valid; `plain` has no purpose, `many` has several; `stranger` leads to another certificate. The purpose of `loose`
 * may be ignored, `mute` may not sign, `odd` has an unknown restriction, and `deep` comes from an issuer that its own issuer
 * does not allow.
 */
export type Signer = 'tsa' | 'plain' | 'many' | 'stranger' | 'loose' | 'mute' | 'odd' | 'deep';
/** The answer to a request. */
export type Manner = (request: Buffer) => Promise<Buffer | 'hang' | number>;

export type TimeStampAuthority = {
  readonly url: string;
  /** The certificate to which the authority's certificate leads, in PEM. */
  readonly anchors: string;
  readonly anchorsFile: string;
  /** The bodies of the requests so far. */
  readonly requests: readonly Buffer[];
  /** Sets how the authority answers from now on; by default, it answers correctly. */
  answer(manner?: Manner): void;
  /** Returns the answer of `openssl ts` to a request. */
  reply(request: Buffer): Promise<Buffer>;
  /** Builds a request for a stamp of a text. */
  query(text: Uint8Array): Promise<Buffer>;
  /** Signs any content, as somebody with a certificate's key could. Returns CMS in DER. */
  sign(content: Uint8Array, signer: Signer, contentType?: string): Promise<Buffer>;
  /** Whether `openssl ts -verify` accepts an answer for a text. */
  accepts(answer: Uint8Array, text: Uint8Array): Promise<boolean>;
  close(): Promise<void>;
};

export async function openTimeStampAuthority(): Promise<TimeStampAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'candor tsa-'));
  const file = (name: string): string => join(folder, name);
  const openssl = (...args: readonly string[]) =>
    run('openssl', [...args], { cwd: folder, env: { ...process.env, FOLDER: folder } });
  writeFileSync(file('config'), CONFIG);
  writeFileSync(file('serial'), '01\n');
  await Promise.all(['ca', 'other'].map((name) => makeAnchor(openssl, name)));
  await makeSigner(openssl, 'sub', 'ca');
  const signers = { tsa: 'ca', plain: 'ca', many: 'ca', stranger: 'other', deep: 'sub' } as const;
  const dishonest = { loose: 'ca', mute: 'ca', odd: 'ca' } as const;
  for (const [name, issuer] of Object.entries({ ...signers, ...dishonest }))
    await makeSigner(openssl, name, issuer);

  let turn = 0;
  /** Runs a command on files with these contents, and returns the one that it writes. */
  const through = async (
    contents: Readonly<Record<string, Uint8Array>>,
    args: (name: (of: string) => string) => readonly string[],
  ) => {
    turn += 1;
    const name = (of: string): string => `${turn}.${of}`;
    const own = name;
    for (const [of, content] of Object.entries(contents)) writeFileSync(file(own(of)), content);
    await openssl(...args(own));
    return file(own('out'));
  };
  const reply = async (request: Buffer): Promise<Buffer> =>
    readFileSync(
      await through({ query: request }, (name) => [
        ...['ts', '-reply', '-config', 'config', '-section', 'authority', '-queryfile', name('query')],
        ...['-signer', 'tsa.pem', '-inkey', 'tsa.key', '-out', name('out')],
      ]),
    );

  const requests: Buffer[] = [];
  let manner: Manner = reply;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      requests.push(body);
      manner(body).then(
        (answer) => {
          if (answer === 'hang') return;
          if (typeof answer === 'number') response.writeHead(answer).end();
          else response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer);
        },
        () => response.writeHead(500).end(),
      );
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    anchors: readFileSync(file('ca.pem'), 'utf8'),
    anchorsFile: file('ca.pem'),
    requests,
    reply,
    answer: (given = reply) => {
      manner = given;
    },
    query: async (text) =>
      readFileSync(
        await through({ data: text }, (name) => [
          ...['ts', '-query', '-data', name('data'), '-sha256', '-cert', '-out', name('out')],
        ]),
      ),
    sign: async (content, signer, contentType = TIME_CONTENT) =>
      readFileSync(
        await through({ content }, (name) => [
          ...[
            'cms',
            '-sign',
            '-binary',
            '-nodetach',
            '-cades',
            '-nosmimecap',
            '-md',
            'sha256',
            '-outform',
            'DER',
          ],
          ...['-econtent_type', contentType, '-in', name('content'), '-out', name('out')],
          ...['-signer', `${signer}.pem`, '-inkey', `${signer}.key`, '-certfile', 'sub.pem'],
        ]),
      ),
    accepts: (answer, text) =>
      through({ answer, text }, (name) => [
        ...['ts', '-verify', '-in', name('answer'), '-data', name('text'), '-CAfile', 'ca.pem'],
      ]).then(
        () => true,
        () => false,
      ),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
      rmSync(folder, { recursive: true });
    },
  };
}

type Openssl = (...args: readonly string[]) => Promise<unknown>;
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-config', 'config'];

function makeAnchor(openssl: Openssl, name: string): Promise<unknown> {
  return openssl(
    ...['req', '-x509', ...NEW_KEY, '-subj', `/CN=${name}`, '-days', DAYS, '-extensions', 'ca'],
    ...['-keyout', `${name}.key`, '-out', `${name}.pem`],
  );
}

async function makeSigner(openssl: Openssl, name: string, issuer: string): Promise<void> {
  await openssl(
    'req',
    '-new',
    ...NEW_KEY,
    '-subj',
    `/CN=${name}`,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.csr`,
  );
  await openssl(
    ...['x509', '-req', '-in', `${name}.csr`, '-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`],
    ...['-CAcreateserial', '-out', `${name}.pem`, '-days', DAYS, '-extfile', 'config'],
    ...['-extensions', ['stranger', 'deep'].includes(name) ? 'tsa' : name],
  );
}
