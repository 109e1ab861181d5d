import type { CallbackPhrases } from '../../understanding/callback-time.ts';
import { createDateTimeSpeech, twoDigits, withMorning } from '../../understanding/speak-date-time.ts';

/** Speaks the dates and times of German. Hours that may be in the morning or in the afternoon are unambiguous. */
export const germanSpeech = createDateTimeSpeech({
  weekdays: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
  months: [
    'Januar',
    'Februar',
    'März',
    'April',
    'Mai',
    'Juni',
    'Juli',
    'August',
    'September',
    'Oktober',
    'November',
    'Dezember',
  ],
  date: (weekday, day, month) => `${weekday}, der ${day}. ${month}`,
  withYear: (date, year) => `${date} ${year}`,
  time: ({ hour, minute }) =>
    withMorning(minute === 0 ? `${hour} Uhr` : `${hour}.${twoDigits(minute)} Uhr`, hour, 'morgens'),
  dateAndTime: (date, time) => `${date} um ${time}`,
});

export const germanCallback: CallbackPhrases = {
  vague:
    'später|ein andermal|ein anderes mal|an einem anderen tag|ein anderer tag|irgendwann|bald|demnächst|jederzeit|nicht jetzt|jetzt nicht|gerade nicht|gerade schlecht|nächsten monat|wann sie wollen|gleich',
  isPast: 'Dieser Zeitpunkt ist schon vorbei.',
  isTooFar: (days) => `Das ist mehr als ${days} Tage entfernt.`,
  isNotAllowed: 'Zu dieser Zeit darf ich Sie nicht anrufen.',
  confirmation: (time, isMoved) =>
    `${isMoved ? 'Stattdessen rufe ich Sie zu dieser Zeit zurück' : 'Ich rufe Sie zu dieser Zeit zurück'}: ${time}.`,
  question: (time) => `Darf ich Sie zu dieser Zeit zurückrufen: ${time}?`,
  offer: (time) =>
    `Darf ich Sie zu dieser Zeit zurückrufen: ${time}? Oder passt Ihnen eine andere Zeit besser?`,
};
