import { setTimeout as sleep } from 'node:timers/promises';
import { fractionOf } from '../webhook-crash/plan.ts';
import { codeOf, type ApiResponse } from '../support/crash/supervised-program.ts';
import type { Deployment } from './deployment.ts';
import type { ConfirmedAction } from './facts.ts';
import type { PlannedAction, Scenario } from './scenario.ts';

/** The flows of a prepared workspace. */
export interface Flows {
  /** Sends at once, and answers replies automatically. */
  readonly immediate: string;
  /** Sends after a delay. Replies are drafts. */
  readonly delayed: string;
}

/** The places of a message in the API. */
interface CreatedMessage {
  readonly conversationId: string;
  readonly messageId: string;
}

/** Long enough for three parts of an SMS. Each part has the token. */
const longText = (token: string): string => Array.from({ length: 40 }, () => `Part of ${token}.`).join(' ');

/** Does what a scenario plans by the API, and records what the API confirms. */
export class Writer {
  readonly #deployment: Deployment;
  readonly #scenario: Scenario;
  readonly #flows: Flows;
  readonly #confirmed: ConfirmedAction[] = [];
  readonly #unexpected: string[] = [];
  /** The last conversation of each customer. */
  readonly #conversations = new Map<number, string>();

  constructor(deployment: Deployment, scenario: Scenario, flows: Flows) {
    this.#deployment = deployment;
    this.#scenario = scenario;
    this.#flows = flows;
  }

  get confirmed(): readonly ConfirmedAction[] {
    return this.#confirmed;
  }

  /** Responses that no correct program gives. */
  get unexpected(): readonly string[] {
    return this.#unexpected;
  }

  async writeAll(): Promise<void> {
    await Promise.all(this.#scenario.actions.map((action) => this.#act(action)));
  }

  /** Decides on the messages with an unknown outcome. */
  async resolveUnknown(messages: readonly CreatedMessage[]): Promise<void> {
    for (const { conversationId, messageId } of messages) {
      const fraction = fractionOf(this.#scenario.seed, 'resolve', messageId);
      const [outcome, kind] =
        fraction < 0.5
          ? (['resend', 'resent'] as const)
          : fraction < 0.75
            ? (['sent', 'resolved-sent'] as const)
            : (['failed', 'resolved-failed'] as const);
      const place = `/v1/api/conversations/${conversationId}/messages/${messageId}/resolve`;
      const response = await this.#request(`resolve-${messageId}`, place, { outcome });
      if (response !== undefined) this.#confirmed.push({ messageId, kind });
    }
  }

  async #act(action: PlannedAction): Promise<void> {
    await sleep(action.atMs);
    if (action.kind === 'write') return this.#write(action);
    const created = await this.#generate(action);
    if (created === undefined) return;
    this.#conversations.set(action.customer, created.conversationId);
    await sleep(action.decidesAfterMs);
    await this.#decide(action, created);
  }

  async #generate({ kind, number, customer, isLong }: PlannedAction): Promise<CreatedMessage | undefined> {
    const token = `M${number}`;
    const response = await this.#request(token, '/v1/api/conversations/message/generate', {
      flowId: kind === 'delayed' ? this.#flows.delayed : this.#flows.immediate,
      to: this.#scenario.customers[customer],
      autopilot: kind === 'autopilot' || kind === 'delayed',
      dynamic: { text: isLong ? longText(token) : `This is ${token}.` },
    });
    if (response === undefined) return undefined;
    const { conversation_id: conversationId, message_id: messageId } = response.body as Record<
      string,
      string
    >;
    this.#confirmed.push({ messageId: messageId!, kind: 'created' });
    return { conversationId: conversationId!, messageId: messageId! };
  }

  async #decide({ kind, number }: PlannedAction, created: CreatedMessage): Promise<void> {
    const { conversationId, messageId } = created;
    const place = `/v1/api/conversations/${conversationId}/messages/${messageId}`;
    if (kind === 'approve') await this.#request(`approve-${number}`, `${place}/approve`, {});
    if (kind === 'edit')
      await this.#request(`approve-${number}`, `${place}/approve`, {
        message: `Edited as E${number}.`,
      });
    if (kind !== 'reject') return;
    const response = await this.#request(`reject-${number}`, `${place}/reject`, {});
    if (response !== undefined) this.#confirmed.push({ messageId, kind: 'rejected' });
  }

  async #write({ customer, number }: PlannedAction): Promise<void> {
    const conversationId = this.#conversations.get(customer);
    if (conversationId === undefined) return;
    const place = `/v1/api/conversations/${conversationId}/messages`;
    const response = await this.#request(`write-${number}`, place, {
      message: `A person writes P${number}.`,
    });
    if (response === undefined) return;
    this.#confirmed.push({ messageId: String(response.body['_id']), kind: 'created' });
  }

  /** Returns the successful response; undefined if the customer has opted out, or the message was decided before. */
  async #request(key: string, url: string, body: object): Promise<ApiResponse | undefined> {
    const { seed } = this.#scenario;
    const response = await this.#deployment.requestUntilAnswered('POST', url, body, `${seed}-${key}`);
    if (response.status < 300) return response;
    const code = codeOf(response.body) ?? JSON.stringify(response.body).slice(0, 200);
    if (!expectedCodes.has(code)) this.#unexpected.push(`${key}: ${response.status} ${code}`);
    return undefined;
  }
}

/** An opt-out rejects drafts, and a receipt can resolve a message before the user does. */
const expectedCodes: ReadonlySet<string> = new Set(['opted_out', 'message_settled', 'conversation_closed']);
