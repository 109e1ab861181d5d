import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../core/problems.ts';
import { csvLimits } from '../batches/csv-parser.ts';
import { InventoryFile, type InventoryRow } from './inventory-file.ts';

function read(bytes: Uint8Array, pieceBytes = bytes.length || 1, limits = csvLimits) {
  const rows: InventoryRow[] = [];
  const file = new InventoryFile((row) => rows.push(row), { limits });
  for (let at = 0; at < bytes.length; at += pieceBytes) file.push(bytes.subarray(at, at + pieceBytes));
  file.end();
  return { rows, totalRows: file.totalRows, ignored: file.ignoredColumns };
}

const codeOf = (text: string, limits = csvLimits) => {
  try {
    read(Buffer.from(text), 7, limits);
  } catch (error) {
    return (error as Problem).code;
  }
  return undefined;
};

describe('InventoryFile', () => {
  it('reads columns by the header and lists the ignored ones', () => {
    const text =
      '\uFEFFPhone Number;Locality;Carrier ref;monthlyPriceUsd\r\n+14155550100; Oakland ;7;\r\n+1;;;1.5';
    expect(read(Buffer.from(text))).toEqual({
      rows: [
        { row: 2, cells: { phone_number: '+14155550100', locality: 'Oakland' } },
        { row: 3, cells: { phone_number: '+1', monthly_price_usd: '1.5' } },
      ],
      totalRows: 2,
      ignored: ['Carrier ref'],
    });
  });

  it.each([
    ['', 'csv_empty'],
    ['phone_number\n', 'csv_empty'],
    ['name,city\na,b\n', 'csv_missing_phone_column'],
    ['phone_number,type,type\n+1,a,b\n', 'csv_invalid_header'],
    ['phone_number\n"+1\n', 'csv_malformed'],
    ['phone_number\n+1\0\n', 'csv_malformed'],
  ])('rejects %j', (text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it('rejects more rows than the limit', () => {
    expect(codeOf('phone_number\n+1\n+2\n+3\n', { ...csvLimits, maxRows: 2 })).toBe('csv_too_large');
  });

  it('reads or rejects a file in pieces of any size with the same result', () => {
    const texts = fc
      .array(
        fc.constantFrom(
          'phone_number',
          'type',
          '+14155550100',
          ',',
          ';',
          '\n',
          '\r\n',
          '"',
          'é',
          '\0',
          'local',
        ),
      )
      .map((parts) => parts.join(''));
    const outcome = (bytes: Uint8Array, pieceBytes: number) => {
      try {
        return read(bytes, pieceBytes);
      } catch (error) {
        if (error instanceof Problem) return 'rejected';
        throw error;
      }
    };
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 9 }), fc.uint8Array(), (text, pieceBytes, noise) => {
        const bytes = Buffer.from(`phone_number,type\n${text}`);
        expect(outcome(bytes, pieceBytes)).toEqual(outcome(bytes, bytes.length));
        outcome(noise, pieceBytes);
      }),
    );
  });
});
