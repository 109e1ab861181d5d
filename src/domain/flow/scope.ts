import { speakCallbackTime } from '../understanding/callback-time.ts';
import { dayOf } from '../understanding/civil-day.ts';
import { isSpokenAsTime, parseIsoTime, withIsoSeparator } from '../understanding/iso-time.ts';
import { speakDay } from '../understanding/speak-date-time.ts';
import { valueNamed } from '../variable-name.ts';
import type { FlowContext, VariableValue } from './protocol.ts';
import type { FlowState, StepContext } from './state.ts';
import { fillIn } from './template.ts';

/** What a flow knows at one moment. */
export type Scope = Pick<StepContext, 'context'> & { readonly state: Pick<FlowState, 'variables' | 'heard'> };

/** Names that stand for something of their own; variables cannot have them. */
export const namespaces = ['customer', 'agent', 'dynamic', 'heard', 'now'] as const;

/** What `heard` holds of the last answer. */
export const heardFields = ['text', 'digits', 'date_time', 'has_time', 'doubtful'] as const;

/**
 * The value of a variable: `customer.…`, `agent.…`, `dynamic.…`, `heard.…`, `now`; a plain name is one of the flow's own
 * variables, else of the call's `dynamic`, else of its customer. What was given with the call is found however its name is spelled:
 * `firstName` in a flow is `first_name` in a file. Undefined where there is none.
 */
export function lookUp(path: string, scope: Scope): VariableValue | undefined {
  const { context, state } = scope;
  if (path === 'now') return new Date(context.nowMs).toISOString();
  const [space, field] = path.split('.', 2) as [string, string | undefined];
  if (field !== undefined) return valueNamed(spaceOf(space, scope), field);
  return (
    ownValue(state.variables, path) ?? valueNamed(context.dynamic, path) ?? valueNamed(context.customer, path)
  );
}

function spaceOf(space: string, { context, state }: Scope): Readonly<Record<string, VariableValue>> {
  if (space === 'customer' || space === 'agent' || space === 'dynamic') return context[space];
  if (space !== 'heard' || state.heard === null) return {};
  const { text, digits, dateTime, hasTime, doubtful } = state.heard;
  return { text, digits, date_time: dateTime, has_time: hasTime, doubtful };
}

const ownValue = (values: Readonly<Record<string, VariableValue>>, name: string): VariableValue | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** A text as it is to be spoken: variables in words, dates in the callee's zone. Missing ones are nothing, and noted. */
export function renderSpoken(text: string, step: StepContext): string {
  return fill(text, step, (value) => speakValue(value, step.context));
}

/** The same, and the zone with every time where it was guessed: for times that are promised. */
export function renderSpokenWithZone(text: string, step: StepContext): string {
  return fill(text, step, (value) => speakValue(value, step.context, true));
}

/** A text for machines: variables as they are stored. */
export function renderText(text: string, step: StepContext): string {
  return fill(text, step, String);
}

function fill(text: string, step: StepContext, write: (value: string | number | boolean) => string): string {
  const filled = fillIn(text, (name) => {
    const isSensitive = isSensitiveValue(name, step);
    const value = isSensitive ? undefined : lookUp(name, step);
    if (value !== undefined && value !== null) return write(value);
    const why = isSensitive ? 'is sensitive' : 'has no value';
    const text = `The variable ${name} ${why}; it was replaced by an empty text.`;
    step.warnings.push({ type: 'warning', nodeId: step.state.nodeId, text });
    return '';
  });
  return filled === text
    ? text
    : filled
        .replaceAll(/ {2,}/g, ' ')
        .replaceAll(/ (?=[,.!?;])/g, '')
        .trim();
}

/** Sensitive keys are for conditions alone: no text holds them, whether it is spoken, stored or sent to a model. */
const isSensitiveValue = (name: string, { graph, state }: StepContext): boolean =>
  graph.sensitive.has(name) || (name === 'heard.digits' && state.heard?.isSensitive === true);

/** A value in words: dates, times, yes and no. A time that is promised names its zone where that was guessed. */
export function speakValue(
  value: string | number | boolean,
  context: FlowContext,
  isPromised = false,
): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  const day = isSpokenAsTime(value) ? dayOf(value) : undefined;
  return day === undefined ? speakTimeOf(value, context, isPromised) : speakDay(day, context.nowMs);
}

/**
 * A time is told in the callee's zone; but where nobody told that zone and the time has an offset, by the clocks that it was written by, as on
 * an appointment card. One that is promised is always told in the zone. What is no time stands as it is.
 */
function speakTimeOf(text: string, context: FlowContext, isPromised: boolean): string {
  const { timezone: zone, nowMs, customer } = context;
  const iso = withIsoSeparator(text);
  const instantMs = parseIsoTime(iso, zone);
  if (instantMs === undefined) return text;
  const hasOwnZone = typeof customer['timezone'] === 'string';
  const reading = isPromised || hasOwnZone ? undefined : offsetPattern.exec(iso)?.[1];
  return reading === undefined
    ? speakCallbackTime(instantMs, { zone, nowMs, isZoneGuessed: isPromised && context.isZoneGuessed })
    : speakCallbackTime(Date.parse(`${reading}Z`), { zone: 'UTC', nowMs });
}

/** A reading of clocks and their offset; that of UTC says nothing of the clocks on any wall. */
const offsetPattern = /^(.*)(?!.00:00$)[+-]\d\d:\d\d$/;
