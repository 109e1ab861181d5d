import type { CallbackPhrases } from '../../understanding/callback-time.ts';
import { createDateTimeSpeech, twoDigits, withMorning } from '../../understanding/speak-date-time.ts';

/** Speaks the dates and times of Dutch. Hours that may be in the morning or in the afternoon are unambiguous. */
export const dutchSpeech = createDateTimeSpeech({
  weekdays: ['zondag', 'maandag', 'dinsdag', 'woensdag', 'donderdag', 'vrijdag', 'zaterdag'],
  months: [
    'januari',
    'februari',
    'maart',
    'april',
    'mei',
    'juni',
    'juli',
    'augustus',
    'september',
    'oktober',
    'november',
    'december',
  ],
  date: (weekday, day, month) => `${weekday} ${day} ${month}`,
  withYear: (date, year) => `${date} ${year}`,
  time: ({ hour, minute }) => spokenTime(hour, minute),
  dateAndTime: (date, time) => `${date} om ${time}`,
});

function spokenTime(hour: number, minute: number): string {
  const time = minute === 0 ? `${hour} uur` : `${hour}.${twoDigits(minute)} uur`;
  return withMorning(time, hour, "'s ochtends");
}

export const dutchCallback: CallbackPhrases = {
  vague:
    'later|een andere keer|andere keer|een andere dag|ander moment|een ander moment|binnenkort|straks|zo meteen|wanneer u wilt|wanneer je wilt|altijd|niet nu|nu niet|komt nu niet uit|volgende maand|over een tijdje',
  isPast: 'Dat tijdstip is al voorbij.',
  isTooFar: (days) => `Dat is over meer dan ${days} dagen.`,
  isNotAllowed: 'Op dat tijdstip mag ik u niet bellen.',
  confirmation: (time, isMoved) => `Ik bel u ${isMoved ? 'in plaats daarvan ' : ''}terug op ${time}.`,
  question: (time, isMoved) => `Zal ik u ${isMoved ? 'in plaats daarvan ' : ''}terugbellen op ${time}?`,
  offer: (time) => `Zal ik u terugbellen op ${time}, of komt een ander moment beter uit?`,
};
