import { expect, it } from 'vitest';
import { Outage } from '../core/outage.ts';
import { isConnectionLost, toOutage } from './outage.ts';

const failed = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

it.each([
  [failed('53100'), 'storage_full', 'The disk of the database server is full.', false],
  [failed('58030'), 'storage_unavailable', 'The database server cannot read or write its disk.', false],
  [failed('53300'), 'database_unavailable', 'The database server accepts no more connections.', false],
  [failed('25006'), 'database_unavailable', 'The database server is read-only.', false],
  [failed('28P01'), 'database_unavailable', 'The database server rejects the login of Parley.', false],
  [failed('08P01'), 'database_unavailable', 'The database server cannot be reached.', false],
  [failed('57P01'), 'database_unavailable', 'The database server is stopping.', true],
  [failed('ECONNREFUSED'), 'database_unavailable', 'The database server cannot be reached.', true],
  [failed('EHOSTUNREACH'), 'database_unavailable', 'The database server cannot be reached.', true],
  [
    new Error('Connection terminated unexpectedly'),
    'database_unavailable',
    'The connection to the database server broke.',
    true,
  ],
  [new Error('Query read timeout'), 'database_unavailable', 'The database server does not respond.', true],
])('%s is an outage: %s', (error, code, message, isLost) => {
  expect(toOutage(error)).toMatchObject({ code, message, cause: error });
  expect(isConnectionLost(error)).toBe(isLost);
});

it.each(['23505', '40001', '57014', '42P01', 'EPERM'])('an error with code %s is not an outage', (code) => {
  const error = failed(code);
  expect(toOutage(error)).toBe(error);
  expect(toOutage(error)).not.toBeInstanceOf(Outage);
  expect(isConnectionLost(error)).toBe(false);
});
