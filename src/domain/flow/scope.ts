import { withSingleHourWord, writeValue, type WritingStyle } from '../conversations/written-value.ts';
import { speakCallbackTime } from '../understanding/callback-time.ts';
import { dayOf } from '../understanding/civil-day.ts';
import { isIsoTimeOrDay, parseIsoTime, withIsoSeparator } from '../understanding/iso-time.ts';
import { valueByName } from '../variable-name.ts';
import type { FlowAction, FlowContext, VariableValue } from './protocol.ts';
import type { Graph } from './graph.ts';
import type { FlowState } from './state.ts';
import { closeGaps, fillIn, missingValue } from './template.ts';

/** The values that expressions and texts can read. */
export interface VariableScope {
  readonly context: Pick<FlowContext, 'nowMs' | 'dynamic' | 'customer' | 'agent'>;
  readonly state: Pick<FlowState, 'variables' | 'heard'>;
}

/** The values that a text can contain, and the list for its warnings. */
export interface TextScope {
  readonly graph: Pick<Graph, 'sensitive'>;
  readonly context: FlowContext;
  readonly state: Pick<FlowState, 'variables' | 'heard' | 'nodeId'>;
  readonly warnings: { push(warning: Extract<FlowAction, { type: 'warning' }>): unknown };
}

/** Reserved names; variables cannot use them. */
export const namespaces = ['customer', 'agent', 'dynamic', 'heard', 'now'] as const;

/** The fields of `heard`. */
export const heardFields = ['text', 'digits', 'date_time', 'has_time', 'doubtful'] as const;

/**
 * Returns the value of a variable; undefined if it does not exist. Supports `customer.…`, `agent.…`, `dynamic.…`, `heard.…` and `now`. A plain name is
 * a variable of the flow, else of the call's `dynamic`, else of its customer. Names in `customer`, `agent`, `dynamic` and `heard` match in any notation
 * that `columnName` converts to the same name: `firstName` also finds `first_name`.
 */
export function lookUp(path: string, scope: VariableScope): VariableValue | undefined {
  const { context, state } = scope;
  if (path === 'now') return new Date(context.nowMs).toISOString();
  const [space, field] = path.split('.', 2) as [string, string | undefined];
  if (field !== undefined) return valueByName(valuesOfNamespace(space, scope), field);
  return (
    ownValue(state.variables, path) ??
    valueByName(context.dynamic, path) ??
    valueByName(context.customer, path)
  );
}

function valuesOfNamespace(
  space: string,
  { context, state }: VariableScope,
): Readonly<Record<string, VariableValue>> {
  if (space === 'customer' || space === 'agent' || space === 'dynamic') return context[space];
  if (space !== 'heard' || state.heard === null) return {};
  const { text, digits, dateTime, hasTime, doubtful } = state.heard;
  return { text, digits, date_time: dateTime, has_time: hasTime, doubtful };
}

const ownValue = (values: Readonly<Record<string, VariableValue>>, name: string): VariableValue | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** Fills in a text for speech: variables as words, dates in the callee's time zone. A missing variable becomes empty and adds a warning. */
export function renderSpoken(text: string, step: TextScope): string {
  return fillSpoken(text, step, (value) => speakValue(value, step.context));
}

/** Like `renderSpoken`, but adds the time zone to each time if the zone is inferred. Used for texts that promise a callback time. */
export function renderSpokenWithZone(text: string, step: TextScope): string {
  return fillSpoken(text, step, (value) => speakValue(value, step.context, true));
}

/** Fills in a text with the stored values of variables. */
export function renderText(text: string, step: TextScope): string {
  return fillSpoken(text, step, String);
}

/** Like `renderText`, but keeps all white space. */
export function renderPrompt(text: string, step: TextScope): string {
  return fill(text, step, String).replaceAll(missingValue, '');
}

/**
 * Returns the value of a variable for an HTTP request, to which sensitive digits are available. Adds a warning if the variable has no
 * value.
 */
