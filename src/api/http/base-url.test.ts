import { expect, it } from 'vitest';
import { baseUrlOf } from './base-url.ts';

const baseUrl = (headers: Record<string, string>) => baseUrlOf((name) => headers[name]);

it('returns the base URL of the request', () => {
  expect(baseUrl({ host: 'parley.example.net:8080' })).toBe('http://parley.example.net:8080');
  expect(baseUrl({ host: '[2001:db8::1]', 'x-forwarded-proto': 'https' })).toBe('https://[2001:db8::1]');
});

it.each(['<script>alert(1)</script>', 'a"onload="x', "x';", '$&', ''])(
  'ignores the invalid Host header %s',
  (host) => expect(baseUrl({ host })).toBe('http://127.0.0.1:3000'),
);
