import { describe, expect, it } from 'vitest';
import { tokensOf } from './header-fields.ts';
import { Headers } from './headers.ts';
import { createRequest } from './message.ts';

const headers = () =>
  new Headers([
    ['v', 'one'],
    ['X-Own', 'a'],
    ['VIA', 'two, "three, four"'],
  ]);

describe('Headers', () => {
  it('matches names in compact form and any case, and writes them in their usual spelling', () => {
    expect([
      headers().get('via'),
      headers().has('V'),
      headers().has('x-own'),
      headers().has('other'),
    ]).toEqual(['one', true, true, false]);
    expect(headers().serialize()).toBe('Via: one\r\nX-Own: a\r\nVia: two, "three, four"\r\n');
  });

  it('returns field lines with all() and values with list()', () => {
    expect(headers().all('Via')).toEqual(['one', 'two, "three, four"']);
    expect(headers().list('Via')).toEqual(['one', 'two', '"three, four"']);
  });

  it('keeps the position of a replaced field, and prepends before all others', () => {
    expect(headers().set('Via', 'x').serialize()).toBe('Via: x\r\nX-Own: a\r\n');
    expect(headers().prepend('Via', 'first').get('Via')).toBe('first');
    expect(headers().replaceFirst('Via', 'x').all('Via')).toEqual(['x', 'two, "three, four"']);
    expect(headers().delete('Via').set('Call-ID', '1').serialize()).toBe('X-Own: a\r\nCall-ID: 1\r\n');
  });

  it('caches parsed values until a change', () => {
    let parsed = 0;
    const count = () => (parsed += 1);
    const fields = headers();
    const cached = [fields.read(count), fields.read(count)];
    fields.append('Via', 'x');
    expect([...cached, fields.read(count)]).toEqual([1, 1, 2]);
  });

  it('clones without sharing fields', () => {
    const fields = headers();
    fields.clone().delete('Via');
    expect(fields.has('Via')).toBe(true);
  });

  it('joins token lists across lines', () => {
    const request = createRequest('OPTIONS', 'sip:a@b', [
      ['k', 'timer,'],
      ['Supported', ' 100rel , replaces'],
    ]);
    expect(tokensOf(request, 'Supported')).toEqual(['timer', '100rel', 'replaces']);
  });
});
