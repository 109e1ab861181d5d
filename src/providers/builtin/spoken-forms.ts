import { cardinalWords, ordinalWords } from '../../core/spoken-words.ts';
import type { ExpectedForm } from '../../core/expectation.ts';
import { choice, optional, repeated, sequence, type Grammar } from './grammar.ts';

/*
 * Grammars of the forms for the built-in recogniser: dates, digits and numbers. Smaller grammars are more accurate, so they contain only what callers
 * usually say.
 */

/** Returns a choice of the texts of a comma-separated list. */
const anyOf = (texts: string): Grammar => choice(...texts.split(', '));

const oneOf = (from: number, to: number, words: (value: number) => string): Grammar =>
  choice(...Array.from({ length: to - from + 1 }, (_, i) => words(from + i)));

const weekday = anyOf('monday, tuesday, wednesday, thursday, friday, saturday, sunday');
const month = anyOf(
  'january, february, march, april, may, june, july, august, september, october, november, december',
);
const dayOfMonth = oneOf(1, 31, ordinalWords);

const day = choice(
  'today',
  'tomorrow',
  sequence(optional('the'), 'day after tomorrow'),
  sequence(optional(choice('this', 'next')), weekday),
  sequence(weekday, 'next week'),
  sequence('next week', optional(sequence(optional('on'), weekday))),
  sequence(month, optional('the'), dayOfMonth),
  sequence('the', dayOfMonth, optional(sequence(optional('of'), month))),
);

/** "In two days", "in an hour", "in half an hour". */
const fromNow = sequence(
  'in',
  choice(
    sequence(oneOf(2, 12, cardinalWords), choice('hours', 'days', 'weeks')),
    sequence(anyOf('five, ten, fifteen, twenty, thirty, forty five'), 'minutes'),
    anyOf(
      'an hour, half an hour, a couple of hours, a couple of days, a few hours, a few days, a day, a week',
    ),
  ),
);

const hour = oneOf(1, 12, cardinalWords);
const minute = anyOf(
  'oh five, ten, fifteen, twenty, twenty five, thirty, thirty five, forty, forty five, fifty, fifty five',
);
const meridiem = choice('a m', 'p m');
const clock = choice(
  sequence(hour, optional(minute), optional(meridiem)),
  sequence(hour, "o'clock"),
  sequence(anyOf('half past, quarter past, quarter to, a quarter past, a quarter to'), hour),
  'noon',
  'midday',
);

const dayPart = choice('morning', 'afternoon', 'evening');
const partOfDay = choice(
  sequence('in the', dayPart),
  sequence('this', dayPart),
  dayPart,
  anyOf(
    'at night, tonight, after lunch, after work, after dinner, before lunch, first thing in the morning, ' +
      'late afternoon, end of the day',
  ),
);

const moment = choice(
  sequence(day, optional(partOfDay), optional(sequence(optional('at'), clock, optional(partOfDay)))),
  sequence(optional('at'), clock, optional(partOfDay), optional(sequence(optional('on'), day))),
  partOfDay,
  fromNow,
);

/** Requests without a time. */
const someTime = anyOf('later, later today, some other time, another time, not now, in a bit, next month');

const leadIn = anyOf(
  "on, i'd like, i would like, how about, how about on, what about, maybe, let's say, yes, no, i'd prefer, " +
    "i'd like to come, can we do, could we do, make it, around, call me, call me back",
);

const digit = choice('oh', oneOf(0, 9, cardinalWords));
const digits = repeated(choice(digit, sequence(choice('double', 'triple'), digit)));

const below100 = oneOf(0, 99, cardinalWords);
const hundreds = sequence(
  oneOf(1, 9, cardinalWords),
  'hundred',
  optional(sequence(optional('and'), below100)),
);
const number = choice(
  below100,
  hundreds,
  sequence('a hundred', optional(sequence(optional('and'), below100))),
  sequence(
    oneOf(1, 9, cardinalWords),
    'thousand',
    optional(choice(hundreds, sequence(optional('and'), below100))),
  ),
);

/** A closed vocabulary cannot contain free text, so only common short answers are included. */
const anything = anyOf(
  "yes, no, okay, hello, thank you, thanks, goodbye, please, i don't know, maybe, what, who is this, i need help, " +
    "i have a question, nothing, not really, that's all",
);

const forms: Record<ExpectedForm, Grammar> = {
  date_time: sequence(optional(leadIn), choice(moment, someTime)),
  digits: sequence(optional(choice("it's", 'it is', 'my number is')), digits),
  number: sequence(optional(choice("it's", 'it is', 'about')), number),
  text: anything,
};

export function grammarOfForm(form: ExpectedForm): Grammar {
  return forms[form];
}
