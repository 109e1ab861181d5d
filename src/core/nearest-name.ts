import { distance } from 'fastest-levenshtein';

/** Names of eight characters or more allow two edits, names of four to seven characters one, shorter names none. */
const maxEdits = 2;
const charactersPerEdit = 4;

/** Words that users write for one another. If several names of a line exist, the first one is meant. */
const synonyms: readonly (readonly string[])[] = [
  // Fields of the API and options of the command line.
  [
    'toNumber',
    'to',
    'phoneNumber',
    'number',
    'address',
    'phone',
    'mobile',
    'recipient',
    'destination',
    'callee',
  ],
  ['fromNumber', 'fromNumbers', 'from', 'caller', 'callerId', 'sender'],
  ['dynamic', 'variables', 'set', 'vars', 'params', 'parameters', 'data', 'context'],
  ['personality', 'globalPrompt', 'prompt', 'systemPrompt', 'instructions'],
  ['firstMessage', 'greeting', 'welcomeMessage', 'beginMessage', 'opening'],
  ['transcriber', 'stt', 'recogniser', 'recognizer', 'asr'],
  ['voice', 'tts', 'voiceId'],
  ['model', 'llm'],
  ['message', 'text', 'body', 'content'],
  ['scheduledAt', 'at', 'startAt', 'sendAt', 'time', 'when'],
  ['maxDurationSeconds', 'maxDuration', 'timeout'],
  ['callsPerSecond', 'cps', 'rate'],
  ['maxConcurrency', 'max', 'concurrency', 'parallel'],
  ['notes', 'reason', 'description', 'comment'],
  ['url', 'endpoint', 'target', 'webhookUrl'],
  ['events', 'types', 'eventTypes'],
  ['csv', 'file'],
  // Commands.
  ['cancel', 'end', 'stop', 'abort', 'hangup', 'terminate', 'kill'],
  ['get', 'show', 'view', 'describe', 'inspect', 'info', 'read'],
  ['delete', 'remove', 'rm', 'del', 'revoke'],
  ['create', 'add', 'new'],
  ['update', 'edit', 'patch', 'change', 'modify'],
  ['list', 'ls'],
  ['start', 'serve', 'run', 'launch', 'begin', 'up'],
  ['status', 'doctor', 'check', 'health'],
  ['call', 'dial', 'phone'],
  ['inbox', 'sms', 'mail'],
];

/**
 * Returns the name that is meant by `text`: the closest of those that are equal apart from case and separators (`phone_number`) or have one or
 * two typing errors, else a longer or shorter form (`agent` for `agentId`), else a synonym.
 */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  return closestName(text, names) ?? extendedName(text, names) ?? synonymOf(text, names);
}

function closestName(text: string, names: readonly string[]): string | undefined {
  const normalized = normalize(text);
  let nearest: { readonly name: string; readonly edits: number } | undefined;
  for (const name of names) {
    const limit = Math.min(maxEdits, Math.floor(name.length / charactersPerEdit));
    if (Math.abs(normalize(name).length - normalized.length) > limit) continue;
    const edits = editsBetween(normalized, normalize(name));
    if (edits <= limit && (nearest === undefined || edits < nearest.edits)) nearest = { name, edits };
  }
  return nearest?.name;
}

/** Returns the only name that starts with the words of `text`, or whose words `text` starts with. */
function extendedName(text: string, names: readonly string[]): string | undefined {
  const words = wordsOf(text);
  const [name, ...others] = names.filter((candidate) => {
    const other = wordsOf(candidate);
    const [shorter, longer] = words.length < other.length ? [words, other] : [other, words];
    return shorter.length > 0 && shorter.every((word, index) => word === longer[index]);
  });
  return others.length === 0 ? name : undefined;
}

function synonymOf(text: string, names: readonly string[]): string | undefined {
  const normalized = normalize(text);
  for (const group of synonyms) {
    if (!group.some((word) => normalize(word) === normalized)) continue;
    const found = group.find((word) => names.includes(word));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Maximum length of a text that is split into words. */
const maxWordsLength = 100;

/** Returns the words of `phoneNumber`, `phone_number` or `phone-number`, without the endings `e`, `s` and `es`: `batches` has the word of `batch`. */
const wordsOf = (name: string): string[] =>
  name.length > maxWordsLength
    ? []
    : name
        .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .split(/[_\s-]+/)
        .map((word) => word.replace(/e?s?$/, ''))
        .filter((word) => word !== '');

const normalize = (name: string): string => name.replaceAll(/[_\s-]/g, '').toLowerCase();

/** Returns the Levenshtein distance; a swap of two neighbouring characters counts as one edit. */
const editsBetween = (left: string, right: string): number =>
  isOneSwapAway(left, right) ? 1 : distance(left, right);

function isOneSwapAway(left: string, right: string): boolean {
  const at = left.split('').findIndex((character, index) => character !== right[index]);
  if (at === -1 || left[at] !== right[at + 1] || left[at + 1] !== right[at]) return false;
  return left.slice(at + 2) === right.slice(at + 2);
}
