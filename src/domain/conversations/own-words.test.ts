import { describe, expect, it } from 'vitest';
import { allLanguages } from '../languages/languages.ts';
import { keywordOf } from './keyword.ts';
import { ownWords } from './own-words.ts';

const instructions = [
  'Reply STOP to unsubscribe.',
  'Text "STOP" to opt out',
  'To opt out, reply STOP.',
  'Antworten Sie STOP, um sich abzumelden.',
  'Zum Abmelden: Antworte mit STOP!',
  'Mit STOP melden Sie sich ab.',
  'Responda STOP para darse de baja.',
  'Envía BAJA para no recibir más mensajes.',
  'Répondez STOP pour vous désabonner.',
  'Répondez « STOP » pour arrêter.',
  'Risponda STOP per annullare.',
  'Invia STOP per non ricevere più messaggi.',
  'Responda STOP para cancelar.',
  'Envie SAIR para sair da lista.',
  'Antwoord STOP om u af te melden.',
  'Stuur STOP om geen berichten meer te ontvangen.',
];

describe('the words of the sender', () => {
  it.each(instructions)('are not the quoted instruction %s', (text) => {
    expect(ownWords(`Yes, Monday\n\n${text}`)).toMatch(/^Yes, Monday(?:\n\nZum Abmelden:)?$/);
    expect(ownWords(`Yes, Monday\n> Acme: Does Monday suit you? ${text}`)).toBe('Yes, Monday');
    expect(keywordOf(`Yes, Monday\n"Acme: ${text}"`)).toBeUndefined();
  });

  it('are not the instructions in our own answers to keywords', () => {
    for (const { sentences } of allLanguages)
      for (const own of [sentences.keywords.start('Acme'), sentences.keywords.help('Acme')])
        expect(ownWords(own)).not.toContain('STOP');
  });

  it('are not a message that the sender received', () => {
    const sent = 'Acme: To get no calls, write "do not call me". Does Monday suit you?';
    expect(ownWords(`Fwd: ${sent}\nYes`, ['Yes', sent])).toBe('Fwd: \nYes');
  });

  it.each([
    'STOP',
    'Reply STOP to unsubscribe.\nSTOP',
    '> Reply STOP to unsubscribe.\n\nPlease stop texting me',
    'Nein. STOP',
    'Stop sending me messages',
    'Send me no more messages',
  ])('still opt out in %j', (text) => {
    expect(keywordOf(text)).toBe('stop');
  });

  it.each(['I answer: stop by on Monday', 'text me at 5', 'Reply to my question, please'])(
    'keep %s',
    (text) => {
      expect(ownWords(text)).toBe(text);
    },
  );
});
