import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../core/problems.ts';
import { EncodingDetector } from './csv-decoder.ts';
import { CsvReader, type CsvReaderOptions, type CsvReport, type CheckedRow } from './csv-reader.ts';

const options: CsvReaderOptions = {
  ownNumbers: new Set(['+12025550199']),
  allowDuplicates: false,
  headerIsRow1: true,
  previewRows: 5,
  checksRows: true,
};

function read(
  file: string | Uint8Array,
  changes: Partial<CsvReaderOptions> = {},
  pieceBytes = 1 << 20,
): { report: CsvReport; rows: CheckedRow[] } {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const rows: CheckedRow[] = [];
  const detector = new EncodingDetector();
  for (let at = 0; at < bytes.length; at += pieceBytes) detector.push(bytes.subarray(at, at + pieceBytes));
  const reading = new CsvReader({ ...options, ...changes }, (row) => rows.push(row), detector.end());
  for (let at = 0; at < bytes.length; at += pieceBytes) reading.push(bytes.subarray(at, at + pieceBytes));
  return { report: reading.end(), rows };
}

const ok = '+12024561111';

describe('CsvReader', () => {
  it('assigns each column a name and a role', () => {
    const { report } = read(`Phone,Name,Appointment Date,doctorName,2nd Größe\n${ok},Ada,1,2,3\n`);
    expect(report.columns.map(({ name, role }) => `${name} ${role}`)).toEqual([
      'phone_number phone_number',
      'name reserved',
      'appointment_date variable',
      'doctor_name variable',
      'column_2nd_gro_e variable',
    ]);
  });

  it.each([
    'phone_number',
    'phoneNumber',
    'phone number',
    'phone',
    'number',
    'to_number',
    'to',
    'contact_number',
    'PHONE',
  ])('accepts %s as the column of numbers', (header) => {
    expect(read(`${header}\n${ok}\n`).rows[0]!.callee.recipient).toBe(ok);
  });

  it.each([
    'Telefon',
    'Rufnummer',
    'Handy',
    'Handynummer',
    'Teléfono',
    'Móvil',
    'Téléphone',
    'Portable',
    'Telefone',
    'Telemóvel',
    'Celular',
    'Telefono',
    'Cellulare',
    'Telefoon',
    'Mobiel',
    'Mobile',
    'Tel.',
  ])('accepts %s as the column of numbers, unless the file has a phone_number', (header) => {
    expect(read(`name,${header}\nAda,${ok}\n`).rows[0]!.callee.recipient).toBe(ok);
    const { columns } = read(`phone_number,${header}\n${ok},5\n`).report;
    expect(columns.map(({ role }) => role)).toEqual(['phone_number', 'variable']);
  });

  it('returns the details of each call', () => {
    const header =
      'phone_number,name,email,timezone,scheduled_at,external_id,from_number,language,first_message,doctor';
    const row = `${ok},Ada,ada@example.com,Europe/Berlin,2030-01-05T09:00:00Z,p-1,+12025550199,de,Hallo,Grey`;
    expect(read(`${header}\n${row}\n`).rows[0]!.callee).toEqual({
      recipient: ok,
      fromNumber: '+12025550199',
      scheduledAt: '2030-01-05T09:00:00Z',
      customer: { name: 'Ada', email: 'ada@example.com', timezone: 'Europe/Berlin', externalId: 'p-1' },
      overrides: { language: 'de', firstMessage: 'Hallo' },
      dynamic: { doctor: 'Grey' },
    });
  });

  it('reports every fault with row, column and value', () => {
    const { report, rows } = read(
      `phone,email,timezone,from_number,scheduled_at\n123,x,Mars,+12025550188,soon\n,,,,\n${ok}\n`,
    );
    expect(report.errors.map(({ row, column, code, value }) => [row, column, code, value])).toEqual([
      [2, 'phone_number', 'invalid_number', '123'],
      [2, 'email', 'invalid_email', 'x'],
      [2, 'timezone', 'invalid_timezone', 'Mars'],
      [2, 'from_number', 'number_not_owned', '+12025550188'],
      [2, 'scheduled_at', 'invalid_time', 'soon'],
      [3, 'phone_number', 'missing_number', ''],
      [4, null, 'wrong_column_count', null],
    ]);
    expect(report).toMatchObject({ totalRows: 3, invalidRows: 3, errorsTruncated: false });
    expect(rows.map(({ skipReason }) => skipReason)).toEqual(['invalid_row', 'invalid_row', 'invalid_row']);
  });

  it('accepts languages that the agent supports in any region', () => {
    const file = `phone,language\n${ok},es-MX\n+12024561112,en-AU\n+12024561113,\n+12024561114,none!\n`;
    const { report, rows } = read(file, { languages: { supported: ['en-US', 'en-GB'] } });
    expect(report.errors).toMatchObject([
      {
        row: 2,
        column: 'language',
        code: 'unsupported_language',
        value: 'es-MX',
        message: 'Write a language that the agent understands and speaks, such as en-US or en-GB.',
      },
      { row: 5, column: 'language', code: 'invalid_language', value: 'none!' },
    ]);
    expect(rows.map(({ callee }) => callee.overrides)).toEqual([{}, { language: 'en-AU' }, {}, {}]);
  });

  it('accepts any language if the supported ones are unknown, and rejects every language if the agent supports none', () => {
    const file = `phone,language\n${ok},es-MX\n`;
    expect(read(file).report.errors).toEqual([]);
    expect(read(file, { languages: { supported: [] } }).report.errors).toMatchObject([
      { code: 'unsupported_language', message: expect.stringMatching(/^The agent has no language/) },
    ]);
  });

  it('skips duplicate numbers unless they are allowed', () => {
    const file = `phone\n${ok}\n202 456 1111\n`;
    const { report, rows } = read(file, { defaultCountry: 'US' });
    expect(report).toMatchObject({ totalRows: 2, duplicateRows: 1, invalidRows: 0 });
    expect(rows[1]).toMatchObject({
      skipReason: 'duplicate',
      detail: 'Row 2 has the same number.',
    });
    expect(read(file, { defaultCountry: 'US', allowDuplicates: true }).report.duplicateRows).toBe(0);
  });

  it('lists at most 100 faults', () => {
    const { report } = read(`phone\n${'1\n'.repeat(150)}`);
    expect(report.errors).toHaveLength(100);
    expect(report).toMatchObject({ invalidRows: 150, errorsTruncated: true });
  });

  it.each([
    ['2024561111', 'The country is missing.'],
    ['(202) 456-1111', 'The country is missing.'],
    ['12024561111', 'The country is missing.'],
    ['1.20256E+10', 'in scientific notation'],
    ['1,20256e10', 'in scientific notation'],
    ['12125550160.0', 'The number has decimals'],
    ['12125550160,00', 'The number has decimals'],
    ['+1 212 555 0160 ext 5', 'An extension cannot be dialed'],
    ['+1 212 555 0160 ext. 5', 'An extension cannot be dialed'],
    ['+12125550160x5', 'An extension cannot be dialed'],
    ['+12125550160 #5', 'An extension cannot be dialed'],
    ['(212) 555-0160 extension 5', 'An extension cannot be dialed'],
    ['ext 5', 'The number is not valid.'],
    ['+12', 'The number is not valid.'],
    ['123', 'The number is not valid.'],
    ['call her', 'The number is not valid.'],
  ])('explains why %s is not a valid number', (number, message) => {
    const { report } = read(`phone,name\n"${number}",Ada\n`);
    expect(report.errors).toEqual([expect.objectContaining({ code: 'invalid_number', value: number })]);
    expect(report.errors[0]!.message).toContain(message);
  });

  it.each([
    ['00442079460018', 'Write + instead of 00'],
    ['0049 30 901820', 'Write + instead of 00'],
    ['(00) 49-30-901820', 'Write + instead of 00'],
    ['911', 'This is an emergency number.'],
    ['1-1-2', 'This is an emergency number.'],
    ['999', 'This is an emergency number.'],
    ['+1 911', 'This is an emergency number.'],
    ['\u0669\u0661\u0661', 'This is an emergency number.'],
  ])('explains what is wrong with %s', (number, message) => {
    for (const defaultCountry of [undefined, 'US', 'GB']) {
      if (defaultCountry === 'GB' && number.includes('00')) continue;
      const { report } = read(`phone,name\n"${number}",Ada\n`, { defaultCountry });
      expect(report.errors).toEqual([expect.objectContaining({ code: 'invalid_number', value: number })]);
      expect(report.errors[0]!.message).toContain(message);
    }
  });

  it.each([
    ['full-width', '\uff0b\uff11\uff12\uff10\uff12\uff14\uff15\uff16\uff11\uff11\uff11\uff11'],
    ['Arabic-Indic', '+\u0661\u0662\u0660\u0662\u0664\u0665\u0666\u0661\u0661\u0661\u0661'],
    ['Persian', '+\u06f1\u06f2\u06f0\u06f2\u06f4\u06f5\u06f6\u06f1\u06f1\u06f1\u06f1'],
    ['bracketed full-width', '+1\uff08202\uff09456\uff0d1111'],
  ])('reads %s digits', (_, number) => {
    const { rows } = read(`phone,from_number\n${number},'\uff0b12025550199\n`);
    expect(rows[0]).toMatchObject({
      skipReason: null,
      callee: { recipient: ok, fromNumber: '+12025550199' },
    });
  });

  it('names the default country', () => {
    const { report } = read(`phone\n202\n`, { defaultCountry: 'US' });
    expect(report.errors[0]!.message).toContain('or as it is dialed in US');
  });

  it.each(['sep=;\r\n', 'SEP=;\n', '"sep=;"\n', '\uFEFFsep=;\n'])(
    'reads the delimiter from %j, which is not a row',
    (line) => {
      const { report, rows } = read(`${line}phone;a,b,c,d\n${ok};x\n`);
      expect(report.columns.map(({ header }) => header)).toEqual(['phone', 'a,b,c,d']);
      expect(rows[0]!.rowNumber).toBe(2);
    },
  );

  it('previews fewer rows if they are long', () => {
    const variables = Array.from({ length: 90 }, (_, index) => `v${index}`);
    const line = `${ok},${variables.map(() => 'x'.repeat(1000)).join(',')}\n`;
    const { report } = read(`phone_number,${variables.join(',')}\n${line.repeat(20)}`, { previewRows: 20 });
    expect(report.totalRows).toBe(20);
    expect(report.preview).toHaveLength(6);
  });

  it('accepts a byte order mark and other delimiters', () => {
    for (const delimiter of [',', ';', '\t', '|']) {
      const { rows } = read(`\ufeffphone${delimiter}doctor\r\n${ok}${delimiter}"Grey"\r\n`);
      expect(rows[0]!.callee).toMatchObject({ recipient: ok, dynamic: { doctor: 'Grey' } });
    }
  });
});

