import { setTimeout as sleep } from 'node:timers/promises';
import {
  ParleyClient,
  type AgentInput,
  type Conversation,
  type Message,
  type MessageFlowInput,
} from '../../packages/sdk/src/client.ts';
import { visitGraph } from '../support/visit-flow.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

const pollEveryMs = 50;

/** Asks whether the date of a visit suits the customer, and else for another date: a conversation without a language model. */
export const visitFlow = {
  type: 'message',
  name: 'Visit',
  status: 'active',
  initiationMessage: 'Hello {{customer.name}}, your visit is on {{visit}}. Does that work?',
  autopilotReplies: true,
  replyDebounceSeconds: 2,
  delay: { enabled: true, seconds: 3 },
  ...visitGraph,
};

const dayMs = 86_400_000;

/** Returns a day in some days, in ISO 8601 and as a message in English has it. */
export function dayIn(days: number): { readonly iso: string; readonly text: string } {
  const date = new Date(Date.now() + days * dayMs);
  const text = new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(date);
  return { iso: date.toISOString().slice(0, 10), text };
}

/** The whole program as a separate process that sends messages, and can be killed. */
export class MessageProgram {
  readonly #folder: TemporaryFolder;
  readonly #environment: Readonly<Record<string, string>>;
  #server: ServingProcess | undefined;
  #client: ParleyClient | undefined;

  private constructor(folder: TemporaryFolder, environment: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.#environment = environment;
  }

  /** Starts the program with a new data folder. */
  static async start(environment: Readonly<Record<string, string>>): Promise<MessageProgram> {
    const program = new MessageProgram(await temporaryDataFolder(), environment);
    await program.start();
    return program;
  }

  get client(): ParleyClient {
    return this.#client!;
  }

  /** Starts the program again with the same data. */
  async start(): Promise<void> {
    this.#server = new ServingProcess({
      PARLEY_DATA_DIR: this.#folder.dataDir,
      PARLEY_HTTP_PORT: '0',
      PARLEY_SIP_PORT: '0',
      ...this.#environment,
    });
    const baseUrl = await this.#server.ready();
    const { apiKey, workspaceId } = await readFirstStart(this.#folder.dataDir);
    this.#client = new ParleyClient({ baseUrl, apiKey, workspaceId });
  }

  /** Ends the process without notice. Its database remains. */
  async kill(): Promise<void> {
    this.#server!.signal('SIGKILL');
    await this.#server!.ended;
  }

  async close(): Promise<void> {
    await this.#server!.remove();
    await this.#folder.remove();
  }

  async createFlow(flow: object): Promise<string> {
    return (await this.client.createFlow({ body: flow as MessageFlowInput })).id;
  }

  /** Creates an agent with a language model that writes the replies of the flow. */
  async createAgent(flowId: string, agent: object): Promise<string> {
    const body = { type: 'messaging', name: 'Office', status: 'active', flowId, ...agent } as AgentInput;
    return (await this.client.createAgent({ body })).id;
  }

  /** Resolves with the id of the newest conversation of a flow; the timeout of the test ends the wait. */
  async conversationOf(flowId: string): Promise<string> {
    for (;;) {
      const [newest] = await this.client.listConversationsByFlow({ path: { flowId } });
      const { _id: conversationId } = newest ?? {};
      if (conversationId !== undefined) return conversationId;
      await sleep(pollEveryMs);
    }
  }

  conversation(conversationId: string): Promise<Conversation> {
    return this.client.getConversation({ path: { conversationId } });
  }

  /** Resolves with the conversation when it matches; the timeout of the test ends the wait. */
  async until(
    conversationId: string,
    isAsWanted: (messages: readonly Message[]) => boolean,
  ): Promise<Conversation> {
    for (;;) {
      const conversation = await this.conversation(conversationId);
      if (isAsWanted(conversation.messages)) return conversation;
      await sleep(pollEveryMs);
    }
  }

  /** Resolves with the message when it has the status; the timeout of the test ends the wait. */
  async untilStatus(conversationId: string, messageId: string, status: Message['status']): Promise<Message> {
    const find = (messages: readonly Message[]) => messages.find(({ _id: id }) => id === messageId);
    const { messages } = await this.until(conversationId, (all) => find(all)?.status === status);
    return find(messages)!;
  }
}
