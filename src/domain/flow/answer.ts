import { parseChoice } from '../understanding/choices.ts';
import { parseDateTime, type SpokenDateTime } from '../understanding/date-time.ts';
import { parseDigits } from '../understanding/digit-string.ts';
import { parseKeypadDate } from '../understanding/keypad-date.ts';
import { parseNumber } from '../understanding/numbers.ts';
import { parseYesNo } from '../understanding/yes-no.ts';
import { civilTimeAt } from '../understanding/zoned-time.ts';
import type { NodeOf } from './node.ts';
import type { FlowContext, FlowInput, VariableValue } from './protocol.ts';
import type { Heard } from './state.ts';

type Ask = NodeOf<'ask'>['config'];

/** A value as it was answered. */
export interface Answer {
  readonly value: VariableValue;
  /** Whether nothing else was said. */
  readonly complete: boolean;
}

/** The value in what was heard, of the kind that is asked for. Undefined where there is none. */
export function readAnswer(config: Ask, heard: Heard, context: FlowContext): Answer | undefined {
  const kind = kinds[config.expect];
  return heard.digits === ''
    ? kind.spoken(heard, context, config)
    : kind.keyed(heard.digits, context, config);
}

/** How each kind of answer is read from words and from keys. */
interface Kind {
  spoken(heard: Heard, context: FlowContext, config: Ask): Answer | undefined;
  keyed(digits: string, context: FlowContext, config: Ask): Answer | undefined;
}

const whole = (value: VariableValue): Answer => ({ value, complete: true });

const kinds: Record<Ask['expect'], Kind> = {
  yes_no: {
    spoken: ({ text, phraseId }) =>
      phraseId === 'yes' || phraseId === 'no' ? whole(phraseId === 'yes') : parseYesNo(text),
    keyed: (digits) => (digits === '1' || digits === '2' ? whole(digits === '1') : undefined),
  },
  choice: {
    spoken({ text, phraseId }, _context, { choices }) {
      const known = choices.find((choice) => phraseId === `choice:${choice.value}`);
      return known ? whole(known.value) : parseChoice(text, choices);
    },
    keyed(digits, _context, { choices }) {
      const choice = /^\d+$/.test(digits) ? choices[Number(digits) - 1] : undefined;
      return choice && whole(choice.value);
    },
  },
  number: {
    spoken: ({ text }) => parseNumber(text),
    keyed: (digits) => (/^\d{1,15}$/.test(digits) ? whole(Number(digits)) : undefined),
  },
  digits: {
    spoken({ text }, _context, config) {
      const spoken = parseDigits(text);
      if (spoken === undefined || !hasRightLength(config, spoken.digits)) return undefined;
      return { value: spoken.digits, complete: spoken.complete };
    },
    keyed: (digits, _context, config) => (hasRightLength(config, digits) ? whole(digits) : undefined),
  },
  date_time: {
    spoken: ({ text }, { nowMs, timezone }) => dateAnswer(parseDateTime(text, nowMs, timezone), timezone),
    keyed: (digits, { nowMs, timezone }) => dateAnswer(parseKeypadDate(digits, nowMs, timezone), timezone),
  },
  text: {
    spoken: ({ text }) => (text.trim() === '' ? undefined : { value: text.trim(), complete: false }),
    keyed: () => undefined,
  },
};

function hasRightLength({ minDigits = 1, maxDigits = 32 }: Ask, digits: string): boolean {
  return digits.length >= minDigits && digits.length <= maxDigits;
}

function dateAnswer(spoken: SpokenDateTime | undefined, zone: string): Answer | undefined {
  return spoken && { value: dateTimeValue(spoken, zone), complete: spoken.complete };
}

/** How variables hold a date: an instant (ISO 8601 UTC) where a time was said, else the day alone (`2026-11-24`). */
export function dateTimeValue(spoken: SpokenDateTime, zone: string): string {
  if (spoken.hasTime) return new Date(spoken.instantMs).toISOString();
  const { year, month, day } = civilTimeAt(spoken.instantMs, zone);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** What was heard, as conditions and `heard.…` see it. */
export function heardFrom(
  input: Extract<FlowInput, { type: 'answered' | 'digits' }>,
  context: FlowContext,
): Heard {
  if (input.type === 'digits')
    return { text: '', digits: input.digits, phraseId: null, dateTime: null, hasTime: false };
  const spoken = parseDateTime(input.text, context.nowMs, context.timezone);
  return {
    text: input.text,
    digits: '',
    phraseId: input.phraseId ?? null,
    dateTime: spoken === undefined ? null : dateTimeValue(spoken, context.timezone),
    hasTime: spoken?.hasTime ?? false,
  };
}
