import { describe, expect, it } from 'vitest';
import { UsageError } from '../output.ts';
import { readColumns } from './send-file.ts';

describe('readColumns', () => {
  it.each([
    ['phone=Telefon', { phone: 'Telefon' }],
    ['at=Datum, Uhrzeit', { at: ['Datum', 'Uhrzeit'] }],
    ['at="Date, new"', { at: 'Date, new' }],
    ['at="Date, new","Time, new"', { at: ['Date, new', 'Time, new'] }],
    ['at="Date, new",Time', { at: ['Date, new', 'Time'] }],
    ['size=Size (5" pipe)', { size: 'Size (5" pipe)' }],
  ])('reads %s', (value, columns) => expect(readColumns([value])).toEqual(columns));

  it.each([[['Telefon']], [['phone=']], [['a=x', 'a=y']]])('rejects %j', (values) =>
    expect(() => readColumns(values)).toThrow(UsageError),
  );
});