describe('invisible characters', () => {
  it('are removed and their rows counted', () => {
    const copied = `\u202a${ok}\u202c`;
    const file = `phone,name,doctor\n${copied},Ad\u200ba,Grey\n+12024561112,Eve\u00ad,\ufeffGrey\n${ok},\u200eX,\n`;
    const { report, rows } = read(file);
    expect(rows.map(({ callee }) => [callee.recipient, callee.customer.name, callee.dynamic])).toEqual([
      [ok, 'Ada', { doctor: 'Grey' }],
      ['+12024561112', 'Eve', { doctor: 'Grey' }],
      [ok, 'X', {}],
    ]);
    expect(report.duplicateRows).toBe(1);
    expect(report.characters.invisible).toEqual([
      { rows: 1, firstRows: [2] },
      { rows: 2, firstRows: [2, 3] },
      { rows: 1, firstRows: [3] },
    ]);
  });

  it('are kept if they join letters, except in a number', () => {
    const { report, rows } = read(`phone,name\n+1202456\u200c1111,\u0645\u06cc\u200c\u0646\n`);
    expect(rows[0]!.callee).toMatchObject({
      recipient: ok,
      customer: { name: '\u0645\u06cc\u200c\u0646' },
    });
    expect(report.characters.invisible.map(({ rows: count }) => count)).toEqual([0, 0]);
  });

  it('and lost characters are counted in pieces of any size', () => {
    const file = `phone,name\n${ok},Jos\ufffd\n+12024561112,\u202aEve\n`;
    for (const size of [1, 7, 1000])
      expect(read(file, {}, size).report.characters).toEqual({
        invisible: [
          { rows: 0, firstRows: [] },
          { rows: 1, firstRows: [3] },
        ],
        lost: [
          { rows: 0, firstRows: [] },
          { rows: 1, firstRows: [2] },
        ],
      });
  });
});

