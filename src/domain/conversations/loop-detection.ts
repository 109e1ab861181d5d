/** A message of a conversation, as far as it shows whether machines answer each other. */
export interface TimedMessage {
  readonly direction: 'outbound' | 'inbound';
  readonly content: string;
  readonly createdAt: Date;
  /** Of an outbound message; null if it was not sent. */
  readonly sentAt: Date | null;
}

/** Shorter texts, such as "yes", are repeated by people too. */
const minLongText = 20;
/** Number of identical inbound messages in succession that people do not write. */
const maxIdentical = 3;
/** A person needs longer to read a message and to write an answer. */
const fastReplyMs = 3_000;
const maxFastReplies = 8;

/** Returns whether the other side is probably a machine: it returns our text, repeats itself, or answers at once each time. */
export function isProbablyMachine(messages: readonly TimedMessage[]): boolean {
  const inbound = messages.filter(({ direction }) => direction === 'inbound');
  const last = inbound.at(-1);
  return last !== undefined && (isEcho(messages, last) || repeatsItself(inbound, last) || isFast(messages));
}

/** Machines number their messages. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();

function isEcho(messages: readonly TimedMessage[], { content }: TimedMessage): boolean {
  const text = fold(content);
  return (
    text.length >= minLongText &&
    messages.some((message) => message.direction === 'outbound' && fold(message.content) === text)
  );
}

function repeatsItself(inbound: readonly TimedMessage[], { content }: TimedMessage): boolean {
  const text = fold(content);
  const latest = inbound.slice(-maxIdentical);
  return (
    text.length >= minLongText &&
    latest.length === maxIdentical &&
    latest.every((message) => fold(message.content) === text)
  );
}

/** Returns whether each of the last answers arrived at once. */
function isFast(messages: readonly TimedMessage[]): boolean {
  const delays = messages.flatMap((message, index) => {
    const before = messages[index - 1];
    if (message.direction !== 'inbound' || before?.direction !== 'outbound' || before.sentAt === null)
      return [];
    return [message.createdAt.getTime() - before.sentAt.getTime()];
  });
  const latest = delays.slice(-maxFastReplies);
  return latest.length === maxFastReplies && latest.every((ms) => ms < fastReplyMs);
}
