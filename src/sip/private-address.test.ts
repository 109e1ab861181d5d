import { expect, it } from 'vitest';
import { isBehindNat } from './private-address.ts';

it.each([
  ['192.168.1.20', '203.0.113.7', true],
  ['10.1.2.3', '203.0.113.7', true],
  ['172.31.0.1', '203.0.113.7', true],
  ['100.64.0.9', '203.0.113.7', true],
  ['fd00::5', '2001:db8::7', true],
  ['127.0.0.1', '10.0.0.7', true],
  ['172.32.0.1', '203.0.113.7', false],
  ['198.51.100.1', '203.0.113.7', false],
  ['10.1.2.3', '10.9.9.9', false],
  ['192.168.1.20', '127.0.0.1', false],
  ['127.0.0.1', '127.0.0.1', false],
])('for advertised address %s and observed address %s returns %s', (advertised, observed, behindNat) => {
  expect(isBehindNat(advertised, observed)).toBe(behindNat);
});
