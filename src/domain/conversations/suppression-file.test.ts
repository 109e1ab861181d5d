import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../core/problems.ts';
import { SuppressionFile, type SuppressionDefaults, type SuppressionEntry } from './suppression-file.ts';

const defaults: SuppressionDefaults = { channel: 'all', reason: 'imported' };

/** Reads a file in pieces of `pieceBytes`. */
function read(content: string | Uint8Array, changes: Partial<SuppressionDefaults> = {}, pieceBytes = 7) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const entries: SuppressionEntry[] = [];
  const file = new SuppressionFile({ ...defaults, ...changes }, (entry) => entries.push(entry), {
    limits: { maxRows: 20, maxColumns: 10, maxCellBytes: 200 },
  });
  for (let at = 0; at < bytes.length; at += pieceBytes) file.push(bytes.subarray(at, at + pieceBytes));
  return { ...file.end(), entries };
}

describe('SuppressionFile', () => {
  it.each([
    ['address,channel,reason\n+12025550100,sms,STOP\n', 'sms', 'STOP'],
    ['\uFEFFReason;Phone Number\r\n"a; b";+1 202 555 0100\r\n', 'all', 'a; b'],
    ['Name\tE-mail\tMobile\tchannel\nAda\tx\t+12025550100\tSMS\n', 'sms', 'imported'],
    ['phone\n+12025550100', 'all', 'imported'],
    ['+12025550100\n', 'all', 'imported'],
  ])('reads %j', (text, channel, reason) => {
    const channels = channel === 'sms' ? ['sms'] : ['voice', 'sms'];
    expect(read(text)).toEqual({
      totalRows: 1,
      invalidRows: 0,
      errors: [],
      entries: [{ address: '+12025550100', channels, reason }],
    });
  });

  it('reports each fault with its row number as in a spreadsheet', () => {
    const { totalRows, invalidRows, errors, entries } = read(
      'phone,channel\n+12025550100,sms\n\n+1202,sms\n+12025550101,fax\n+12025550102,email\n',
    );
    expect([totalRows, invalidRows, entries.length]).toEqual([4, 3, 1]);
    expect(errors).toMatchObject([
      { row: 4, column: 'address', code: 'invalid_recipient', value: '+1202' },
      { row: 5, column: 'channel', code: 'invalid_value', value: 'fax' },
      { row: 6, column: 'channel', code: 'invalid_value', value: 'email' },
    ]);
  });

  it('accepts national numbers if the country is known', () => {
    const text = 'number\n(202) 555-0100\n';
    expect(read(text, { defaultCountry: 'US' }).entries).toMatchObject([{ address: '+12025550100' }]);
    expect(read(text).invalidRows).toBe(1);
  });

  it.each([
    ['', 'csv_empty'],
    ['phone\n', 'csv_empty'],
    ['name,city\nAda,London\n', 'csv_invalid_header'],
    ['phone\n"+12025550100', 'csv_malformed'],
    ['phone\n\0', 'csv_malformed'],
    [Buffer.from([0xff, 0xfe, 0x70, 0x00]), 'csv_malformed'],
    [`phone\n${'+12025550100\n'.repeat(21)}`, 'csv_too_large'],
  ])('rejects %j', (content, code) => {
    expect(() => read(content)).toThrow(expect.objectContaining({ code }));
  });

  it('reads the same result in pieces of any size', () => {
    const text = 'phone,reason\r\n+12025550100,"said ""no"" ü"\r\n+12025550101,\r\nx,y\r\n';
    const whole = read(text, {}, 1000);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (size) => {
        expect(read(text, {}, size)).toEqual(whole);
      }),
    );
    expect(whole.entries.map(({ reason }) => reason)).toEqual(['said "no" ü', 'imported']);
  });

  it('counts every row of a readable file and throws a Problem otherwise', () => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    const nearly = fc
      .stringMatching(/^phone,channel\n([+0-9a-z@.,"\n ]{0,80})$/)
      .map((text) => Buffer.from(text));
    fc.assert(
      fc.property(fc.oneof(bytes, nearly), (content) => {
        const outcome = ((): unknown => {
          try {
            const { totalRows, invalidRows, entries } = read(content);
            return totalRows - invalidRows - entries.length;
          } catch (error) {
            return error instanceof Problem ? 0 : error;
          }
        })();
        expect(outcome).toBe(0);
      }),
    );
  });
});