export function findForRequest(name: string, step: TextScope): VariableValue | undefined {
  const value = lookUp(name, step);
  if (value === undefined || value === null) step.warnings.push(emptyWarning(name, 'has no value', step));
  return value;
}

const emptyWarning = (
  name: string,
  why: string,
  { state }: TextScope,
): Extract<FlowAction, { type: 'warning' }> => ({
  type: 'warning',
  nodeId: state.nodeId,
  text: `The variable ${name} ${why}; it was replaced by an empty text.`,
});

type Write = (value: string | number | boolean) => string;

/** Fills in a text and removes the spaces and the punctuation around empty variables. */
function fillSpoken(text: string, step: TextScope, write: Write): string {
  const filled = fill(text, step, write);
  return filled === text
    ? text
    : withSingleHourWord(closeGaps(filled))
        .replaceAll(/ {2,}/g, ' ')
        .replaceAll(/ (?=[,.])/g, '');
}

function fill(text: string, step: TextScope, write: Write): string {
  return fillIn(text, (name) => {
    const isSensitive = isSensitiveValue(name, step);
    const value = isSensitive ? undefined : lookUp(name, step);
    if (value !== undefined && value !== null) return write(value);
    const why = isSensitive ? 'is sensitive' : 'has no value';
    step.warnings.push(emptyWarning(name, why, step));
    return missingValue;
  });
}

/** Sensitive digits are available to conditions and HTTP requests only, never to texts that are spoken, stored or sent to a model. */
const isSensitiveValue = (name: string, { graph, state }: TextScope): boolean =>
  graph.sensitive.has(name) || (name === 'heard.digits' && state.heard?.isSensitive === true);

/**
 * Returns a value as words: dates, times, yes and no; in a written conversation as a person writes it. `isPromised`: whether the value is a callback time that the agent promises. If
 * its time zone was inferred, the zone is then spoken too.
 */
export function speakValue(
  value: string | number | boolean,
  context: FlowContext,
  isPromised = false,
): string {
  if (context.writing !== undefined) return writeValue(value, writingStyle(context, context.writing));
  if (typeof value === 'boolean') return value ? context.language.yes : context.language.no;
  if (typeof value === 'number') return String(value);
  const day = isIsoTimeOrDay(value) ? dayOf(value) : undefined;
  return day === undefined
    ? speakTimeOf(value, context, isPromised)
    : context.language.speakDay(day, context.nowMs);
}

/** The zone is known if the customer record has it, as for speech. */
const writingStyle = (
  { timezone, nowMs, customer }: FlowContext,
  { language }: NonNullable<FlowContext['writing']>,
): WritingStyle => ({ language, timezone, nowMs, isZoneKnown: typeof customer['timezone'] === 'string' });

/**
 * Returns a time in the callee's time zone. If the customer record has no time zone and the text has an offset other than UTC,
 * the local time of the text is spoken. A promised time always uses the callee's zone. A text that is not a time is returned unchanged.
 */
function speakTimeOf(text: string, context: FlowContext, isPromised: boolean): string {
  const { language, timezone: zone, nowMs, customer } = context;
  const iso = withIsoSeparator(text);
  const instantMs = parseIsoTime(iso, zone);
  if (instantMs === undefined) return text;
  const hasCustomerZone = typeof customer['timezone'] === 'string';
  const writtenTime = isPromised || hasCustomerZone ? undefined : offsetPattern.exec(iso)?.[1];
  return writtenTime === undefined
    ? speakCallbackTime(instantMs, {
        language,
        zone,
        nowMs,
        isZoneInferred: isPromised && context.isZoneInferred,
      })
    : speakCallbackTime(Date.parse(`${writtenTime}Z`), { language, zone: 'UTC', nowMs });
}

/** A local time with an offset other than UTC. */
const offsetPattern = /^(.*)(?!.00:00$)[+-]\d\d:\d\d$/;
