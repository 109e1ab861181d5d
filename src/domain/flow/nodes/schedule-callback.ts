import {
  callbackAt,
  understandCallback,
  type CallbackTerms,
  type CallbackTime,
} from '../../understanding/callback-time.ts';
import { dayOf } from '../../understanding/civil-day.ts';
import { parseIsoTime } from '../../understanding/iso-time.ts';
import { parseYesNo } from '../../understanding/yes-no.ts';
import { readAnswer, type Answer } from '../answer.ts';
import type { FlowAction, FlowContext, FlowInput } from '../protocol.ts';
import { spokenWithZone, written } from '../scope.ts';
import { freshListening, leave, type Heard, type Listening, type Outcome, type Scene } from '../state.ts';
import { replyByKey } from './ask.ts';
import { callbackQuestion, type CallbackNode } from './callback-question.ts';
import { ask, besidesAnswer, isTrusted, onRejected, onSilence, onUnclear } from './question.ts';

/**
 * Records `callback_scheduled`, at the time that `at` holds or that the customer says. A time that was guessed or may have been misheard is said back,
 * and one that is missing, vague, past or too far ahead asked for. Fails where that leads to none, and with `retries` 0 without a word.
 */
export const scheduleCallbackNode = {
  keepsHeard: true,

  enter(node: CallbackNode, scene: Scene): Outcome {
    // That a variable has no value yet is why it is asked for.
    const at = written(node.config.at, { ...scene, notes: [] });
    const wish = wishAt(at, scene);
    if (node.config.retries === 0) return takeAsItIs(node, wish, scene);
    return wish === undefined
      ? ask(callbackQuestion(node), node.config.prompt, freshListening, scene)
      : settle(node, wish, freshListening, scene);
  },

  hear(node: CallbackNode, input: FlowInput, scene: Scene): Outcome {
    return withoutVariables(answerTo(node, input, scene));
  },

  unclear(node: CallbackNode, listening: Listening, scene: Scene): Outcome {
    return withoutVariables(onRejected(callbackQuestion(node), listening, scene));
  },
};

/** The question stands for an `ask`; there is no variable to keep its answer. */
const withoutVariables = (outcome: Outcome): Outcome =>
  outcome.type === 'leave' && outcome.ok !== true ? { ...outcome, variables: {} } : outcome;

const termsOf = ({ nowMs, timezone: zone, isZoneGuessed, nextAllowed }: FlowContext): CallbackTerms => ({
  nowMs,
  zone,
  isZoneGuessed,
  nextAllowed,
});

/** Undefined: nothing of time in it. A time that was heard just now is understood with all that was said around it. */
function wishAt(at: string, { context, state: { heard } }: Scene): CallbackTime | undefined {
  const terms = termsOf(context);
  const isHeard = heard !== null && heard.text !== '' && (at === '' || at === heard.dateTime);
  if (isHeard) return understandCallback(heard.text, terms, !heard.doubtful);
  const atMs = parseIsoTime(at, context.timezone);
  if (atMs === undefined) return understandCallback(at, terms);
  return callbackAt(atMs, terms, dayOf(at) === undefined);
}

function answerTo(node: CallbackNode, input: FlowInput, scene: Scene): Outcome {
  const question = callbackQuestion(node);
  const { heard } = scene.state;
  const listening = scene.state.listening!;
  if (input.type === 'silent') return onSilence(question, listening, scene);
  if (heard === null || !isTrusted(input)) return onRejected(question, listening, scene);
  return (
    (listening.phase === 'confirm' ? replyTo(node, heard, scene) : undefined) ?? timeIn(node, heard, scene)
  );
}

const whenInstead = 'What day and time would suit you?';

