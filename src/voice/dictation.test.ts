import { describe, expect, it } from 'vitest';
import { isIncompleteSentence, isUnfinishedDictation } from './dictation.ts';

/** Language, last words of the agent, words of the caller so far. */
type Case = readonly [language: string, prompt: string, text: string];

const unfinished: readonly Case[] = [
  ['en-US', 'What is your phone number?', '415'],
  ['en-US', 'What is your phone number?', 'Sure, it is four one five'],
  ['en-US', 'What is your phone number?', '415-555'],
  ['en-US', 'What is your phone number? Take your time.', '415 555 01'],
  ['en-US', 'Can I have the order number, please?', 'A 4471'],
  ['en-US', 'How can I help?', 'You can call me on four one five five'],
  ['en-US', 'How can I help?', 'My account number is 88'],
  ['en-US', 'How can I help?', '+44 20 79'],
  ['en-US', 'And your ZIP code?', '941'],
  ['en-US', 'Could you spell your last name?', 'M'],
  ['en-US', 'Could you spell your last name?', 'M U L'],
  ['en-US', 'And your name?', 'Miller, M-I'],
  ['en-US', 'And your name?', 'M as in Mike'],
  ['en-US', 'What is your email address?', 'John dot Smith'],
  ['en-US', 'What is your email address?', 'john.smith at example'],
  ['en-US', 'What is your address?', '1600 Pennsylvania Avenue'],
  ['en-US', 'What is your address?', 'Baker Street'],
  ['de-DE', 'Wie lautet Ihre Telefonnummer?', 'null drei null'],
  ['de-DE', 'Wie lautet Ihre Telefonnummer?', '030 90'],
  ['de-DE', 'Wie ist Ihre Kundennummer?', 'siebenundvierzig'],
  ['de-DE', 'Können Sie den Namen buchstabieren?', 'M wie Martha'],
  ['de-DE', 'Wie ist Ihre Adresse?', 'Hauptstraße'],
  ['de-DE', 'Wie ist Ihre Adresse?', 'Hauptstraße 12'],
  ['de-DE', 'Und die Postleitzahl?', 'eins null'],
  ['es-ES', '¿Cuál es su número de teléfono?', 'seis uno dos'],
  ['es-ES', '¿Me deletrea su apellido?', 'G A R'],
  ['es-ES', '¿Cuál es su dirección?', 'Calle Mayor'],
  ['fr-FR', 'Quel est votre numéro de téléphone ?', 'zéro six douze trente-quatre'],
  ['fr-FR', 'Pouvez-vous épeler votre nom ?', 'D comme Daniel'],
  ['fr-FR', 'Quelle est votre adresse ?', '12 rue de la Paix'],
  ['pt-BR', 'Qual é o seu telefone?', 'onze nove oito meia'],
  ['pt-BR', 'Qual é o seu endereço?', 'Rua Augusta'],
  ['it-IT', 'Qual è il suo numero di telefono?', 'tre quattro sette'],
  ['it-IT', 'Qual è il suo indirizzo?', 'Via Roma'],
  ['nl-NL', 'Wat is uw telefoonnummer?', 'nul zes twaalf'],
  ['nl-NL', 'Wat is uw adres?', 'Keizersgracht'],
];

const finished: readonly Case[] = [
  ['en-US', 'What is your phone number?', '415 555 0100'],
  ['en-US', 'What is your phone number?', 'four one five five five five zero one zero zero'],
  ['en-US', 'What is your phone number?', '+1 415 555 0100'],
  ['en-US', 'What is your phone number?', '415 555 0100, thanks'],
  ['en-US', 'What is your phone number?', 'Why do you need that?'],
  ['en-US', 'What is your phone number?', "I'd rather not say"],
  ['en-US', 'I have your number. How many people are coming?', 'five'],
  ['en-US', 'How old are you?', '42'],
  ['en-US', 'When was that?', 'In 2024'],
  ['en-US', 'At what time?', 'at 10 30'],
  ['en-US', 'What is your name?', 'Miller'],
  ['en-US', 'How can I help?', 'I have a question'],
  ['en-US', 'And your ZIP code?', '94105'],
  ['en-US', 'What is your email address?', 'john.smith at example dot com'],
  ['en-US', 'What is your email address?', 'john@example.com'],
  ['en-US', 'What is your address?', '1600 Pennsylvania Avenue, Washington 20500'],
  ['en-US', 'Is your address still Baker Street?', 'Yes, that is right'],
  ['de-DE', 'Wie viele Personen?', 'drei'],
  ['de-DE', 'Wie ist Ihr Name?', 'Müller'],
  ['de-DE', 'Wie ist Ihre Adresse?', 'Hauptstraße 12, 10115 Berlin'],
  ['es-ES', '¿Cuál es su número de teléfono?', '612 34 56 78'],
  ['es-ES', '¿Cuántas personas?', 'dos'],
  ['fr-FR', 'Quel est votre numéro de téléphone ?', 'zéro six douze trente-quatre cinquante-six vingt-deux'],
  ['fr-FR', 'Et alors ?', 'Il y a'],
  ['pt-PT', 'Qual é o seu telefone?', '912 345 678'],
  ['nl-NL', 'Wat is uw telefoonnummer?', '06 12345678'],
  ['ja-JP', '', ''],
];

describe('isUnfinishedDictation', () => {
  it.each(unfinished)('waits for more: %s, %j, %j', (language, prompt, text) => {
    expect(isUnfinishedDictation({ language, prompt, text })).toBe(true);
  });

  it.each(finished)('does not wait: %s, %j, %j', (language, prompt, text) => {
    expect(isUnfinishedDictation({ language, prompt, text })).toBe(false);
  });
});

describe('isIncompleteSentence', () => {
  it.each([
    ['en-US', 'I would like to', true],
    ['en-US', 'on Monday,', true],
    ['en-US', 'I would like to.', false],
    ['de-DE', 'Am Montag oder', true],
    ['de-DE', 'Am Montag', false],
    ['es-ES', 'Quiero una cita para', true],
    ['es-ES', 'Sí', false],
    ['fr-FR', 'Je voudrais un', true],
    ['pt-BR', 'Eu moro em', true],
    ['it-IT', 'Vorrei un', true],
    ['nl-NL', 'Ik wil een', true],
    ['pl-PL', 'Czy to', false],
  ])('%s: %j: %s', (language, text, isIncomplete) => {
    expect(isIncompleteSentence(text, language)).toBe(isIncomplete);
  });
});
