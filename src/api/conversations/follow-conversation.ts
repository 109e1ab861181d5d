import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { findConversation, findConversationVersion } from '../../store/conversations/conversations.ts';
import { endpoint } from '../endpoint.ts';
import { queryMaxEvents } from '../paging.ts';
import type { EventStreamWriter } from '../http/event-stream.ts';
import {
  ConversationResponse,
  conversationParameter,
  isOpen,
  MessageResponse,
} from './conversation-response.ts';
import { toConversationResponses } from './to-conversation-responses.ts';

/** Polled like the progress of batches, since NOTIFY would serialize the commits of all messages. */
const pollIntervalMs = 500;
/** Number of latest messages that the stream contains. */
const maxMessages = 100;

const ConversationChange = z
  .object({
    conversation: ConversationResponse.omit({ messages: true })
      .meta({
        id: 'ConversationState',
      })
      .meta({
        description: 'The conversation without its messages.',
      }),
    message: MessageResponse.nullable().meta({
      description: 'The new or changed message; null if only the conversation changed.',
    }),
  })
  .meta({ id: 'ConversationChange' });

type ConversationState = z.input<typeof ConversationResponse>;

export const followConversation = endpoint({
  method: 'GET',
  path: '/v1/api/conversations/{conversationId}/events',
  operationId: 'followConversation',
  tag: 'Conversations',
  summary: 'Follow a conversation',
  description: `Server-sent events of type \`change\`. First one event for each of the last ${maxMessages} messages, oldest first; then one for each new or changed message, and one for each other change of the conversation. \`end\` comes last, when the conversation is closed. The server closes a stream after ten minutes, or when the client reads too slowly. Reconnect with \`Last-Event-ID\`, as browsers do; the new stream starts with the messages again. Each node allows 20 open streams per key and 60 per workspace.`,
  scope: 'conversations:read',
  workspace: 'required',
  parameters: conversationParameter,
  query: z.strictObject({
    maxEvents: queryMaxEvents,
  }),
  reply: {
    contentType: 'text/event-stream',
    description: 'Each event has an ascending `id`, the conversation and one of its messages as JSON.',
    event: ConversationChange,
  },
  errorCodes: ['stream_limit_reached'],

  async handle(
    { caller, path: { conversationId }, query: { maxEvents }, header },
    { database, clock, streams },
  ) {
    const { workspaceId, actor } = caller;
    const db = database.inWorkspace(workspaceId);
    const selection = { workspaceId, conversationId, messages: maxMessages };
    const readVersion = async () => {
      // The version is read first: a change between both reads is found by the next poll.
      const version = await findConversationVersion(db, selection);
      const row = await findConversation(db, selection);
      const at = new Date(clock.now());
      return version === undefined || row === undefined
        ? undefined
        : { row, at, version: `${version} ${isOpen(row, at)}` };
    };
    if ((await readVersion()) === undefined) reject('conversation_not_found');
    const reader = { id: actor.id, workspaceId, lastEventId: header('last-event-id') };
    return streams.open(reader, async (writer) => {
      const changes = new ConversationChanges(writer, maxEvents);
      let lastVersion: string | undefined;
      for (let read = await readVersion(); read !== undefined; read = await readVersion()) {
        const { row, at, version } = read;
        if (version !== lastVersion) {
          const [state] = await toConversationResponses(db, [row], { workspaceId, maxMessages, at });
          await changes.send(state!);
        }
        lastVersion = version;
        if (changes.remaining <= 0 || !isOpen(row, at)) return;
        await clock.sleep(pollIntervalMs, writer.signal);
      }
    });
  },
});

/** Sends the differences between successive states of a conversation. */
class ConversationChanges {
  readonly #writer: EventStreamWriter;
  #conversation = '';
  #messages: ReadonlyMap<string, string> = new Map();
  /** Number of events that may still be sent. */
  #remaining: number;

  constructor(writer: EventStreamWriter, maxEvents = Number.POSITIVE_INFINITY) {
    this.#writer = writer;
    this.#remaining = maxEvents;
  }

  get remaining(): number {
    return this.#remaining;
  }

  async send({ messages, ...conversation }: ConversationState): Promise<void> {
    const texts = new Map(messages.map((message) => [message._id, JSON.stringify(message)]));
    const changed = messages.filter(({ _id }) => texts.get(_id) !== this.#messages.get(_id));
    for (const message of changed) await this.#sendChange({ conversation, message });
    const text = JSON.stringify(conversation);
    if (changed.length === 0 && text !== this.#conversation)
      await this.#sendChange({ conversation, message: null });
    this.#conversation = text;
    this.#messages = texts;
  }
  async #sendChange(change: z.input<typeof ConversationChange>): Promise<void> {
    if (this.#remaining <= 0) return;
    this.#remaining -= 1;
    await this.#writer.ready();
    this.#writer.send({ type: 'change', data: change });
  }
}
