/**
 * `npm run verify-operators -- <file>`: checks the operators' log that `npm run audit -- --operators <file>` wrote, without the
 * server's code and database. It checks the chain, who vouched for or confirmed each key, and the signature of each decision.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

type Entry = {
  readonly seq: number;
  readonly time_ms: number;
  readonly operator: string;
  readonly role: string;
  readonly action: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string | null;
  readonly approval: string | null;
  readonly hash: string;
};
type Log = {
  readonly house: string;
  readonly approved_from: number;
  /** The first record from which setting a demo's clock needs a signature; 1 if the file doesn't say. */
  readonly clock_approved_from?: number;
  readonly vouchers: readonly string[];
  readonly records: readonly Entry[];
};
type Said = Readonly<Record<string, unknown>>;
type Key = {
  readonly owner: string;
  readonly brought: Said;
  counts: boolean;
  revoked: boolean;
  uses: number;
};

const FREE = /^(?:denied|key\.enrol|chat\..*|article\..*|.*\.read)$/;
const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const field = (value: string | null): string =>
  value === null ? '-,' : `${Buffer.byteLength(value)}:${value},`;
const text = (said: Said, name: string): string => String(said[name] ?? '');
const read = (json: string | null): Said => JSON.parse(json ?? '{}') as Said;

const [path] = process.argv.slice(2);
process.exitCode = path === undefined ? 2 : check(JSON.parse(readFileSync(path, 'utf8')) as Log);
if (path === undefined) process.stderr.write('Name the file: npm run verify-operators -- <file>\n');

function check(log: Log): number {
  const keys = new Map<string, Key>();
  const used = new Set<string>();
  const people: People = new Map();
  const unsigned: string[] = [];
  let hash: Buffer = Buffer.alloc(32);
  let signed = 0;
  for (const entry of log.records) {
    const { seq, time_ms, operator, role, action, subject, before, after, reason, approval } = entry;
    const fields = [String(seq), String(time_ms), operator, role, action, subject, before, after, reason];
    const form = [...fields, ...(approval === null ? [] : [approval])].map(field).join('');
    hash = sha256(Buffer.concat([hash, Buffer.from(form)]));
    if (hash.toString('hex') !== entry.hash) return fails(entry, 'does not follow from the one before');
    if (seq >= log.approved_from && approval !== null) {
      const violation = violationOf(log, entry, { keys, used, said: read(approval) });
      if (violation !== undefined) return fails(entry, violation);
      signed += 1;
    } else if (seq >= signedFrom(log, action) && !FREE.test(action))
      unsigned.push(`${seq} ${action} by ${operator}`);
    const violation = learn(log, entry, { keys, people });
    if (violation !== undefined) return fails(entry, violation);
  }
  process.stdout.write(
    `${log.records.length} records form a chain; the hash of the last is ${hash.toString('hex')}.\n`,
  );
  process.stdout.write(`${signed} decisions match their signatures, with ${keys.size} keys.\n`);
  // Decisions that need no signature: by the database owner before there were two admins, by a payment provider, or about a
  // password before the operator's first key.
  for (const one of unsigned) process.stdout.write(`Not signed: ${one}\n`);
  const wrong = unsigned.filter(
    (one) =>
      !/ (?:operator\.(?:add|confirm|password|authenticator)|key\.confirm) by | by payout-provider$/.test(
        one,
      ),
  );
  return wrong.length === 0 ? 0 : 1;
}

function signedFrom({ approved_from, clock_approved_from = 1 }: Log, action: string): number {
  return action === 'clock.forward' ? Math.max(approved_from, clock_approved_from) : approved_from;
}

function fails({ seq }: Entry, why: string): number {
  process.stdout.write(`Record ${seq}: ${why}.\n`);
  return 1;
}

/** The operators according to the log: each account with the person behind it. */
type People = Map<string, string>;
type Found = { readonly keys: Map<string, Key>; readonly used: Set<string>; readonly said: Said };

