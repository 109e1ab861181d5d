import { describe, expect, it } from 'vitest';
import { isTestMailbox, isTestRecipient, testLanguageOf } from './test-addresses.ts';

describe('addresses of the test network', () => {
  it.each([
    'ada@example.com',
    'ada+1@example.org',
    'ada@mail.example.net',
    'ada@parley.test',
    'ada@a.b.test',
  ])('include %s', (address) => {
    expect(isTestMailbox(address)).toBe(true);
    expect(isTestRecipient(address)).toBe(true);
  });

  it.each(['ada@example.de', 'ada@notexample.com', 'ada@example.com.de', 'ada@test.com', 'ada@test.example'])(
    'exclude %s',
    (address) => expect(isTestRecipient(address)).toBe(false),
  );

  it('include fictional numbers', () => {
    expect(isTestRecipient('+12025550100')).toBe(true);
    expect(isTestRecipient('+12025550200')).toBe(false);
  });

  it('belong to people who speak German if they are German numbers, and else English', () => {
    expect(testLanguageOf('+491713920001')).toBe('de');
    expect(testLanguageOf('+12025550149')).toBe('en');
    expect(testLanguageOf('ada@example.com')).toBe('en');
  });
});
