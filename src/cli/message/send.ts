import { isTestRecipient } from '../../core/test-addresses.ts';
import { systemClock, type Clock } from '../../core/clock.ts';
import type { Message, ParleyClient } from '../../../packages/sdk/src/client.ts';
import { connectOrStart, type ServiceConnection } from '../connect.ts';
import { CommandError, UsageError, type Output } from '../output.ts';
import { followConversation } from './follow.ts';
import { statusText } from './message-line.ts';
import { directMessageFlow, selectFlow } from './select-flow.ts';

export interface SendOptions {
  /** Id, or words of the name. */
  readonly flow?: string;
  readonly text?: string;
  /** Subject of an email with `text`. */
  readonly subject?: string;
  /** Name of the recipient, for flows. */
  readonly name?: string;
  /** Variables as `name=value`. */
  readonly set?: readonly string[];
  /** True: the message waits for approval instead of being sent. */
  readonly draft?: boolean;
  readonly follow?: boolean;
}

type SendService = Pick<ServiceConnection, 'client' | 'startedByThisProcess'>;

const pollMs = 200;
/** Maximum wait for the delivery. A message whose delivery is not reported remains `sent`. */
const deliveryTimeoutMs = 5_000;

/** Sends a message with the running service, or starts one for the command. Shows each status of the message. */
export async function sendMessage(to: string, options: SendOptions, output: Output): Promise<void> {
  const connection = await connectOrStart();
  try {
    await sendWith(connection, to, options, output);
  } finally {
    await connection.close();
  }
}

/** @throws {CommandError} if the message was not accepted by the carrier */
export async function sendWith(
  { client, startedByThisProcess }: SendService,
  to: string,
  options: SendOptions,
  output: Output,
  clock: Clock = systemClock,
): Promise<void> {
  const { flowName, conversationId, messageId, warnings = [] } = await createMessage(client, to, options);
  output.line(`${output.paint('bold', flowName)} to ${to}`);
  output.line(output.paint('dim', `  ${conversationId}  ${messageId}`));
  for (const warning of warnings) output.line(output.paint('yellow', warning));
  const message = await untilSettled(client, { conversationId, messageId }, output, clock);
  output.line();
  for (const hint of hintsFor(message, to, conversationId)) output.line(hint);
  if (options.follow === true) await followConversation(client, conversationId, output);
  else if (startedByThisProcess)
    output.line('Answers arrive while the service runs. Start it with: npm start');
  output.result({ conversationId, ...message });
  if (message.status === 'failed')
    throw new CommandError(`The message was not sent: ${message.failure ?? 'the carrier refused it.'}`);
}

async function createMessage(client: ParleyClient, to: string, options: SendOptions) {
  const { text, subject = 'Message', name } = options;
  if (text !== undefined && options.flow !== undefined)
    throw new UsageError('Send a text with --text or the message of a flow with --flow, not both.');
  const variables = readVariables(options.set ?? []);
  const flow = text === undefined ? await selectFlow(client, options.flow) : await directMessageFlow(client);
  const generated = await client.generateMessage({
    body: {
      flowId: flow.id,
      to,
      autopilot: options.draft !== true,
      metadata: { customerDetails: name === undefined ? {} : { name } },
      dynamic: text === undefined ? variables : { ...variables, text, subject },
    },
  });
  const { conversation_id: conversationId, message_id: messageId, warnings } = generated;
  return { flowName: flow.name, conversationId, messageId, warnings };
}

function readVariables(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError(`Write a variable as name=value, not ${text}.`);
      return [name, value] as const;
    }),
  );
}

interface MessageIds {
  readonly conversationId: string;
  readonly messageId: string;
}

/** Polls the message and shows each new status. Returns the message when its status is settled, or after `deliveryTimeoutMs`. */
async function untilSettled(
  client: Pick<ParleyClient, 'getConversation'>,
  { conversationId, messageId }: MessageIds,
  output: Output,
  clock: Clock,
): Promise<Message> {
  const deadlineMs = clock.monotonicMs() + deliveryTimeoutMs;
  let shown: string | undefined;
  for (;;) {
    const { messages, channel } = await client.getConversation({ path: { conversationId } });
    const message = messages.find(({ _id }) => _id === messageId);
    if (message === undefined) throw new CommandError('The message no longer exists.');
    if (message.status !== shown) output.line(output.paint('dim', `  ${statusText(message.status)}`));
    shown = message.status;
    if (isSettled(message, channel, clock.now()) || clock.monotonicMs() >= deadlineMs) return message;
    await clock.sleep(pollMs);
  }
}

/**
 * Returns true if the status is final, or does not change within `deliveryTimeoutMs`. The final status of an email is `sent`, because a mail
 * server reports no delivery.
 */
function isSettled({ status, scheduledAt }: Message, channel: 'sms' | 'email', nowMs: number): boolean {
  if (status === 'sent') return channel === 'email';
  if (status === 'scheduled')
    return scheduledAt !== null && Date.parse(scheduledAt) > nowMs + deliveryTimeoutMs;
  return status !== 'approved' && status !== 'sending';
}

function hintsFor({ status, _id, scheduledAt }: Message, to: string, conversationId: string): string[] {
  const show = `Show the conversation: npx parley-server message show ${conversationId}`;
  switch (status) {
    case 'pending_approval':
      return [`The message waits for approval: npx parley-server message approve ${_id}`];
    case 'scheduled':
      return [`The message is sent at ${scheduledAt}.`, show];
    case 'failed':
      return [];
    default:
      return isTestRecipient(to.toLowerCase())
        ? [`Show what arrived: npx parley-server inbox ${to}`, show]
        : [show];
  }
}
