import { describe, expect, it } from 'vitest';
import { writtenLanguage } from './written-language.ts';

describe('the language of texts', () => {
  it.each([
    ['en', 'Hello {{customer.name}}, this is the practice. Would you like to keep your visit?'],
    ['de', 'Guten Tag, hier ist die Praxis. Sie haben einen Termin am {{termin}}. Kommen Sie?'],
    ['es', 'Buenos días, le llamo de la clínica por su cita. ¿Puede usted venir el martes con su hijo?'],
    ['fr', 'Bonjour, vous avez un rendez-vous avec le docteur. Est-ce que la date est bonne pour vous ?'],
    ['pt', 'Bom dia, você tem uma consulta com os médicos. Não pode vir quando?'],
    ['it', 'Buongiorno, lei ha una visita con il medico. Non può venire per la data?'],
    ['nl', 'Goedemorgen, u heeft een afspraak met de dokter. Kunt u niet voor het weekend?'],
  ])('is %s', (tag, text) => expect(writtenLanguage([text])).toBe(tag));

  it.each([[[]], [['Hello!']], [['Ada Lovelace 12']], [['the and you your der die das und']]])(
    'of %j is not certain',
    (texts) => expect(writtenLanguage(texts)).toBeUndefined(),
  );
});
