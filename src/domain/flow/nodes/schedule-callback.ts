import {
  callbackAt,
  parseCallbackTime,
  type CallbackContext,
  type CallbackTime,
} from '../../understanding/callback-time.ts';
import { dayOf } from '../../understanding/civil-day.ts';
import { parseIsoTime } from '../../understanding/iso-time.ts';
import { answerRulesOf, readAnswer, type Answer } from '../answer.ts';
import type { FlowAction, FlowContext, FlowInput, VariableValue } from '../protocol.ts';
import { renderSpokenWithZone, renderText } from '../scope.ts';
import {
  initialListening,
  leave,
  type Heard,
  type ListeningState,
  type NodeOutcome,
  type StepContext,
} from '../state.ts';
import { replyByKey } from './ask.ts';
import { callbackQuestion, type CallbackNode } from './callback-question.ts';
import {
  ask,
  handleNonAnswer,
  isTrusted,
  onRejected,
  onSilence,
  onUnrecognised,
  startQuestion,
} from './question.ts';

/**
 * Records `callback_scheduled` at the time in `at` or the time that the customer says. A guessed or possibly misheard time is read back. If the time is missing,
 * vague, past or too distant, the node asks for it. It fails without a valid time. With `retries` 0 it asks no question.
 */
export const scheduleCallbackNode = {
  keepsPreviousInput: true,

  enter(node: CallbackNode, step: StepContext): NodeOutcome {
    // A variable without a value causes no warning here, because the node asks for the time.
    const at = renderText(node.config.at, { ...step, warnings: [] });
    const requested = requestedTime(at, step);
    if (node.config.retries === 0) return scheduleWithoutAsking(node, requested, step);
    return requested === undefined
      ? startQuestion(callbackQuestion(node, step.context.language), step)
      : scheduleOrAsk(node, requested, initialListening, step);
  },

  onInput(node: CallbackNode, input: FlowInput, step: StepContext): NodeOutcome {
    return withoutVariables(onAnswer(node, input, step));
  },

  onUnderstood(node: CallbackNode, value: VariableValue, step: StepContext): NodeOutcome {
    return withoutVariables(
      step.state.listening!.phase === 'confirm'
        ? onReply(node, value === true, step)
        : onRequested(node, requestedTime(String(value), step), step),
    );
  },

  onUnclassified(node: CallbackNode, listening: ListeningState, step: StepContext): NodeOutcome {
    return withoutVariables(onRejected(callbackQuestion(node, step.context.language), listening, step));
  },
};

/** Removes the variable of the internal `ask` question from the outcome. */
const withoutVariables = (outcome: NodeOutcome): NodeOutcome =>
  outcome.type === 'leave' && outcome.ok !== true ? { ...outcome, variables: {} } : outcome;

const callbackContextOf = ({
  language,
  nowMs,
  timezone: zone,
  isZoneInferred,
  nextAllowed,
}: FlowContext): CallbackContext => ({
  language,
  nowMs,
  zone,
  isZoneInferred,
  nextAllowed,
});

/** Returns the requested time; undefined if `at` has none. If `at` is the time of the last input, the whole text of the input is parsed. */
function requestedTime(at: string, { context, state: { heard } }: StepContext): CallbackTime | undefined {
  const isHeard = heard !== null && heard.text !== '' && (at === '' || at === heard.dateTime);
  if (isHeard) return heardTime(heard, context);
  const callbackContext = callbackContextOf(context);
  const atMs = parseIsoTime(at, context.timezone);
  if (atMs === undefined) return parseCallbackTime(at, callbackContext);
  return callbackAt(atMs, callbackContext, dayOf(at) === undefined);
}

/** Returns the time in the words of the last input, or that which a language model understood. */
function heardTime(heard: Heard, context: FlowContext): CallbackTime | undefined {
  const { text, dateTime, hasTime, doubtful, isDateByModel } = heard;
  const callbackContext = callbackContextOf(context);
  const atMs = isDateByModel === true ? parseIsoTime(String(dateTime), context.timezone) : undefined;
  if (atMs !== undefined) return callbackAt(atMs, callbackContext, hasTime && !doubtful);
  return context.isLanguageUnknown === true ? undefined : parseCallbackTime(text, callbackContext, !doubtful);
}

function onAnswer(node: CallbackNode, input: FlowInput, step: StepContext): NodeOutcome {
  const question = callbackQuestion(node, step.context.language);
  const { heard } = step.state;
  const listening = step.state.listening!;
  if (input.type === 'no-input') return onSilence(question, listening, step);
  if (heard === null || !isTrusted(input)) return onRejected(question, listening, step);
  return (
    (listening.phase === 'confirm' ? onConfirmation(node, heard, step) : undefined) ??
    onTime(node, heard, step)
  );
}