describe('the preview', () => {
  it('includes the numbers in E.164', () => {
    const file = 'name,phone\nAda,(202) 456-1111\nEve,x\nKim\n';
    for (const checksRows of [true, false]) {
      const { report } = read(file, { defaultCountry: 'US', checksRows });
      expect(report.preview[0]).toEqual({ name: 'Ada', phone_number: '(202) 456-1111' });
      expect(report.recipients).toEqual([ok, null, null]);
    }
  });
});

describe('scheduled rows', () => {
  it('are counted if their instant is in the past', () => {
    const file = `phone,scheduled_at\n${ok},2026-01-05T09:00:00Z\n+12024561112,2026-01-05T11:00:00+01:00\n+12024561113,\n`;
    const nowMs = Date.parse('2026-01-05T09:30:00Z');
    expect(read(file, { nowMs }).report.pastTimes).toEqual({ rows: 1, firstRows: [2] });
    expect(read(file).report.pastTimes.rows).toBe(0);
  });
});

describe('joined columns', () => {
  const columnHeaders = { appointment: ['Datum', 'Uhrzeit'] };

  it('become one variable, in the order of the list', () => {
    const file = `Telefon;Datum;Praxis;Uhrzeit\n${ok};24.11.2026;Nord;09:30\n+12024561112;24.11.2026;Nord;\n+12024561113;;Nord;\n`;
    const { report, rows } = read(file, { columnHeaders, dateOrder: 'dmy' });
    expect(rows.map(({ callee }) => callee.dynamic)).toEqual([
      { appointment: '2026-11-24T09:30', praxis: 'Nord' },
      { appointment: '2026-11-24', praxis: 'Nord' },
      { praxis: 'Nord' },
    ]);
    expect(report.columns).toMatchObject([
      { name: 'phone_number' },
      { name: 'appointment', header: 'Datum, Uhrzeit', role: 'variable' },
      { name: 'praxis', header: 'Praxis' },
    ]);
    expect(report.preview[0]).toEqual({
      phone_number: ok,
      appointment: '24.11.2026 09:30',
      praxis: 'Nord',
    });
    expect(report.emptyCells.map(({ rows: count }) => count)).toEqual([0, 1, 0]);
    const reversed = { columnHeaders: { appointment: ['Uhrzeit', 'Datum'] } };
    expect(read(file, reversed).rows[0]!.callee.dynamic).toEqual({
      appointment: '09:30 24.11.2026',
      praxis: 'Nord',
    });
  });

  it('are a fault of the row if their date is not in the date order, and the row keeps its text', () => {
    const file = `Telefon;Datum;Uhrzeit\n${ok};32.13.2026;09:30\n+12024561112;24.11.2026;\n+12024561113;bald;\n+12024561114;2026-02-30;\n`;
    const { report, rows } = read(file, { columnHeaders, dateOrder: 'dmy', previewRows: 4 });
    expect(report.errors).toEqual([
      {
        row: 2,
        column: 'appointment',
        code: 'invalid_time',
        message:
          'The date does not exist in this order. With dateOrder dmy write 24.11.2026 10:00, 2026-11-24T10:00, or with an offset 2026-11-24T10:00:00-05:00.',
        value: '32.13.2026 09:30',
      },
      expect.objectContaining({ row: 5, value: '2026-02-30' }),
    ]);
    expect(rows[0]).toMatchObject({
      skipReason: 'invalid_row',
      callee: { dynamic: { appointment: '32.13.2026 09:30' } },
    });
    expect(report.times).toEqual([
      { appointment: null },
      { appointment: '2026-11-24' },
      {},
      { appointment: null },
    ]);
    expect(read(file, { columnHeaders }).report.errors).toEqual([]);
  });

  it.each([
    [`${ok},24.11.2026`, 'The header has 3 columns but this row has 2.'],
    [`${ok},24.11.2026,9:30,x`, 'The header has 3 columns but this row has 4.'],
    [ok, 'The header has 3 columns but this row has 1.'],
  ])('do not hide that %s has too few or too many cells', (row, message) => {
    const { report } = read(`phone,Datum,Uhrzeit\n${row}\n`, { columnHeaders });
    expect(report.errors).toMatchObject([
      { code: 'wrong_column_count', message: expect.stringContaining(message) },
    ]);
  });

  it('do not hide a value below a column without a name', () => {
    const { report } = read(`phone,Datum,Uhrzeit,,\n${ok},1,2,,x\n`, { columnHeaders });
    expect(report.errors[0]!.message).toContain('Column 5 has a value');
  });

  it('join a date and a time to the time of the call, in the zone of the person', () => {
    const zonesOfNumber = (number: string) =>
      number.endsWith('1') ? ['America/New_York'] : ['America/New_York', 'America/Chicago'];
    const { report, rows } = read(
      `phone,tz,Datum,Uhrzeit\n${ok},,24.11.2026,09:30\n+12024561112,Europe/Berlin,24.11.2026,09:30\n+12024561113,,24.11.2026,09:30\n`,
      {
        columnHeaders: { scheduled_at: ['Datum', 'Uhrzeit'], timezone: 'tz' },
        dateOrder: 'dmy',
        zonesOfNumber,
      },
    );
    expect(rows.map(({ callee }) => callee.scheduledAt)).toEqual([
      '2026-11-24T14:30:00.000Z',
      '2026-11-24T08:30:00.000Z',
      '2026-11-24T09:30',
    ]);
    expect(report.errors).toMatchObject([{ row: 4, column: 'scheduled_at', code: 'timezone_unknown' }]);
  });

  it.each([
    [{ a: ['Datum', 'Datum'] }, 'duplicate_column'],
    [{ a: ['Datum', 'Uhr'] }, 'unknown_column'],
    [{ a: ['Datum', 'Uhrzeit'], b: 'Uhrzeit' }, 'duplicate_column'],
    [{ Praxis: ['Datum', 'Uhrzeit'] }, 'duplicate_column'],
  ])('are rejected if their headers are %j', (headers, code) => {
    const problem = expect.objectContaining({ fields: [expect.objectContaining({ code })] });
    expect(() => read(`phone,Datum,Praxis,Uhrzeit\n${ok},1,2,3\n`, { columnHeaders: headers })).toThrow(
      problem,
    );
  });
});

