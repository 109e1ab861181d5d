import { daysBetween, daysLater } from '../../understanding/civil-day.ts';
import { createDateTimeParser, type DateParts, type DateRules } from '../../understanding/date-time.ts';
import type { Reading } from '../../understanding/numbers.ts';
import { runsOf, setOf } from '../../understanding/stated-dates.ts';
import { startsWith, wordAt } from '../../understanding/words.ts';
import { withOrderedDates } from '../../understanding/written-date.ts';
import { readClock, readDayPart } from './clock-phrases.ts';
import { dayWords, isContradictionAt, isPartOfWeekAt, readDay } from './day-phrases.ts';
import { readOffset } from './offset-phrases.ts';
import { isLikeDay } from '../../understanding/date-tables.ts';
import { englishWords } from './words.ts';

type PartReader = DateRules['readPart'];

const readDayPhrase: PartReader = (words, index, now) => {
  const day = readDay(words, index, now);
  if (day === undefined) return undefined;
  // Tomorrow is never called "next tuesday".
  const isNext = words[index] === 'next' && words[index + 1] !== 'week' && daysBetween(now, day.value) !== 8;
  const value: DateParts = {
    day: day.value,
    ...(isNext && { nextWeekday: true }),
    ...(isPartOfWeekAt(words, index) && { partOfWeek: true }),
    ...(isContradictionAt(words, index, day.value) && { several: true }),
  };
  return { value, next: day.next };
};

const readClockPhrase: PartReader = (words, index) => {
  const clock = readClock(words, index);
  if (clock === undefined) return undefined;
  const isRange = words[index - 1] === 'between';
  if (clock.value.isBareNumber && !isRange) return undefined;
  return { value: { clock: clock.value, ...(isRange && { several: true }) }, next: clock.next };
};

/** "Same time tomorrow", "this time next week": the current time of day. "Not this time" is not a time. */
const readSameTime: PartReader = (words, index, now, found) => {
  const isSame = startsWith(words, index, ['same', 'time']);
  if (!isSame && !startsWith(words, index, ['this', 'time'])) return undefined;
  const day = startsWith(words, index + 2, ['next', 'week'])
    ? { value: daysLater(now, 7), next: index + 4 }
    : readDay(words, index + 2, now);
  if (day === undefined && (!isSame || found.day === undefined)) return undefined;
  const { hour, minute } = now;
  return {
    value: {
      clock: { hour, minute, meridiem: '24-hour', isBareNumber: false },
      ...(day && { day: day.value }),
    },
    next: day?.next ?? index + 2,
  };
};

const readPart: PartReader = (words, index, now, found) =>
  reading('offsetMinutes', readOffset(words, index)) ??
  readSameTime(words, index, now, found) ??
  readDayPhrase(words, index, now, found) ??
  reading('dayPart', readDayPart(words, index)) ??
  readClockPhrase(words, index, now, found);

const reading = <Kind extends keyof DateParts>(
  kind: Kind,
  found: Reading<NonNullable<DateParts[Kind]>> | undefined,
): Reading<DateParts> | undefined => found && { value: { [kind]: found.value }, next: found.next };

const weekdayPlural = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b/i;

