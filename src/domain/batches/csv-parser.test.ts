import { parse as theirParse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvParser, csvLimits, findDelimiter, type CsvDelimiter } from './csv-parser.ts';

/** Parses a text in pieces of at most `pieceCharacters`. */
function parse(
  text: string,
  pieceCharacters = text.length,
  delimiter: CsvDelimiter = ',',
  limits = csvLimits,
): string[][] {
  const records: string[][] = [];
  const parser = new CsvParser(delimiter, limits, (cells) => records.push(cells));
  for (let at = 0; at < text.length; at += Math.max(pieceCharacters, 1))
    parser.push(text.slice(at, at + Math.max(pieceCharacters, 1)));
  parser.end();
  return records;
}

describe('CsvParser', () => {
  const cases: Record<string, [text: string, records: string[][]]> = {
    'a comma in quotes': [
      'a,b\n"1,2",3\n',
      [
        ['a', 'b'],
        ['1,2', '3'],
      ],
    ],
    'quotes in quotes': ['a\n"She said ""no"""\n', [['a'], ['She said "no"']]],
    'line ends in quotes': [
      'a,b\r\n"1\r\n2","3\n4"\r\n',
      [
        ['a', 'b'],
        ['1\r\n2', '3\n4'],
      ],
    ],
    'empty cells': [
      'a,b,c\n1,"",""\n,,\n',
      [
        ['a', 'b', 'c'],
        ['1', '', ''],
        ['', '', ''],
      ],
    ],
    'no line end at the end': ['a\n1', [['a'], ['1']]],
    'a quoted cell at the end': ['a\n"1"', [['a'], ['1']]],
    'an empty cell at the end': [
      'a,b\n"1",',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    'LF and CRLF': ['a\r\n1\n2\r\n', [['a'], ['1'], ['2']]],
    'empty lines': ['\n\na\n\r\n1\n\n', [['a'], ['1']]],
    'JSON in a cell': [
      'k,v\n1,"{""type"": ""Point"", ""at"": [102.0, 0.5]}"\n',
      [
        ['k', 'v'],
        ['1', '{"type": "Point", "at": [102.0, 0.5]}'],
      ],
    ],
    'a quote inside a plain cell': ['a\n5\' 10" tall\n', [['a'], ['5\' 10" tall']]],
    'other scripts': [
      'a,b\nʤ,ﬀ\n',
      [
        ['a', 'b'],
        ['ʤ', 'ﬀ'],
      ],
    ],
  };

  it.each(Object.entries(cases))('reads %s', (_name, [text, records]) => {
    expect(parse(text)).toEqual(records);
    expect(parse(text, 1)).toEqual(records);
  });

  it('counts the header and empty lines in row numbers', () => {
    const rows: number[] = [];
    const parser = new CsvParser(',', csvLimits, (_cells, row) => rows.push(row));
    parser.push('a\n\n"1\n1"\n2\n');
    parser.end();
    expect(rows).toEqual([1, 3, 4]);
  });

  const cell = fc.string({
    unit: fc.constantFrom('a', '1', ' ', ',', ';', '"', '\n', '\r\n', 'é', '漢', '😀'),
    maxLength: 12,
  });
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
    );
  const csvOf = (records: readonly string[][], eol: string) =>
    records.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')).join(eol);

  it('reads records in pieces of any size', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 40 }),
        (records, eol, size) => {
          expect(parse(csvOf(records, eol), size)).toEqual(records);
        },
      ),
    );
  });

  it('agrees with csv-parse', () => {
    const plain = fc.stringMatching(/^[a-z0-9 ]{1,6}$/);
    const line = fc.array(
      fc.oneof(
        plain,
        cell.map((text) => `"${text.replaceAll('"', '""')}"`),
      ),
      { minLength: 2, maxLength: 4 },
    );
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 40 }),
        (lines, size) => {
          const text = lines.map((cells) => cells.join(',')).join('\n');
          const theirs = theirParse(text, { relax_column_count: true, record_delimiter: '\n' });
          expect(parse(text, size)).toEqual(theirs);
        },
      ),
    );
  });
});

describe('an invalid file', () => {
  it('is rejected with the position of an unclosed quote', () => {
    expect(() => parse('a,b\n1,2\n3,"4\n5,6\n')).toThrow(
      'Row 3, column 2: the quote that opens this cell is never closed.',
    );
  });

  it('is rejected with the position of text after a closing quote', () => {
    expect(() => parse('a,b\n"1"x,2\n')).toThrow(
      'Row 2, column 1: there is text between the closing quote and the next cell.',
    );
  });

  it('is rejected with the position of a cell that is too long', () => {
    expect(parse(`a\n${'x'.repeat(4096)}\n`)).toHaveLength(2);
    expect(() => parse(`a,b\n1,${'é'.repeat(2049)}\n`)).toThrow(
      'Row 2, column 2: a cell has more than 4096 bytes.',
    );
  });

  it.each(['', '"'])('does not buffer more than a record if a cell never ends (%s)', (start) => {
    const parser = new CsvParser(',', csvLimits, () => {});
    parser.push(`a\n${start}`);
    const piece = 'x'.repeat(64 * 1024);
    let pieces = 0;
    const endless = () => {
      for (; pieces < 16_384; pieces += 1) parser.push(piece);
    };
    expect(endless).toThrow('Row 2: a cell has more than 4096 bytes.');
    expect(pieces).toBeLessThan(8);
  });
});

describe('findDelimiter', () => {
  it('returns the most frequent delimiter of the header outside of quotes', () => {
    expect(findDelimiter('a,b;c,d\n1;2;3;4;5')).toBe(',');
    expect(findDelimiter('"a,b,c";d\n')).toBe(';');
    expect(findDelimiter('a\tb\n')).toBe('\t');
    expect(findDelimiter('a|b')).toBe('|');
    expect(findDelimiter('phone_number')).toBe(',');
  });
});
