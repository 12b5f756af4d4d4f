import { describe, expect, it } from 'vitest';
import { Passwords, passwordFault } from './password.ts';

describe('the rule of a new password', () => {
  it.each([
    ['abc12', 'password_length'],
    ['x7!kqz', undefined],
    ['0123456789abcdef', undefined],
    ['0123456789abcdefg', 'password_length'],
    // Sixteen characters to whoever types them, thirty-two code units.
    ['🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤🦆🦅', undefined],
    ['🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤🦆🦅🦉', 'password_length'],
    ['  a b  ', undefined],
    ['PassWord1', 'password_common'],
    ['aaaaaaa', 'password_common'],
    ['456789', 'password_common'],
    ['fedcba', 'password_common'],
    ['abc\ud800def', 'parameter_wrong'],
  ])('%j: %s', (password, code) => {
    expect(passwordFault(password, password)?.refusal.code).toBe(code);
  });

  it('wants the same twice', () => {
    expect(passwordFault('x7!kqz', 'x7!kqZ')?.refusal.code).toBe('passwords_differ');
  });
});

describe('hashing', () => {
  it('keeps every character: spaces, NUL, case', async () => {
    const passwords = new Passwords(8);
    const made = (await passwords.hash(' a\0bcDe ')) ?? '';
    expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(made, ' a\0bcDe ')).toBe(true);
    for (const near of ['a\0bcDe', ' a\0bcDe', ' a\0bcde ', ' a', ' a\0']) {
      expect(await passwords.verify(made, near)).toBe(false);
    }
  });

  it('says no to everybody who does not exist', async () => {
    const passwords = new Passwords(8);
    expect(await passwords.verify(undefined, 'nobody has this password')).toBe(false);
  });

  it('turns away those for whom the line is too long', async () => {
    const passwords = new Passwords(3);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => passwords.verify(undefined, 'x7!kqz')),
    );
    expect(answers.filter((answer) => answer === false)).toHaveLength(5);
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(5);
  });

  it('has lines of their own for customers and operators, whoever floods the strangers’', async () => {
    const passwords = new Passwords(20);
    const flood = Array.from({ length: 40 }, () => passwords.verify(undefined, 'x7!kqz', 'strangers'));
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
});
