import { describe, expect, it } from 'vitest';
import { fillMessage, maxGeneratedLength, withSignature } from './message-text.ts';

const scope = {
  nowMs: Date.parse('2026-01-05T12:00:00Z'),
  timezone: 'America/New_York',
  isZoneKnown: false,
  language: 'en-US',
  variables: { shop: 'Oak Street', visit: null },
  dynamic: { visit: 'Tuesday at ten', count: 2 },
  customer: { name: 'Ada', phone: '+12025550100' },
  agent: { name: 'Grace' },
};

describe('fillMessage', () => {
  it.each([
    ['Hello {{customer.name}}, this is {{agent.name}}.', 'Hello Ada, this is Grace.', []],
    ['{{name}}: {{ dynamic.count }} at {{shop}}', 'Ada: 2 at Oak Street', []],
    ['Hello {{customer.title}} , welcome', 'Hello, welcome', ['customer.title']],
    ['{{x}} {{x}} {{y}}', '', ['x', 'y']],
    ['It is {{now}}', 'It is Monday, January 5 at 7:00 AM', []],
    ['No  gaps  are closed', 'No  gaps  are closed', []],
  ])('fills %s', (template, text, missing) => {
    expect(fillMessage(template, scope)).toEqual({ text, missing });
  });

  it('writes the German word after a time once', () => {
    const german = { ...scope, language: 'de-DE' };
    expect(fillMessage('Am {{now}}.', german).text).toBe('Am Montag, 5. Januar um 7:00 Uhr.');
    expect(fillMessage('Am {{now}} Uhr.', german).text).toBe('Am Montag, 5. Januar um 7:00 Uhr.');
  });

  it('leaves no punctuation around missing values', () => {
    expect(fillMessage('Thanks. {{x}}, {{y}}.', scope).text).toBe('Thanks.');
    expect(fillMessage('Thanks, {{x}}!\n{{y}}: bye', scope).text).toBe('Thanks!\nbye');
  });

  it('does not replace variables inside values', () => {
    const dynamic = { visit: '{{customer.name}}' };
    expect(fillMessage('{{dynamic.visit}}', { ...scope, dynamic }).text).toBe('{{customer.name}}');
  });
});

const agent = { signature: 'Grace', maxLength: null };

describe('withSignature', () => {
  it.each([
    ['sms', 'Hello', 'Hello\nGrace'],
    ['email', 'Hello\n', 'Hello\n\nGrace'],
    ['sms', 'Hello, this is Grace', 'Hello, this is Grace'],
    ['sms', ' ', ' '],
  ] as const)('returns for %s and %j: %j', (channel, text, signed) => {
    expect(withSignature(text, agent, channel)).toBe(signed);
  });

  it('changes nothing without a signature', () => {
    expect(withSignature('Hello ', { ...agent, signature: ' ' }, 'email')).toBe('Hello ');
  });
});

describe('maxGeneratedLength', () => {
  it.each([
    ['sms', null, 1_594],
    ['email', null, 9_993],
    ['sms', 160, 154],
    ['sms', 3, 1],
  ] as const)('leaves room for the signature: %s, %s', (channel, maxLength, expected) => {
    expect(maxGeneratedLength({ ...agent, maxLength }, channel)).toBe(expected);
  });
});
