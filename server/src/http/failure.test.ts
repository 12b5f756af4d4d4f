import { expect, it } from 'vitest';
import { failure } from './failure.ts';

const withCode = (code: string): Error => Object.assign(new Error('select secret from customer'), { code });

it.each([
  [withCode('57P01'), 'try_again'],
  [withCode('08006'), 'try_again'],
  [withCode('53300'), 'try_again'],
  [withCode('40P01'), 'try_again'],
  [withCode('ECONNREFUSED'), 'try_again'],
  [new Error('timeout exceeded when trying to connect'), 'try_again'],
  [new Error('Connection terminated unexpectedly'), 'try_again'],
  [new Error('Client has encountered a connection error and is not queryable'), 'try_again'],
  [withCode('23514'), 'request_failed'],
  [withCode('42P01'), 'request_failed'],
  [new TypeError('undefined is not a function'), 'request_failed'],
])('reports %o, and answers with %s but without its message', (error, code) => {
  const reported: Error[] = [];
  const refused = failure(error, (bug) => reported.push(bug));
  expect(refused).toEqual({ ok: false, refusal: { code } });
  expect(reported).toEqual([error]);
});
