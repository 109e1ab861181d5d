import type { ParleyClient, TestMessage } from '../../packages/sdk/src/client.ts';
import { systemClock, type Clock } from '../core/clock.ts';
import { isTestRecipient } from '../core/test-addresses.ts';
import { minuteText } from './minute-text.ts';
import { UsageError, type Output } from './output.ts';
import { onSignals, type SignalSource } from './signals.ts';

export interface InboxOptions {
  readonly limit: string;
  readonly follow?: boolean;
}

export interface InboxDependencies {
  readonly clock: Clock;
  readonly source: SignalSource;
}

type InboxClient = Pick<ParleyClient, 'listTestMessages' | 'answerTestMessage'>;

const pollMs = 500;
/** Number of messages that `--follow` reads at once. */
const followLimit = 100;

/** Shows what arrived at simulated phones and mailboxes, and the answers of the simulated people, oldest first. */
export async function inbox(
  client: InboxClient,
  address: string | undefined,
  { limit, follow = false }: InboxOptions,
  output: Output,
  dependencies: InboxDependencies = { clock: systemClock, source: process },
): Promise<void> {
  const count = Number(limit);
  if (!/^\d{1,3}$/.test(limit) || count < 1 || count > 200)
    throw new UsageError(`Write --limit as a number from 1 to 200, not ${limit}.`);
  const messages = await read(client, address, count);
  for (const message of messages) output.line(inboxLine(message, output));
  if (messages.length === 0) output.line(emptyText(address));
  if (follow) await followInbox(client, address, messages, output, dependencies);
  output.result({ messages });
}

const emptyText = (address: string | undefined): string =>
  address === undefined || isTestRecipient(address.toLowerCase())
    ? emptyInboxText(address)
    : `${address} is not an address of the test network. Use a fictional number such as +12025550103, or an address at example.com.`;

const emptyInboxText = (address: string | undefined): string =>
  `Nothing has arrived ${address === undefined ? 'in the test network' : `at ${address}`}. Send a message: npx parley-server message send ${address ?? '+12025550103'} --text "Can you come tomorrow at ten?"`;

async function read(client: InboxClient, address: string | undefined, limit: number): Promise<TestMessage[]> {
  const query = address === undefined ? { limit } : { limit, address };
  const { data } = await client.listTestMessages({ query });
  return data.messages.toReversed();
}

/** Shows new messages until a signal. Remembers the ids of all known messages, because a message can become visible after one with a higher id. */
async function followInbox(
  client: InboxClient,
  address: string | undefined,
  shown: readonly TestMessage[],
  output: Output,
  dependencies: InboxDependencies,
): Promise<void> {
  const interruption = new AbortController();
  const unsubscribe = onSignals(dependencies, () => interruption.abort());
  output.line(output.paint('dim', '  following; Ctrl-C exits'));
  const known = new Set(shown.map(({ id }) => id));
  // Messages that are older than the shown ones, and were beyond the limit of the first list, are not new.
  for (const { id } of await read(client, address, followLimit))
    if (Number(id) <= newestOf(shown)) known.add(id);
  try {
    for (;;) {
      for (const message of await read(client, address, followLimit)) {
        if (!known.has(message.id)) output.line(inboxLine(message, output));
        known.add(message.id);
      }
      await dependencies.clock.sleep(pollMs, interruption.signal);
    }
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
  } finally {
    unsubscribe();
  }
}

const newestOf = (messages: readonly TestMessage[]): number =>
  Math.max(0, ...messages.map(({ id }) => Number(id)));

/** Returns one line with the time, the simulated person, the direction (`<-` arrived, `->` sent by the person) and the message. */
function inboxLine(message: TestMessage, { paint }: Pick<Output, 'paint'>): string {
  const arrow = message.direction === 'received' ? paint('cyan', '<-') : paint('yellow', '->');
  const subject = message.subject === null ? '' : `${paint('bold', message.subject)}  `;
  return `${paint('dim', minuteText(message.createdAt))}  ${message.person} ${arrow} ${subject}${message.message}`;
}

/** Answers the last message that arrived at a simulated person, in place of the person. */
export async function replyFromInbox(
  client: InboxClient,
  from: string,
  message: string,
  output: Output,
): Promise<void> {
  const answer = await client.answerTestMessage({ body: { from, message } });
  output.line(inboxLine(answer, output));
  output.result(answer);
}
