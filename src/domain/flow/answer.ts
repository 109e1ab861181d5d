import { isDefinite, type SpokenDateTime } from '../understanding/date-time.ts';
import { dayOf, writeDay, type CivilDay } from '../understanding/civil-day.ts';
import { parseKeypadDate, parseKeypadTime } from '../understanding/keypad-date.ts';
import { isDoubtful } from '../understanding/mishearing.ts';
import { namesOtherTime } from '../understanding/other-time.ts';
import { civilTimeAt, instantOf } from '../understanding/zoned-time.ts';
import type { Language } from '../languages/language.ts';
import type { NodeOf } from './node.ts';
import type { FlowContext, FlowInput, VariableValue } from './protocol.ts';
import type { Heard } from './state.ts';

type Ask = NodeOf<'ask'>['config'];

type AnswerRules = Pick<
  Language,
  'parseYesNo' | 'parseChoice' | 'parseNumber' | 'parseDigits' | 'parseDateTime'
>;

const understandNothing = () => undefined;
const noRules: AnswerRules = {
  parseYesNo: understandNothing,
  parseChoice: understandNothing,
  parseNumber: understandNothing,
  parseDigits: understandNothing,
  parseDateTime: understandNothing,
};

/** Returns the rules for the answers of the customer. Those of another language would misunderstand them: in Polish, "no" agrees. */
export const answerRulesOf = ({
  language,
  isLanguageUnknown,
}: Pick<FlowContext, 'language' | 'isLanguageUnknown'>): AnswerRules =>
  isLanguageUnknown === true ? noRules : language;

/** Converts an input for `readAnswer`, for conditions, and for the variables `heard.…`. */
export function heardFrom(
  input: Extract<FlowInput, { type: 'answered' | 'digits' }>,
  context: FlowContext,
): Heard {
  if (input.type === 'digits')
    return {
      text: '',
      digits: input.digits,
      phraseId: null,
      dateTime: null,
      hasTime: false,
      doubtful: false,
    };
  const spoken = answerRulesOf(context).parseDateTime(input.text, context.nowMs, context.timezone);
  return {
    text: input.text,
    digits: '',
    phraseId: input.phraseId ?? null,
    dateTime: spoken === undefined ? null : dateTimeValue(spoken, context.timezone),
    hasTime: spoken?.hasTime ?? false,
    doubtful: isDoubtful(input.text, input.confidence, context.language),
  };
}

/** The value of an answer. */
export interface Answer {
  readonly value: VariableValue;
  /** Whether the input contains nothing else. */
  readonly complete: boolean;
}

/**
 * Parses an input as an answer of the expected type; undefined if it contains none. The prompt of `config` has its variables filled in. `current` is the current value of the variable. If it is a day, a
 * time in the answer belongs to that day.
 */
export function readAnswer(
  config: Ask,
  heard: Heard,
  context: FlowContext,
  current: VariableValue,
): Answer | undefined {
  const parser = parsers[config.expect];
  const question = {
    context,
    config,
    currentDay: config.expect === 'date_time' ? dayOf(current) : undefined,
  };
  return heard.digits === '' ? parser.spoken(heard, question) : parser.keyed(heard.digits, question);
}

/** The data for parsing an answer. */
interface Question {
  readonly context: FlowContext;
  readonly config: Ask;
  readonly currentDay: CivilDay | undefined;
}

/** Parses one type of answer from speech and from DTMF digits. */
interface AnswerParser {
  spoken(heard: Heard, question: Question): Answer | undefined;
  keyed(digits: string, question: Question): Answer | undefined;
}

const completeAnswer = (value: VariableValue): Answer => ({ value, complete: true });

const parsers: Record<Ask['expect'], AnswerParser> = {
  yes_no: {
    spoken({ text, phraseId }, { context, config: { prompt } }) {
      if (phraseId === 'yes' || phraseId === 'no') return completeAnswer(phraseId === 'yes');
      const { requests } = context.language;
      const answer = answerRulesOf(context).parseYesNo(text, prompt);
      // "Wrong number" is a refusal of the call. The question was not for this person.
      const isRefusal = answer?.value === false && requests.universalIntentIn(text) === 'wrong_number';
      const isOtherTime = answer?.value === true && !answer.complete && namesOtherTime(text, prompt, context);
      return isRefusal || isOtherTime ? undefined : answer;
    },
    keyed: (digits) => (digits === '1' || digits === '2' ? completeAnswer(digits === '1') : undefined),
  },
  choice: {
    spoken({ text, phraseId }, { context, config: { choices } }) {
      const known = choices.find((choice) => phraseId === `choice:${choice.value}`);
      return known ? completeAnswer(known.value) : answerRulesOf(context).parseChoice(text, choices);
    },
    keyed(digits, { config: { choices } }) {
      const choice = /^\d+$/.test(digits) ? choices[Number(digits) - 1] : undefined;
      return choice && completeAnswer(choice.value);
    },
  },
  number: {
    spoken: ({ text }, { context }) => answerRulesOf(context).parseNumber(text),
    keyed: (digits) => (/^\d{1,15}$/.test(digits) ? completeAnswer(Number(digits)) : undefined),
  },
  digits: {
    spoken({ text }, { context, config }) {
      const spoken = answerRulesOf(context).parseDigits(text);
      if (spoken === undefined || !hasRightLength(config, spoken.digits)) return undefined;
      return { value: spoken.digits, complete: spoken.complete };
    },
    keyed: (digits, { config }) => (hasRightLength(config, digits) ? completeAnswer(digits) : undefined),
  },
  date_time: {
    spoken: ({ text }, question) =>
      dateAnswer(
        answerRulesOf(question.context).parseDateTime(
          text,
          question.context.nowMs,
          question.context.timezone,
        ),
        question,
      ),
    keyed: (digits, question) => dateAnswer(readDateKeys(digits, question), question),
  },
  text: {
    spoken: ({ text }) => (text.trim() === '' ? undefined : { value: text.trim(), complete: false }),
    keyed: () => undefined,
  },
};

/** Returns whether digits have the length that a question allows. */
export function hasRightLength(
  { minDigits = 1, maxDigits = 32 }: Pick<Ask, 'minDigits' | 'maxDigits'>,
  digits: string,
): boolean {
  return digits.length >= minDigits && digits.length <= maxDigits;
}

function readDateKeys(digits: string, { context, currentDay }: Question): SpokenDateTime | undefined {
  const { language, nowMs, timezone } = context;
  return currentDay === undefined
    ? parseKeypadDate(digits, language.dateOrder, nowMs, timezone)
    : parseKeypadTime(digits, nowMs, timezone);
}

function dateAnswer(
  spoken: SpokenDateTime | undefined,
  { context: { nowMs, timezone }, currentDay }: Question,
): Answer | undefined {
  if (spoken === undefined || !isDefinite(spoken, nowMs)) return undefined;
  if (currentDay === undefined || spoken.hasDate)
    return { value: dateTimeValue(spoken, timezone), complete: spoken.complete };
  const { hour, minute } = civilTimeAt(spoken.instantMs, timezone);
  const instantMs = instantOf({ ...currentDay, hour, minute }, timezone);
  return { value: new Date(instantMs).toISOString(), complete: spoken.complete };
}

/** Returns the variable value of a date: an instant (ISO 8601 UTC) if a time was said, else the day (`2026-11-24`). */
export function dateTimeValue(spoken: SpokenDateTime, zone: string): string {
  return spoken.hasTime
    ? new Date(spoken.instantMs).toISOString()
    : writeDay(civilTimeAt(spoken.instantMs, zone));
}
