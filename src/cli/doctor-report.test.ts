import { expect, it } from 'vitest';
import { maskPersonal } from './doctor-report.ts';

it.each([
  ['sip.example.net: answered 503 at 203.0.113.7:5060', '[address]: answered 503 at [address]'],
  ['No PostgreSQL responds at db.example.net:5432.', 'No PostgreSQL responds at [address].'],
  ['postgresql://parley:secret@db.example.net/parley is down', '[address] is down'],
  ['password authentication failed for user "parley"', 'password authentication failed for user [text]'],
  ['rejected +1 (202) 555-0100 and 00491713920002', 'rejected [number] and [number]'],
  ['mail of ada@example.com bounced', 'mail of [address] bounced'],
  ['less than 32 MiB are free in /srv/parley/data', 'less than 32 MiB are free in [path]'],
  ['[2001:db8::1]:5060 is silent', '[address] is silent'],
  ['the key sk_live_0123456789abcdef is wrong', 'the key [secret] is wrong'],
  ['0 calls on 1 thread, 0 % busy, 0.5 ms late', '0 calls on 1 thread, 0 % busy, 0.5 ms late'],
])('masks what a detail says of persons and networks: %s', (detail, masked) => {
  expect(maskPersonal(detail)).toBe(masked);
});