function violationOf(
  log: Log,
  { operator, action, subject }: Entry,
  { keys, used, said }: Found,
): string | undefined {
  const key = keys.get(text(said, 'key'));
  if (key?.owner !== operator || !key.counts || key.revoked)
    return 'is not signed with a valid key of its operator';
  if (Number(said['time']) >= Number(key.brought['valid_until_ms'] ?? Infinity))
    return 'is signed with an expired key';
  if (used.has(text(said, 'nonce'))) return 'repeats a signature';
  used.add(text(said, 'nonce'));
  const act = ['candor approval 1', log.house, operator, action.replace(/_first$/, ''), subject];
  const form = [...act, ...['body', 'nonce', 'time'].map((name) => text(said, name))].map(field).join('');
  const client = read(text(said, 'client'));
  const isPasskey = key.brought['kind'] === 'passkey';
  if (client['challenge'] !== sha256(form).toString('base64url')) return 'does not match what was signed';
  if (client['type'] !== (isPasskey ? 'webauthn.get' : 'candor.browser')) return 'was signed for another use';
  if (client['origin'] !== key.brought['origin'] || client['crossOrigin'] === true)
    return 'was signed at another address';
  const authenticator = Buffer.from(text(said, 'authenticator'), 'hex');
  const needed = isPasskey ? 5 : 1;
  if (authenticator.length < 37 || !authenticator.subarray(0, 32).equals(sha256(text(key.brought, 'rp_id'))))
    return 'was signed for another site';
  if (((authenticator[32] ?? 0) & needed) !== needed) return 'was signed without its owner';
  const uses = authenticator.readUInt32BE(33);
  if ((uses > 0 || key.uses > 0) && uses <= key.uses)
    return 'is signed with a key whose use count did not increase';
  key.uses = uses;
  const bytes = Buffer.concat([authenticator, sha256(text(said, 'client'))]);
  return isSigned(key, bytes, Buffer.from(text(said, 'signature'), 'hex'))
    ? undefined
    : 'has an invalid signature';
}

function isSigned({ brought }: Key, bytes: Buffer, signature: Buffer): boolean {
  const spki = Buffer.from(text(brought, 'public_key'), 'hex');
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const dsaEncoding = brought['kind'] === 'passkey' ? 'der' : 'ieee-p1363';
  return verify(
    key.asymmetricKeyType === 'ed25519' ? null : 'sha256',
    bytes,
    { key, dsaEncoding },
    signature,
  );
}

function learn(
  log: Log,
  { operator, role, action, subject, after, approval }: Entry,
  { keys, people }: { readonly keys: Map<string, Key>; readonly people: People },
): string | undefined {
  if (action === 'operator.disable') {
    for (const key of keys.values()) if (subject === `operator:${key.owner}`) key.revoked = true;
  }
  if (action === 'operator.add') people.set(subject.replace(/^operator:/, ''), text(read(after), 'person'));
  const said = operator === 'bootstrap' ? read(after) : read(text(read(approval), 'body') || '{}');
  if (action === 'key.enrol') {
    const brought = read(after);
    const counts = brought['kind'] === 'browser';
    keys.set(text(brought, 'key'), { owner: operator, brought, counts, revoked: false, uses: 0 });
    return !counts || isVouched(log, operator, brought) ? undefined : 'enrols a key for which nobody vouches';
  }
  if (action !== 'key.confirm' && action !== 'key.revoke') return undefined;
  const key = keys.get(text(said, 'key'));
  if (key === undefined || subject !== `operator:${key.owner}`) return 'names a key that was never enrolled';
  if (operator !== key.owner && role !== 'admin') return 'names a key of another operator';
  if (action === 'key.revoke') {
    key.revoked = true;
    return undefined;
  }
  // The log has no record of adding a demo's example operators, so each of these accounts counts as a separate person.
  const personOf = (account: string): string => people.get(account) ?? account;
  if (personOf(operator) === personOf(key.owner)) return 'confirms a key of the same person';
  if (role !== 'admin' || said['public_key'] !== key.brought['public_key']) return 'confirms another key';
  key.counts = true;
  return undefined;
}

function isVouched({ house, vouchers }: Log, owner: string, brought: Said): boolean {
  const names = ['key', 'public_key', 'rp_id', 'origin', 'enrolled_ms', 'valid_until_ms'];
  const form = ['candor key 1', house, owner, ...names.map((name) => text(brought, name))]
    .map(field)
    .join('');
  return vouchers.some((voucher) => {
    const x = Buffer.from(voucher, 'hex').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(form), key, Buffer.from(text(brought, 'vouched'), 'hex'));
  });
}