/** Parses the dates and times of English. */
export const parseDateTime = createDateTimeParser({
  words: englishWords,
  prepare: (text, zone) =>
    withOrderedDates(
      text.replaceAll(/\b(jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.(?= ?\d)/gi, '$1'),
      zone,
    ),
  readPart,
  readClock,
  leadIns: setOf(
    'on at the of for in by around about i would like to want can could do we us let say make it is how what maybe yes ' +
      'okay sure works work good fine me then day and or oclock how about that will be best better any time anytime ' +
      'sometime some prefer perhaps before after later so ish roughly approximately between',
  ),
  rangeWords: setOf('to and or till til'),
  timeLeads: setOf('at around by before after'),
  openWords: setOf(
    'before after until till from by latest earliest onward onwards january february march april june july august september october ' +
      'november december christmas xmas easter thanksgiving halloween birthday anniversary eve boxing pentecost ramadan eid diwali passover ' +
      'hanukkah years',
  ),
  /** "Or", except in "or so", and a numeral that is no time, such as "2-4". */
  isAlternative: (words, index) =>
    words[index] === 'or' ? wordAt(words, index + 1) !== 'so' : /^\d/.test(words[index]!),
  corrections: runsOf('no|sorry|i mean|wait|rather|make it|make that'),
  preferences: /\b(?:so|then|so maybe) (?:let's (?:say|do|make it) )?(?:better|rather|make it)\b/i,
  isLikeDay: (word) => isLikeDay(word, dayWords),
  rejectsAtEnd: 'no',
  courtesies:
    /\b(?:(?<!\ba )good (?:morning|afternoon|evening)|(?:could|can) (?:someone|somebody) (?=(?:please )?(?:call|ring|phone)\b)|(?<=\bthe \w{3,6}day )one(?! (?:pm|o'?clock|thirty|fifteen))|with my (?:son|daughter|wife|husband|partner|kids|children|baby|mother|mom|mum|father|dad)|(?:thanks|(?:best|kind) regards|regards|best wishes)[,!.]?\s+(?!no\b|not\b|but\b|\w+day\b|today\b|tomorrow\b|tonight\b)\w+(?: \w+)?[.!]?\s*$|is (?:that|it) (?:ok(?:ay)?|possible|fine|alright)|if (?:possible|that is ok|that's ok(?:ay)?|that works|that is (?:available|free)|that's (?:available|free)|you have it|you can|you like|you do(?:n't| not) mind)|why not|was (?:thinking|hoping|wondering)|no problem|not a problem)\b/gi,
  clauseSeparators: /\bbut\b(?! not\b)|\bso\b|(?=\bbecause\b)/i,
  limits: runsOf(
    'maybe not|perhaps not|if|unless|until|depends|depending|whether|otherwise|either|neither|nor|except|every|each|one day|some day|any day but|any time but|' +
      'anytime but|any day apart|anything but|anything other|other than',
  ),
  limitPattern: weekdayPlural,
  pastWords: setOf('yesterday ago last was were had saw went came moved'),
  rejections: setOf(
    'not never busy away unavailable impossible bad closed wrong unable without cannot occupied booked instead out full working holiday ' +
      'vacation doubt',
  ),
  rejectionRuns: runsOf('no good|no way|no longer|no chance|any other day|something on|something else on'),
  obstacles:
    /\b(?<!(?:can|could|may|might) (?:i|we) |to |please |would )(?:have|got)(?: \w+){0,3} (?:appointments?|meeting|visit|checkup|session|date)\b|\b(?:my|the) (?:appointment|meeting|visit) is\b|\b(?:i|we) (?:(?:am|are) )?work(?:ing)?\b|\bat work\b|\b(?:could|would|should) have\b(?! to\b)|\b(?:you|they) (?:said|told)\b|\bask me\b|\bget off\b|\b(?:come|coming|be|am|are|get|getting) back\b|\b(?:will|have to|need to|must) see\b(?! you)|\bsee$|\blet(?! us| me| s\b)\b|\btell you\b|\bback to you\b|\b(?:i|we) (?:(?:will|can|could|shall) )?(?:call|ring|phone)\b|\btoo (?:early|late|soon|long|tight|far)\b|\b(?:am|are) going\b(?! (?:for|with|to (?:say|go))\b)|\bi have to be\b|\bno time\b|\bthere (?:is|are)\b/,
  negators: runsOf('not|instead of|rather than|than|but not'),
  prepositions: setOf('at on in the for this around about'),
  verbs: setOf('am is are do does did can could will would should have has'),
  questions: runsOf('what|which|when|where|who|why|do you|are you|is|does|did|are there|is there'),
  proposals: runsOf('what about|what if|do you mind|do you want'),
  answerWords: setOf(
    'arvo or preference whatever ' +
      'yes yeah yep yup aye absolutely definitely certainly correct right alright ok of course sure great perfect ' +
      'lovely excellent fantastic wonderful brilliant super cool nice awesome amazing ideal ideally grand splendid best ' +
      'better fine good well hello hi hey hiya dear morning thanks thank cheers you ta bye goodbye see then looking ' +
      'forward that d it this there here is be would will could can may might do did does done should shall i me my we ' +
      'us let s make say have has got get want need like love prefer preferably rather suit suits suited works work ' +
      'convenient handy easiest easier possible possibly available free open flexible off come coming drop pop stop by ' +
      'swing manage go going take try book schedule scheduled put pencil down in sign up set arrange reserve pick ' +
      'choose choice option slot spot appointment appointments check checkup checking ' +
      'call calls calling ring phone give back again reach contact hear talk speak ask the a an at on for with to from ' +
      'and or not just please actually really quite very pretty most much more bit so now still also too only even all ' +
      'any anytime whole day days time times date week weeks hour hours minute minutes oclock sharp exactly around ' +
      'about round roughly approximately ish think guess suppose believe hope reckon maybe perhaps probably likely if ' +
      'okay what how which when whenever why later earlier early late soon next upcoming following same able happy glad ' +
      'pleased sounds sound seems seem looks look ll m ve re t honestly obviously basically though no nope oh ooh um ' +
      'hmm sorry wait mean said tell doing doable mine yours your ours one ones first second thing mate sir madam ma am ' +
      'maam miss mister guys as fit fits fitting sits ready',
  ),
  agreements: setOf('works work good great fine perfect better best suits prefer preferably'),
  callWords: setOf('call ring phone'),
  reasons: runsOf('because|since i am|as i am|cause|cos'),
});
