import type { CallbackPhrases } from '../../understanding/callback-time.ts';
import { createDateTimeSpeech, twoDigits } from '../../understanding/speak-date-time.ts';
import { zoneName } from '../../understanding/speak-zone.ts';
import { monthNames, weekdayNames } from './day-phrases.ts';

/** Speaks the dates and times of English. */
export const englishSpeech = createDateTimeSpeech({
  weekdays: weekdayNames,
  months: monthNames,
  date: (weekday, day, month) => `${weekday}, ${month} ${ordinal(day)}`,
  withYear: (date, year) => `${date}, ${year}`,
  time({ hour, minute }) {
    if (hour === 12 && minute === 0) return 'noon';
    const hourOfClock = hour % 12 === 0 ? 12 : hour % 12;
    const minutes = minute === 0 ? '' : `:${twoDigits(minute)}`;
    return `${hourOfClock}${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
  },
  dateAndTime: (date, time) => `${date} at ${time}`,
});

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return `${day}th`;
  return `${day}${['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'}`;
}

/** North American time zones with common names. */
const commonNames = /^(Eastern|Central|Mountain|Pacific|Alaska|Atlantic|Newfoundland) Time$/;

/** Returns the spoken name of a time zone: "Eastern time", "London time", "Phoenix time". Throws `RangeError` for an unknown zone. */
export function speakEnglishZone(zone: string): string {
  const common = commonNames.exec(zoneName('en-US', zone))?.[1];
  return `${common ?? placeOf(zone)} time`;
}

/** Returns the last part of a zone name: `America/Argentina/Buenos_Aires` is Buenos Aires. */
const placeOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

export const englishCallback: CallbackPhrases = {
  vague:
    'later|another time|some other time|another day|in a bit|in a while|in a little while|soon|whenever|any time|anytime|not now|next month',
  isPast: 'That time is past.',
  isTooFar: (days) => `That is more than ${days} days away.`,
  isNotAllowed: 'I may not call you at that time.',
  confirmation: (time, isMoved) => `I will call you back on ${time}${isMoved ? ' instead' : ''}.`,
  question: (time, isMoved) => `Shall I call you back on ${time}${isMoved ? ' instead' : ''}?`,
  offer: (time) => `Shall I call you back on ${time}, or would another time suit you better?`,
};