describe('trailing columns without a name', () => {
  it('are ignored if they are empty', () => {
    const { report } = read(`phone;name;;\n${ok};Ada;;\n+12024561112;Eve\n+12024561113;Kim; \n`);
    expect(report).toMatchObject({ invalidRows: 0, totalRows: 3 });
    expect(report.columns.map(({ name }) => name)).toEqual(['phone_number', 'name']);
    expect(read(`phone${','.repeat(500)}\n${ok}\n`).report.columns).toHaveLength(1);
  });

  it.each([
    [
      `${ok};Ada;;note`,
      'missing_name',
      'note',
      'Column 4 has a value but no name. Name the column in the header, or remove it.',
    ],
    [
      ok,
      'wrong_column_count',
      null,
      'The header has 4 columns but this row has 1. Check the row for a missing separator or quote.',
    ],
    [
      `${ok};Ada;;;`,
      'wrong_column_count',
      null,
      'The header has 4 columns but this row has 5. Check the row for a separator in an unquoted cell.',
    ],
  ])('do not hide the fault of %s', (row, code, value, message) => {
    expect(read(`phone;name;;\n${row}\n`).report.errors).toEqual([
      { row: 2, column: null, code, message, value },
    ]);
  });

  it('do not change the result for any file', () => {
    const cell = fc.constantFrom('', ' ', 'Ada', '"Grey, ; ""MD"""', '2024561111', ok);
    const files = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      rows: fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }),
      blank: fc.integer({ min: 0, max: 5 }),
      kept: fc.array(fc.nat(5), { minLength: 8, maxLength: 8 }),
    });
    fc.assert(
      fc.property(files, fc.integer({ min: 1, max: 64 }), ({ delimiter, rows, blank, kept }, size) => {
        const fileOf = (blanks: (row: number) => number) =>
          [['phone', 'name', 'doctor'], ...rows]
            .map((cells, row) => cells.join(delimiter) + delimiter.repeat(blanks(row)))
            .join('\n');
        const padded = fileOf((row) => (row === 0 ? blank : Math.min(blank, kept[row - 1]!)));
        expect(read(padded, {}, size)).toEqual(read(fileOf(() => 0)));
      }),
    );
  });
});

