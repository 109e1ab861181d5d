import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClauseSplitter, joinClauses, splitClauses } from './clauses.ts';
import { readSpokenTexts } from './speakable-text/testing/spoken-texts.ts';

const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
const visible = (text: string) => text.replaceAll(/\s/g, '');

describe('clauses', () => {
  it('end where a sentence ends', () => {
    expect(splitClauses('Hello there. How are you? Fine!')).toEqual([
      'Hello there.',
      'How are you?',
      'Fine!',
    ]);
  });

  it('split the first clause at a comma, so that speech starts early', () => {
    expect(splitClauses('Hi, this is Ada from the clinic, calling about Tuesday, the third.')).toEqual([
      'Hi, this is Ada from the clinic,',
      'calling about Tuesday, the third.',
    ]);
  });

  it('do not end at an abbreviation, a decimal point or an initial', () => {
    expect(splitClauses('Dr. Smith is in at 10 a.m. and pays 3.50 to J. Doe.')).toHaveLength(1);
  });

  it.each([
    ['German', 'Ihr Termin ist am 5. Mai. Passt das?', ['Ihr Termin ist am 5. Mai.', 'Passt das?']],
    [
      'German',
      'Wir wohnen im 2. Stock, z. B. Nr. 5. Danke.',
      ['Wir wohnen im 2. Stock,', 'z. B. Nr. 5.', 'Danke.'],
    ],
    ['German', 'Am 24.12. um 9 Uhr bei Dr. Weber.', ['Am 24.12. um 9 Uhr bei Dr. Weber.']],
    ['German', 'Das macht 5. Danke.', ['Das macht 5.', 'Danke.']],
    ['Dutch', 'Bel dhr. Jansen, d.w.z. nr. 5.', ['Bel dhr. Jansen, d.w.z. nr. 5.']],
    ['Spanish', 'El Sr. Ruiz, p. ej. Ud. Gracias.', ['El Sr. Ruiz, p. ej. Ud. Gracias.']],
    ['French', 'M. Dupont habite av. Foch. Merci.', ['M. Dupont habite av. Foch.', 'Merci.']],
    [
      'Italian',
      'Il Sig. Rossi, la Dott.ssa Verdi, ecc. Grazie.',
      ['Il Sig. Rossi, la Dott.ssa Verdi,', 'ecc.', 'Grazie.'],
    ],
    ['English', 'No. 5 is free. No. I mean it.', ['No. 5 is free.', 'No.', 'I mean it.']],
    [
      'English',
      'It is on Dec. 5 at 3 p.m. on Oak St. in town.',
      ['It is on Dec. 5 at 3 p.m. on Oak St. in town.'],
    ],
    [
      'Japanese',
      'はい。承知しました。「少々、お待ちください。」以上です',
      ['はい。', '承知しました。', '「少々、お待ちください。」', '以上です'],
    ],
    ['Chinese', '您好！请问您需要什么帮助？我可以帮您。', ['您好！', '请问您需要什么帮助？', '我可以帮您。']],
    ['Hindi', 'नमस्ते। आप कैसे हैं? मैं ठीक हूँ।', ['नमस्ते।', 'आप कैसे हैं?', 'मैं ठीक हूँ।']],
  ])('end where a sentence ends in %s: %j', (_language, text, clauses) => {
    expect(splitClauses(text)).toEqual(clauses);
  });

  it('keep a number with the words that name it', () => {
    expect(splitClauses('Your confirmation number is: 12345. Right?')).toEqual([
      'Your confirmation number is: 12345.',
      'Right?',
    ]);
  });

  it('contain no stage directions, even with commas and full stops inside', () => {
    expect(splitClauses('*smiles warmly, then nods.* Of course! (laughs, softly) Sure.')).toEqual([
      'Of course!',
      'Sure.',
    ]);
  });

  it('are returned from a stream as soon as the next word begins', () => {
    const splitter = new ClauseSplitter();
    expect(splitter.push('Sure. I can')).toEqual(['Sure.']);
    expect(splitter.push(' do that.')).toEqual([]);
    expect(splitter.flush()).toEqual(['I can do that.']);
    expect(splitter.flush()).toEqual([]);
  });

  it('contain no Markdown, links or emoji', () => {
    expect(splitClauses('**Yes**, see [our page](https://example.com/x) 👍🏽')).toEqual(['Yes, see our page']);
    expect(splitClauses('***\n---\n')).toEqual([]);
  });

  it('keep all letters and stay short for any split of the stream', () => {
    const text = fc.array(fc.string({ maxLength: 30, unit: fc.constantFrom(...'ab .,!?\n'.split('')) }));
    fc.assert(
      fc.property(text, (deltas) => {
        const splitter = new ClauseSplitter();
        const clauses = [...deltas.flatMap((delta) => splitter.push(delta)), ...splitter.flush()];
        expect(letters(clauses.join(''))).toBe(letters(deltas.join('')));
        for (const clause of clauses) expect(clause.length).toBeLessThanOrEqual(480);
      }),
    );
  });
});

