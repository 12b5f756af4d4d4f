import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Passwords, passwordViolation } from './password.ts';

describe('the rule for new passwords', () => {
  it.each([
    ['abc12', 'password_length'],
    ['x7!kqz', undefined],
    ['0123456789abcdef', undefined],
    ['0123456789abcdefg', 'password_length'],
    // The user sees sixteen characters, which are thirty-two code units.
    ['🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤🦆🦅', undefined],
    ['🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤🦆🦅🦉', 'password_length'],
    ['  a b  ', undefined],
    ['PassWord1', 'password_common'],
    ['aaaaaaa', 'password_common'],
    ['456789', 'password_common'],
    ['fedcba', 'password_common'],
    ['abc\ud800def', 'parameter_wrong'],
  ])('answers %j with %s', (password, code) => {
    expect(passwordViolation(password, password)?.refusal.code).toBe(code);
  });

  it('requires the repeated password to be identical', () => {
    expect(passwordViolation('x7!kqz', 'x7!kqZ')?.refusal.code).toBe('passwords_differ');
  });
});

describe('password hashing', () => {
  it('uses 19 MiB and two passes outside tests', () => {
    // Hashed in a separate process, because tests hash at a lower cost.
    const program = `const { Passwords } = await import(${JSON.stringify(new URL('password.ts', import.meta.url))});
      console.log(await new Passwords(1).hash('x7!kqz'));`;
    const made = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('includes every character in the hash: spaces, NUL, case', async () => {
    const passwords = new Passwords(8);
    const made = (await passwords.hash(' a\0bcDe ')) ?? '';
    expect(await passwords.verify(made, ' a\0bcDe ')).toBe(true);
    for (const near of ['a\0bcDe', ' a\0bcDe', ' a\0bcde ', ' a', ' a\0']) {
      expect(await passwords.verify(made, near)).toBe(false);
    }
  });

  it('rejects the password of a customer who does not exist', async () => {
    const passwords = new Passwords(8);
    expect(await passwords.verify(undefined, 'nobody has this password')).toBe(false);
  });

  it('rejects requests when the queue is full', async () => {
    const passwords = new Passwords(3);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => passwords.verify(undefined, 'x7!kqz')),
    );
    expect(answers.filter((answer) => answer === false)).toHaveLength(5);
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(5);
  });

  it('serves customers and operators while unauthenticated callers flood their own queue', async () => {
    const passwords = new Passwords(20);
    const flood = Array.from({ length: 40 }, (_one, at) =>
      passwords.verify(undefined, 'x7!kqz', { strangerFrom: `10.0.0.${at}` }),
    );
    const order: string[] = [];
    const told = (who: string) => () => void order.push(who);
    const last = Promise.all(flood).then((answers) => {
      order.push('flood');
      return answers;
    });
    await Promise.all([
      passwords.verify(undefined, 'x7!kqz').then(told('customer')),
      passwords.verify(undefined, 'x7!kqz', 'operators').then(told('operator')),
    ]);
    expect((await last).filter((answer) => answer === undefined)).toHaveLength(19);
    expect(order.at(-1)).toBe('flood');
  });

  it('limits each source to a part of the unauthenticated callers’ queue, even with many IPv6 networks', async () => {
    const passwords = new Passwords(20);
    const from = (strangerFrom: string) => passwords.verify(undefined, 'x7!kqz', { strangerFrom });
    const flood = Array.from({ length: 40 }, (_one, at) => from(`2001:db8:1:${at.toString(16)}::1`));
    const [newcomer, neighbour] = [from('2001:db8:2::1'), from('192.0.2.1')];
    expect((await Promise.all(flood)).filter((answer) => answer === false)).toHaveLength(5);
    expect(await Promise.all([newcomer, neighbour])).toEqual([false, false]);
    // The source's part of the queue is free again once the work is done.
    expect(await from('2001:db8:1:ffff::1')).toBe(false);
  });
});
