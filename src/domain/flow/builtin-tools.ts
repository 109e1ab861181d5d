import { builtInToolNames, type BuiltinToolName } from '../agent.ts';
import { callbackAt, parseCallbackTime, type CallbackTime } from '../understanding/callback-time.ts';
import { dayOf } from '../understanding/civil-day.ts';
import { parseIsoTime } from '../understanding/iso-time.ts';
import { dispositionCode } from '../fields.ts';
import type { FlowGraph } from './flow.ts';
import { sensitiveVariables } from './graph.ts';
import type { FlowAction, FlowContext, VariableValue } from './protocol.ts';
import { speakValue } from './scope.ts';
import type { FlowState } from './state.ts';

/** A tool that the service executes itself, for a language model. */
export interface BuiltinTool {
  readonly name: BuiltinToolName;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The effect of a tool: the next state with its actions, and a text for the model. */
export interface BuiltinToolResult {
  readonly state: FlowState;
  readonly actions: readonly FlowAction[];
  readonly text: string;
}

type Arguments = Readonly<Record<string, unknown>>;

const maxNotes = 2000;
const text = (description: string) => ({ type: 'string', description });
const notes = text('A short note for the staff.');

const parameters = (properties: object, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const tools: Readonly<Record<BuiltinToolName, Omit<BuiltinTool, 'name'>>> = {
  end_call: {
    description: 'Hangs up after your current sentence. Say goodbye in the same reply, before you call this.',
    parameters: parameters({}),
  },
  schedule_callback: {
    description: 'Schedules a call to the customer at a time on which you have agreed.',
    parameters: parameters(
      {
        at: text(
          'The time: ISO 8601 such as 2026-11-24T10:00, in the time zone of the customer, or in words such as "tomorrow at ten".',
        ),
        notes,
        by: {
          type: 'string',
          enum: ['agent', 'person'],
          description: 'Who calls: `person` if the customer wants to speak to a person, else `agent`.',
        },
      },
      'at',
    ),
  },
  set_disposition: {
    description:
      'Records the result of the call, such as interested or not_interested. The last one is used.',
    parameters: parameters({ disposition: text('The code of the result.'), notes }, 'disposition'),
  },
  send_digits: {
    description:
      'Sends keys of the telephone keypad (DTMF) after your current sentence, to operate a phone menu.',
    parameters: parameters({ digits: text('The keys: 0-9, A-D, * and #.') }, 'digits'),
  },
  update_variables: {
    description: 'Stores values that the customer said.',
    parameters: parameters({}),
  },
};

/** Returns the tools of these names. `update_variables` is omitted if the flow declares no variables. */
export function builtinToolsFor(names: readonly BuiltinToolName[], flow: FlowGraph): BuiltinTool[] {
  const variables = updatableVariables(flow);
  return builtInToolNames
    .filter((name) => names.includes(name) && (name !== 'update_variables' || variables.length > 0))
    .map((name) => ({
      name,
      ...tools[name],
      ...(name === 'update_variables' && { parameters: variableParameters(flow) }),
    }));
}

/** Returns the declared variables without sensitive ones. */
function updatableVariables(flow: FlowGraph) {
  const sensitive = sensitiveVariables(flow);
  return Object.entries(flow.variables).filter(([name]) => !sensitive.has(name));
}

function variableParameters(flow: FlowGraph): BuiltinTool['parameters'] {
  const properties = updatableVariables(flow).map(([name, { type }]) => [
    name,
    { type: [type === 'date_time' ? 'string' : type, 'null'] },
  ]);
  return parameters(Object.fromEntries(properties));
}

/** Executes a tool. Pure. The arguments match the parameters of the tool. */
export function runBuiltinTool(
  name: BuiltinToolName,
  args: Arguments,
  {
    flow,
    state,
    context,
  }: { readonly flow: FlowGraph; readonly state: FlowState; readonly context: FlowContext },
): BuiltinToolResult {
  switch (name) {
    case 'end_call':
      return {
        state: { ...state, isEnded: true, listening: null },
        actions: [{ type: 'hang-up', reason: 'end' }],
        text: 'The call ends after your last sentence, unless the customer has something else to say.',
      };
    case 'set_disposition':
      return { state, ...setDisposition(args) };
    case 'schedule_callback':
      return { state, ...scheduleCallback(args, context) };
    case 'send_digits':
      return { state, ...sendDigits(args, state.nodeId) };
    case 'update_variables':
      return { state: { ...state, variables: updated(flow, state, args) }, actions: [], text: 'Stored.' };
  }
}

type Effect = Pick<BuiltinToolResult, 'actions' | 'text'>;

const failed = (reason: string): Effect => ({ actions: [], text: `Error: ${reason}` });

const notesOf = ({ notes: sent }: Arguments): { readonly notes?: string } =>
  typeof sent === 'string' && sent.trim() !== '' ? { notes: sent.trim().slice(0, maxNotes) } : {};

function setDisposition(args: Arguments): Effect {
  const { success, data } = dispositionCode.safeParse(args['disposition']);
  if (!success) return failed('write a disposition of lower-case letters, digits and _.');
  return { actions: [{ type: 'set-disposition', disposition: data, ...notesOf(args) }], text: 'Recorded.' };
}

function sendDigits({ digits }: Arguments, nodeId: string): Effect {
  const keys = String(digits)
    .toUpperCase()
    .replaceAll(/[^0-9*#A-D]/g, '')
    .slice(0, 32);
  if (keys === '') return failed('write at least one key.');
  return { actions: [{ type: 'send-digits', nodeId, digits: keys, pauseMs: 0 }], text: 'The keys are sent.' };
}

function scheduleCallback(args: Arguments, context: FlowContext): Effect {
  const requested = callbackTime(String(args['at']), context);
  if (requested === undefined) return failed('this is not a time. Ask the customer for day and time.');
  if (requested.type === 'vague')
    return failed(`the time cannot be used. Ask the customer: ${requested.question}`);
  if (requested.type === 'doubtful')
    return failed(
      `the time is ambiguous. Ask the customer: ${requested.question} Then write it in ISO 8601.`,
    );
  const at = new Date(requested.instantMs).toISOString();
  const spoken = speakValue(at, context, true);
  return {
    actions: [
      { type: 'schedule-callback', at, ...notesOf(args), by: args['by'] === 'person' ? 'person' : 'agent' },
    ],
    text: requested.isMoved
      ? `The law allows no call at that time. The callback is scheduled for ${spoken}. Tell the customer.`
      : `The callback is scheduled for ${spoken}.`,
  };
}

function callbackTime(text: string, context: FlowContext): CallbackTime | undefined {
  const { language, nowMs, timezone: zone, isZoneInferred, nextAllowed } = context;
  const callbackContext = { language, nowMs, zone, isZoneInferred, nextAllowed };
  const atMs = parseIsoTime(text, zone);
  return atMs === undefined
    ? parseCallbackTime(text, callbackContext)
    : callbackAt(atMs, callbackContext, dayOf(text) === undefined);
}

const maxValueCharacters = 4096;

/** Returns the variables with new values. Sensitive variables and those that the flow does not declare are not changed. */
function updated(flow: FlowGraph, state: FlowState, args: Arguments): FlowState['variables'] {
  const updatable = new Set(updatableVariables(flow).map(([name]) => name));
  const values = Object.entries(args)
    .filter(([name]) => updatable.has(name))
    .map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, maxValueCharacters) : value]);
  return { ...state.variables, ...(Object.fromEntries(values) as Record<string, VariableValue>) };
}