describe('a stream of text', () => {
  const piece = fc.constantFrom(
    'Hello',
    'am',
    ' ',
    ' ',
    ' ',
    '. ',
    '! ',
    '? ',
    ', ',
    '; ',
    '\n',
    '5',
    '5. ',
    '12.',
    'Mai',
    'Dr. ',
    'z. B. ',
    'p.m. ',
    'No. ',
    '(',
    ')',
    '*',
    '[',
    ']',
    '"',
    '…',
    '。',
    '、',
    '」',
    '你好',
    '😀',
    'उ',
    '। ',
    '१',
    'a'.repeat(90),
    ' '.repeat(30),
  );
  const table = readSpokenTexts().map(({ text }) => text);
  const texts = fc.oneof(
    fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
    fc.array(fc.constantFrom(...table), { maxLength: 6 }).map((sentences) => sentences.join(' ')),
  );
  const cutText = fc.tuple(texts, fc.array(fc.nat(600), { maxLength: 40 })).map(([text, at]) => {
    const ends = [...new Set([...at.filter((index) => index < text.length), text.length])].toSorted(
      (a, b) => a - b,
    );
    return { text, deltas: ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end)) };
  });

  it('has the same clauses wherever it is cut', () => {
    fc.assert(
      fc.property(cutText, ({ text, deltas }) => {
        const splitter = new ClauseSplitter();
        const streamed = [...deltas.flatMap((delta) => splitter.push(delta)), ...splitter.flush()];
        expect(streamed).toEqual(splitClauses(text));
        const single = new ClauseSplitter();
        const units = [...text.split('').flatMap((unit) => single.push(unit)), ...single.flush()];
        expect(units).toEqual(streamed);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the joined clauses if it has no markup', () => {
    const plain = texts.map((text) => text.replaceAll(/[*[\]()😀]/gu, ''));
    fc.assert(
      fc.property(plain, (text) => {
        const clauses = splitClauses(text).filter((clause) => /[\p{L}\p{N}]/u.test(clause));
        expect(letters(clauses.join(''))).toBe(letters(text));
      }),
      { numRuns: 1_000 },
    );
    for (const text of table.filter((text) => !/[*[(]/.test(text)))
      expect(visible(joinClauses(splitClauses(text)))).toBe(visible(text));
  });

  it('is joined with spaces, except between Chinese or Japanese letters', () => {
    expect(joinClauses(['Sure.', 'I can.'])).toBe('Sure. I can.');
    expect(joinClauses(['はい。', '以上です'])).toBe('はい。以上です');
    expect(joinClauses(['', 'Sure.', ''])).toBe('Sure.');
  });
});

describe('a text without spaces', () => {
  it('is not cut in a surrogate pair', () => {
    const clauses = splitClauses('a' + '\u{20000}'.repeat(500));
    expect(clauses.length).toBeGreaterThan(2);
    expect(clauses.every((clause) => clause.isWellFormed())).toBe(true);
  });

  it('of 64,000 characters is cut within 2 s', () => {
    const startMs = performance.now();
    expect(splitClauses('a'.repeat(64_000)).join('')).toHaveLength(64_000);
    expect(performance.now() - startMs).toBeLessThan(2_000);
  });
});