/** Yes keeps the time, no asks for another one. Undefined: it is neither, or another time. */
function replyTo(node: CallbackNode, heard: Heard, scene: Scene): Outcome | undefined {
  const listening = scene.state.listening!;
  if (heard.digits.length !== 1 && readTime(node, heard, scene) !== undefined) return undefined;
  const reply = heard.digits === '' ? parseYesNo(heard.text) : replyByKey[heard.digits];
  if (reply?.value === true) return schedule(node, Date.parse(String(listening.candidate)), scene);
  return reply?.complete === true
    ? onRejected(callbackQuestion(node, whenInstead), listening, scene)
    : undefined;
}

const readTime = (node: CallbackNode, heard: Heard, { context }: Scene): Answer | undefined =>
  readAnswer(callbackQuestion(node).config, heard, context, null);

function timeIn(node: CallbackNode, heard: Heard, scene: Scene): Outcome {
  const question = callbackQuestion(node);
  const listening = scene.state.listening!;
  const answer = readTime(node, heard, scene);
  const besides = besidesAnswer(question, answer, listening, scene);
  if (besides !== undefined) return besides;
  const wish = wishAt(answer === undefined ? '' : String(answer.value), scene);
  if (wish === undefined) return onUnclear(question, listening, scene, true);
  return settle(node, wish, { ...listening, silentMs: 0, failures: listening.failures + 1 }, scene);
}

/** Keeps the time, or asks about it. */
function settle(node: CallbackNode, wish: CallbackTime, listening: Listening, scene: Scene): Outcome {
  if (wish.type === 'time') return keep(node, wish, scene);
  if (listening.failures > node.config.retries) return fail(node);
  const candidate = new Date(wish.instantMs).toISOString();
  return ask(callbackQuestion(node), wish.question, { ...listening, phase: 'confirm', candidate }, scene);
}

/** Asks nothing: a guess is as good as said. */
function takeAsItIs(node: CallbackNode, wish: CallbackTime | undefined, scene: Scene): Outcome {
  if (wish === undefined || wish.type === 'vague') return fail(node);
  return wish.type === 'time' ? keep(node, wish, scene) : schedule(node, wish.instantMs, scene);
}

function fail(node: CallbackNode): Outcome {
  const text = 'The time of the callback is missing, past or no time; none was scheduled.';
  return leave(false, { type: 'note', nodeId: node.id, text });
}

/** A time to which it was moved is told in words of our own: the node's would promise the one that was asked for. */
function keep(node: CallbackNode, wish: Extract<CallbackTime, { type: 'time' }>, scene: Scene): Outcome {
  return schedule(node, wish.instantMs, scene, wish.isMoved ? wish.confirmation : undefined);
}

function schedule(node: CallbackNode, atMs: number, scene: Scene, confirmation?: string): Outcome {
  const at = new Date(atMs).toISOString();
  const agreed = agreedScene(node, at, scene);
  const notes = written(node.config.notes, agreed);
  const text = confirmation ?? spokenWithZone(node.config.confirmation, agreed);
  const actions: FlowAction[] = [
    { type: 'schedule-callback', at, ...(notes === '' ? {} : { notes }) },
    ...(text === '' ? [] : [{ type: 'speak', nodeId: node.id, text, interruptible: true } as const]),
  ];
  return { type: 'leave', ok: true, actions, variables: agreed.state.variables };
}

/** Where `at` is a variable, it holds the time that was agreed on from here on. */
function agreedScene({ config }: CallbackNode, at: string, scene: Scene): Scene {
  const name = /^\{\{\s*([\w.]+)\s*\}\}$/.exec(config.at)?.[1];
  const { heard, variables } = scene.state;
  if (name === 'heard.date_time') {
    const words = heard ?? { text: '', digits: '', phraseId: null, doubtful: false };
    return { ...scene, state: { ...scene.state, heard: { ...words, dateTime: at, hasTime: true } } };
  }
  const isOwn = name !== undefined && Object.hasOwn(variables, name);
  return isOwn ? { ...scene, state: { ...scene.state, variables: { ...variables, [name]: at } } } : scene;
}
