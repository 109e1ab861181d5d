import { describe, expect, it } from 'vitest';
import { redactedUrl, vendorTextOf } from './vendor-text.ts';

const body = (message: unknown): string => JSON.stringify({ error: { message, type: 'x' } });

describe('vendorTextOf', () => {
  it.each([
    ['an error object', body('The model does not exist.'), 'The model does not exist.'],
    ['an error text', '{"error":"no such model"}', 'no such model'],
    ['a message', '{"message":"quota exceeded"}', 'quota exceeded'],
    ['plain text', 'upstream timed out\n', 'upstream timed out'],
    ['more than one line', body('a\n\tb\u0000c'), 'a b c'],
    ['HTML', '<html><body>502</body></html>', undefined],
    ['truncated JSON', '{"error": {"mess', undefined],
    ['no object', 'null', undefined],
    ['an empty body', '', undefined],
    ['no body', undefined, undefined],
    ['no text', body(7), undefined],
  ])('returns the text of %s', (_, text, expected) => {
    expect(vendorTextOf(text, [])).toBe(expected);
  });

  it.each([
    'Incorrect API key provided: geheim.',
    'Incorrect API key provided: sk-proj-abcDEF123456.',
    'Incorrect API key provided: sk-pr**********************3456.',
    'Header authorization: Bearer abcdef is invalid',
    'Got Bearer abcdef',
    'api_key="abcdef" is revoked',
    'Unknown key 0a1b2c3d4e5f60718293a4b5',
  ])('redacts credentials: %s', (text) => {
    const redacted = vendorTextOf(body(text), ['geheim'])!;
    expect(redacted).toContain('[hidden]');
    expect(redacted).not.toMatch(/geheim|abcdef|3456|0a1b2c/i);
  });

  it('returns at most 200 characters', () => {
    expect(vendorTextOf(body('no '.repeat(1_000)), [])).toHaveLength(200);
  });
});

it('removes credentials, query and fragment from a URL', () => {
  expect(redactedUrl('https://user:pass@llm.example.com:8443/v1/?key=abc#x')).toBe(
    'https://llm.example.com:8443/v1',
  );
  expect(redactedUrl('http://127.0.0.1:11434')).toBe('http://127.0.0.1:11434');
});
