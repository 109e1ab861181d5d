import type { CallbackPhrases } from '../../understanding/callback-time.ts';
import { createDateTimeSpeech, twoDigits, withMorning } from '../../understanding/speak-date-time.ts';

/** Speaks the dates and times of Italian. Hours that may be in the morning or in the afternoon are unambiguous. */
export const italianSpeech = createDateTimeSpeech({
  weekdays: ['domenica', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato'],
  months: [
    'gennaio',
    'febbraio',
    'marzo',
    'aprile',
    'maggio',
    'giugno',
    'luglio',
    'agosto',
    'settembre',
    'ottobre',
    'novembre',
    'dicembre',
  ],
  date: (weekday, day, month) => `${weekday} ${day} ${month}`,
  withYear: (date, year) => `${date} ${year}`,
  time: ({ hour, minute }) => spokenTime(hour, minute),
  dateAndTime: (date, time) => `${date} ${time}`,
});

function spokenTime(hour: number, minute: number): string {
  if (hour === 12 && minute === 0) return 'a mezzogiorno';
  if (hour === 1) return minute === 0 ? "all'una di mattina" : `all'1:${twoDigits(minute)} di mattina`;
  const time = minute === 0 && hour > 0 ? hour : `${hour}:${twoDigits(minute)}`;
  return withMorning(`alle ${time}`, hour, 'di mattina');
}

export const italianCallback: CallbackPhrases = {
  vague:
    "più tardi|dopo|un'altra volta|un altro giorno|un altro momento|in un altro momento|presto|quando vuole|quando può|in qualsiasi momento|quando vuoi|non ora|non adesso|adesso no|ora no|tra un po|fra un po|fra poco|tra poco|il mese prossimo|il prossimo mese",
  isPast: "Quell'orario è già passato.",
  isTooFar: (days) => `Mancano più di ${days} giorni a quella data.`,
  isNotAllowed: "Non posso chiamarla a quell'ora.",
  confirmation: (time, isMoved) => `${isMoved ? 'La richiamerò invece' : 'La richiamerò'} ${time}.`,
  question: (time, isMoved) => `Posso richiamarla ${isMoved ? 'invece ' : ''}${time}?`,
  offer: (time) => `Posso richiamarla ${time}, oppure preferisce un altro momento?`,
};