/** Returns whether every row is reported once and counted correctly, or the file is rejected. */
function isAccountedFor(file: Uint8Array, pieceBytes: number): boolean {
  try {
    const { report, rows } = read(file, {}, pieceBytes);
    const of = (reason: string) => rows.filter(({ skipReason }) => skipReason === reason).length;
    return (
      rows.length === report.totalRows &&
      of('invalid_row') === report.invalidRows &&
      of('duplicate') === report.duplicateRows
    );
  } catch (error) {
    return error instanceof Problem && error.code.startsWith('csv_');
  }
}

const wide = Array.from({ length: 10_000 }, (_, index) => `c${index}`).join(',');

describe('an invalid file', () => {
  const cases: Record<string, [file: string | Uint8Array, code: string, words: string]> = {
    'UTF-32': [Buffer.from('\xff\xfe\0\0p\0\0\0', 'latin1'), 'csv_malformed', 'UTF-32'],
    'a table of NUL bytes': [new Uint8Array(2000), 'csv_malformed', 'not text'],
    'DOS code page 850': [
      Buffer.from(`phone,name\n${ok},Ada\n${ok},M\x81ller\n`, 'latin1'),
      'csv_malformed',
      'Row 3 has characters in another encoding',
    ],
    'two encodings': [
      Buffer.concat([
        Buffer.from(`phone,name\n${ok},"Mü\nller"\n${ok},J`),
        Buffer.from('\xf6rg\n', 'latin1'),
      ]),
      'csv_malformed',
      'Row 3 has characters in another encoding',
    ],
    'two encodings in the other order': [
      Buffer.concat([Buffer.from(`phone,name\n${ok},J\xf6rg\n`, 'latin1'), Buffer.from(`${ok},Müller\n`)]),
      'csv_malformed',
      'Row 2 has characters in another encoding',
    ],
    'a file that is cut in a character': [
      Buffer.from(`phone,name\n${ok},Mü\n${ok},Jö`).subarray(0, -1),
      'csv_malformed',
      'Row 3 ends in the middle of a character',
    ],
    'UTF-16 that is cut in a character': [
      Buffer.from(`phone,name\n${ok},Müller\n`, 'utf16le').subarray(0, -1),
      'csv_malformed',
      'ends in the middle of a character',
    ],
    'a ZIP archive': [Buffer.from('PK\x03\x04\x14\0\x06\0', 'latin1'), 'csv_malformed', 'ZIP archive'],
    'a NUL': [`phone\n${ok}\n+1202\x004561111\n`, 'csv_malformed', 'Row 3 contains a NUL'],
    'lines that end with CR': [`phone,name\r${ok},Ada\r`, 'csv_malformed', 'carriage return'],
    nothing: ['', 'csv_empty', ''],
    'only a header': ['phone\n', 'csv_empty', ''],
    'no numbers': ['name\nAda\n', 'csv_missing_phone_column', 'The only column is "name".'],
    'no numbers in many columns': [
      'Größe,name,a,b,c,d,e\n1,2,3,4,5,6,7\n',
      'csv_missing_phone_column',
      'Name one phone_number, phone, number, to, to_number or contact_number, or send its header in columns.phone_number. The columns are "Größe", "name", "a", "b", "c" and 2 more.',
    ],
    'one column twice': [`phone,Name,name\n${ok},a,b\n`, 'csv_invalid_header', ''],
    'two columns of numbers in another language': [`Telefon,Handy\n${ok},1\n`, 'csv_invalid_header', ''],
    'two columns of numbers': [`phone,number\n${ok},1\n`, 'csv_invalid_header', ''],
    'a column without a name': [`phone,,a\n${ok},1,2\n`, 'csv_invalid_header', ''],
    '10,000 columns': [`${wide}\n`, 'csv_too_large', '10000 columns'],
  };

  it.each(Object.entries(cases))('is rejected with an explanation: %s', (_name, [file, code, words]) => {
    const refusal = (() => {
      try {
        return read(file);
      } catch (error) {
        return error as Problem;
      }
    })();
    expect(refusal).toMatchObject({ code });
    expect((refusal as Problem).message).toContain(words);
  });

  it('is rejected with every fault of its header', () => {
    expect(() => read(`phone,,a,A\n${ok},1,2,3\n`)).toThrow(
      expect.objectContaining({
        fields: [
          expect.objectContaining({ path: 'columns[1]', code: 'missing_name' }),
          expect.objectContaining({ path: 'columns[3]', code: 'duplicate_column' }),
        ],
      }) as Error,
    );
  });

  it('is rejected if it has too many rows', () => {
    const limits = { maxRows: 3, maxColumns: 100, maxCellBytes: 4096 };
    expect(read(`phone\n${`${ok}\n`.repeat(3)}`, { limits }).report.totalRows).toBe(3);
    expect(() => read(`phone\n${`${ok}\n`.repeat(4)}`, { limits })).toThrow('more than 3 rows');
  });

  it('is read or rejected for any bytes without a lost row', () => {
    const alphabet = fc.constantFrom(
      ...Buffer.from('phone,\n\r";\t+1202456\0x'),
      0xef,
      0xbb,
      0xbf,
      0xff,
      0xc3,
      0xa9,
    );
    const bytes = fc
      .tuple(fc.boolean(), fc.array(alphabet, { maxLength: 300 }))
      .map(([hasHeader, rest]) =>
        Buffer.concat([Buffer.from(hasHeader ? 'phone,a\n' : ''), Buffer.from(rest)]),
      );
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 64 }), (file, size) => {
        expect(isAccountedFor(file, size)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('has the same result in pieces of any size', () => {
    const file = `phone,doctor\n${ok},"Grey\n, ""MD"""\n1,2\n+442079460018,é漢😀\n`;
    const whole = read(file);
    for (let size = 1; size < 40; size += 1) expect(read(file, {}, size)).toEqual(whole);
  });
});
