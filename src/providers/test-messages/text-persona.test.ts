import { describe, expect, it } from 'vitest';
import { agreeableAnswer, isQuestion } from './agreeable-answer.ts';
import { textPersonaOf, textPersonas } from './text-persona.ts';

const textsOf = (address: string, turn: number, text: string): string[] =>
  textPersonaOf(address)
    .respond({ turn, text })
    .map((answer) => answer.text);

describe('textPersonaOf', () => {
  it('selects by the last two digits of a number', () => {
    for (const persona of textPersonas.en) expect(textPersonaOf(`+120255501${persona.digits}`)).toBe(persona);
    expect(textPersonaOf('+12025550199').digits).toBe('00');
  });

  it('selects by the local part of an address, without its tag', () => {
    for (const persona of textPersonas.en) {
      expect(textPersonaOf(`${persona.localPart}@example.com`)).toBe(persona);
      expect(textPersonaOf(`${persona.localPart}+tag@mail.example.net`)).toBe(persona);
    }
    expect(textPersonaOf('Asks@EXAMPLE.org').digits).toBe('03');
    expect(textPersonaOf('ada@example.com').digits).toBe('00');
  });
});

describe('personas', () => {
  it.each([
    ['agrees', 'Hello Ada, see you tomorrow at ten.', 'Yes, that works for me. Thank you!'],
    ['declines', 'Hello Ada, see you tomorrow at ten.', 'No, thank you. I am not interested.'],
    ['later', 'Can you come at nine?', 'That does not work for me. Can we make it tomorrow at ten?'],
    ['asks', 'Hello Ada.', 'Who is this, and what is it about?'],
    ['wrong', 'Hello Ada.', 'I think you have the wrong person. I do not know you.'],
    ['stop', 'Hello Ada.', 'STOP'],
    ['short', 'Reply 1 to confirm.', '1'],
    ['person', 'Hello Ada.', 'I want to speak to a person, please.'],
    ['emoji', 'Hello Ada.', '👍'],
  ])('%s answers the first message', (localPart, text, answer) => {
    expect(textsOf(`${localPart}@example.com`, 0, text)).toEqual([answer]);
  });

  it.each(['silent', 'bounces', 'unreported', 'refused', 'unknown'])('%s never answers', (localPart) => {
    for (const turn of [0, 1])
      expect(textsOf(`${localPart}@example.com`, turn, 'Are you there?')).toEqual([]);
  });

  it.each(['stop', 'away', 'wrong'])('%s answers once', (localPart) => {
    expect(textsOf(`${localPart}@example.com`, 0, 'Hello')).toHaveLength(1);
    expect(textsOf(`${localPart}@example.com`, 1, 'Are you there?')).toEqual([]);
  });

  it('asks asks two questions and then agrees', () => {
    expect(textsOf('asks@example.com', 1, 'It is about your visit.')).toEqual(['How long will it take?']);
    expect(textsOf('asks@example.com', 2, 'Ten minutes. What time suits you?')).toEqual([
      'Tomorrow at ten works for me.',
    ]);
  });

  it('away marks its answer as automatic', () => {
    expect(textPersonaOf('away@example.com').respond({ turn: 0, text: 'Hello' })).toMatchObject([
      { isAutomatic: true },
    ]);
  });

  it('chatty answers in three messages', () => {
    const answers = textPersonaOf('+12025550110').respond({ turn: 0, text: 'Hello Ada.' });
    expect(answers.map(({ afterMs = 0 }) => afterMs)).toEqual([0, 400, 800]);
  });

  it('do not answer a closing message', () => {
    const closing = 'Thank you, Ada. See you tomorrow. Reply STOP to opt out.';
    for (const localPart of ['agrees', 'declines', 'emoji', 'slow', 'chatty'])
      expect(textsOf(`${localPart}@example.com`, 1, closing)).toEqual([]);
  });
});

describe('personas at German numbers', () => {
  it.each([
    ['00', 'Guten Tag Ada, Ihr Termin ist morgen um zehn Uhr.', 'Ja, das passt mir. Danke!'],
    ['01', 'Können Sie kommen?', 'Nein danke. Ich habe kein Interesse.'],
    ['02', 'Können Sie kommen?', 'Das passt mir leider nicht. Geht es morgen um zehn Uhr?'],
    ['06', 'Guten Tag Ada.', 'Ich glaube, Sie haben die falsche Nummer. Ich kenne Sie nicht.'],
    ['07', 'Guten Tag Ada.', 'STOPP'],
    ['12', 'Guten Tag Ada.', 'Ich möchte bitte mit einem Menschen sprechen.'],
  ])('%s answers the first message in German', (digits, text, answer) => {
    expect(textsOf(`+4917139200${digits}`, 0, text)).toEqual([answer]);
  });

  it.each([
    ['Passt Ihnen Montag?', 'Ja, gerne.'],
    ['Wann passt es Ihnen?', 'Morgen um zehn Uhr passt mir.'],
    ['Antworten Sie mit JA oder NEIN.', 'JA'],
    ['Wie ist Ihre E-Mail-Adresse?', 'alex@example.com'],
    ['Bitte senden Sie uns Ihre Bestellnummer.', '1234'],
    ['Wie viele Personen kommen?', 'Zwei.'],
  ])('00 answers %j', (text, answer) => {
    expect(textsOf('+491713920000', 1, text)).toEqual([answer]);
  });

  it('do not answer a closing message', () => {
    const closing = 'Danke, Ada. Bis morgen. Mit STOP melden Sie sich ab.';
    for (const digits of ['00', '01', '10', '16'])
      expect(textsOf(`+4917139200${digits}`, 1, closing)).toEqual([]);
  });
});

describe('agreeableAnswer', () => {
  it.each([
    ['This is Oak Street Dental. Do you want to keep your visit?', 'Yes, please.'],
    ['What street do you live in?', '12 Main Street, Springfield.'],
    ['Reply YES to confirm or NO to cancel.', 'YES'],
    ['Reply 1 for Monday, 2 for Tuesday.', '1'],
    ['What is your name?', 'My name is Alex Morgan.'],
    ['Which email address may we use?', 'It is alex@example.com.'],
    ['How many people will come?', 'Two.'],
    ['What time suits you?', 'Tomorrow at ten works for me.'],
    ['Please send us your order number.', '1234'],
    ['Is there anything else?', 'No, that is all. Thank you!'],
    ['Shall we go on?', 'Yes, please.'],
    ['See you tomorrow.', 'Yes, that works for me. Thank you!'],
  ])('answers %j', (text, answer) => {
    expect(agreeableAnswer(text, 'en')).toBe(answer);
  });

  it('ignores instructions to opt out', () => {
    expect(isQuestion('See you tomorrow. Reply STOP to opt out.', 'en')).toBe(false);
    expect(isQuestion('See you tomorrow. Text HELP for help, STOP to end.', 'en')).toBe(false);
    expect(isQuestion('Can you come? Reply STOP to opt out.', 'en')).toBe(true);
  });
});