/** Handles the reply to a read-back: yes confirms the time, no asks for another time. Returns undefined for other replies. */
function onConfirmation(node: CallbackNode, heard: Heard, step: StepContext): NodeOutcome | undefined {
  if (heard.digits.length !== 1 && readTime(node, heard, step) !== undefined) return undefined;
  const reply =
    heard.digits === '' ? answerRulesOf(step.context).parseYesNo(heard.text) : replyByKey[heard.digits];
  return reply?.value === true || reply?.complete === true ? onReply(node, reply.value, step) : undefined;
}

/** Schedules the time that was read back, or asks for another one. */
function onReply(node: CallbackNode, isAgreed: boolean, step: StepContext): NodeOutcome {
  const listening = step.state.listening!;
  if (isAgreed) return schedule(node, Date.parse(String(listening.candidate)), step);
  const { language } = step.context;
  return onRejected(callbackQuestion(node, language, language.sentences.callback.otherTime), listening, step);
}

const readTime = (node: CallbackNode, heard: Heard, { context }: StepContext): Answer | undefined =>
  readAnswer(callbackQuestion(node, context.language).config, heard, context, null);

function onTime(node: CallbackNode, heard: Heard, step: StepContext): NodeOutcome {
  const question = callbackQuestion(node, step.context.language);
  const listening = step.state.listening!;
  const answer = readTime(node, heard, step);
  const nonAnswer = handleNonAnswer(question, answer, listening, step);
  if (nonAnswer !== undefined) return nonAnswer;
  const requested = requestedTime(answer === undefined ? '' : String(answer.value), step);
  return onRequested(node, requested, step);
}

function onRequested(
  node: CallbackNode,
  requested: CallbackTime | undefined,
  step: StepContext,
): NodeOutcome {
  const listening = step.state.listening!;
  if (requested === undefined)
    return onUnrecognised(callbackQuestion(node, step.context.language), listening, step);
  return scheduleOrAsk(
    node,
    requested,
    { ...listening, silentMs: 0, failures: listening.failures + 1 },
    step,
  );
}

/** Schedules the time or asks about it. */
function scheduleOrAsk(
  node: CallbackNode,
  requested: CallbackTime,
  listening: ListeningState,
  step: StepContext,
): NodeOutcome {
  if (requested.type === 'time') return scheduleRequested(node, requested, step);
  if (listening.failures > node.config.retries) return fail(node);
  const candidate = new Date(requested.instantMs).toISOString();
  return ask(
    callbackQuestion(node, step.context.language),
    requested.question,
    { ...listening, phase: 'confirm', candidate },
    step,
  );
}

/** Schedules without a question; guessed times are accepted. */
function scheduleWithoutAsking(
  node: CallbackNode,
  requested: CallbackTime | undefined,
  step: StepContext,
): NodeOutcome {
  if (requested === undefined || requested.type === 'vague') return fail(node);
  return requested.type === 'time'
    ? scheduleRequested(node, requested, step)
    : schedule(node, requested.instantMs, step);
}

function fail(node: CallbackNode): NodeOutcome {
  const text = 'The callback time is missing, invalid or in the past. No callback was scheduled.';
  return leave(false, { type: 'warning', nodeId: node.id, text });
}

/** Schedules the requested time. A moved time has its own confirmation, because the confirmation of the node would promise the requested time. */
function scheduleRequested(
  node: CallbackNode,
  requested: Extract<CallbackTime, { type: 'time' }>,
  step: StepContext,
): NodeOutcome {
  return schedule(node, requested.instantMs, step, requested.isMoved ? requested.confirmation : undefined);
}

function schedule(node: CallbackNode, atMs: number, step: StepContext, confirmation?: string): NodeOutcome {
  const at = new Date(atMs).toISOString();
  const agreed = agreedStep(node, at, step);
  const notes = renderText(node.config.notes, agreed);
  const text = confirmation ?? renderSpokenWithZone(node.config.confirmation, agreed);
  const actions: FlowAction[] = [
    { type: 'schedule-callback', at, ...(notes === '' ? {} : { notes }), by: node.config.by ?? 'agent' },
    ...(text === '' ? [] : [{ type: 'speak', nodeId: node.id, text, interruptible: true } as const]),
  ];
  return { type: 'leave', ok: true, actions, variables: agreed.state.variables };
}

/** Sets the variable in `at`, if any, to the agreed time. */
function agreedStep({ config }: CallbackNode, at: string, step: StepContext): StepContext {
  const name = /^\{\{\s*([\w.]+)\s*\}\}$/.exec(config.at)?.[1];
  const { heard, variables } = step.state;
  if (name === 'heard.date_time') {
    const input = heard ?? { text: '', digits: '', phraseId: null, doubtful: false };
    return { ...step, state: { ...step.state, heard: { ...input, dateTime: at, hasTime: true } } };
  }
  const isOwn = name !== undefined && Object.hasOwn(variables, name);
  return isOwn ? { ...step, state: { ...step.state, variables: { ...variables, [name]: at } } } : step;
}
