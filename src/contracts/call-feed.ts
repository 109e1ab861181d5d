import type { Clock } from '../core/clock.ts';
import type { Bus } from './bus.ts';

/** An active call, as the feed reports it when the call is answered. */
export interface FeedCall {
  readonly callId: string;
  readonly roomName: string;
  readonly customerPhone: string;
  readonly customerName: string | null;
  readonly agentName: string;
  readonly type: 'phone' | 'web';
  readonly sentiment: 'positive' | 'neutral' | 'negative' | null;
  readonly lastMessage: string;
  readonly transferRequested: boolean;
  readonly held: boolean;
  readonly muted: boolean;
  readonly participants: readonly {
    readonly identity: string;
    readonly isAgent: boolean;
    /** ISO 8601 UTC. */
    readonly joinedAt: string;
  }[];
  /** When the call was answered, in ms since the Unix epoch. */
  readonly startedAtMs: number;
}

/** One change of a call. */
export type CallChange =
  | {
      readonly type: 'ringing';
      readonly direction: 'inbound' | 'outbound';
      readonly customerPhone: string;
      readonly customerName: string | null;
      readonly aiAgentName: string;
    }
  | { readonly type: 'started'; readonly call: FeedCall }
  /** An entry of the transcript. `sequence` counts the entries of the call from 1. */
  | {
      readonly type: 'turn';
      readonly sequence: number;
      readonly role: 'agent' | 'customer';
      readonly content: string;
      readonly startMs: number;
      readonly endMs: number;
      readonly interrupted: boolean;
      readonly isTruncated?: true;
    }
  | { readonly type: 'node'; readonly nodeId: string }
  | {
      readonly type: 'tool';
      readonly phase: 'started' | 'ended';
      readonly requestId: string;
      readonly tool?: string;
      readonly nodeId?: string;
      readonly outcome?: string;
      readonly durationMs?: number;
    }
  /** The silence before a reply of the agent. */
  | { readonly type: 'silence'; readonly turn: number; readonly startMs: number; readonly totalMs: number }
  | { readonly type: 'sentiment'; readonly sentiment: FeedCall['sentiment'] }
  | { readonly type: 'person_requested' }
  | { readonly type: 'agent_changed'; readonly agentId: string; readonly agentName: string }
  /** A command to the call took effect. */
  | {
      readonly type: 'command';
      readonly command: string;
      readonly author: string | null;
      readonly on?: boolean;
    }
  | { readonly type: 'ended'; readonly endReason: string; readonly disposition: string | null };

/** A change with its call. */
export interface CallFeedEvent {
  readonly callId: string;
  readonly roomName: string;
  readonly atMs: number;
  readonly change: CallChange;
}

/** A node that has followers announces them at this interval. */
export const announceIntervalMs = 10_000;
/** Nodes send the changes of a workspace until this time after an announcement. */
const interestMs = 30_000;
const interestTopic = 'call-feed-followers';
/** The limit of the bus is 7,000 bytes. */
const maxEventBytes = 6_500;
const maxContentChars = 1_000;

const feedTopic = (workspaceId: string): string => `call-feed.${workspaceId}`;

/** Sends the changes of the calls of this node to the nodes whose clients follow the workspace. Without followers, nothing is sent. */
export class CallFeedPublisher {
  readonly #bus: Bus;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** When the interest in a workspace ends, by its id. */
  readonly #interestUntilMs = new Map<string, number>();
  readonly #unsubscribe: () => void;

  constructor({ bus, clock }: { readonly bus: Bus; readonly clock: Pick<Clock, 'monotonicMs'> }) {
    this.#bus = bus;
    this.#clock = clock;
    this.#unsubscribe = bus.subscribe(interestTopic, (workspaceId) => {
      if (typeof workspaceId === 'string')
        this.#interestUntilMs.set(workspaceId, clock.monotonicMs() + interestMs);
    });
  }

  hasFollowers(workspaceId: string): boolean {
    const untilMs = this.#interestUntilMs.get(workspaceId);
    if (untilMs === undefined) return false;
    if (this.#clock.monotonicMs() < untilMs) return true;
    this.#interestUntilMs.delete(workspaceId);
    return false;
  }

  /** Sends a change, if the workspace has followers. */
  publish(workspaceId: string, event: CallFeedEvent): void {
    if (this.hasFollowers(workspaceId)) this.#bus.publish(feedTopic(workspaceId), limitSize(event));
  }

  close(): void {
    this.#unsubscribe();
  }
}

/** Receives the changes of all calls of a workspace. Returns the function that ends the subscription. */
export function receiveCallFeed(
  bus: Bus,
  workspaceId: string,
  listener: (event: CallFeedEvent) => void,
): () => void {
  return bus.subscribe(feedTopic(workspaceId), (event) => listener(event as CallFeedEvent));
}

/** Announces to all nodes that this node has followers of the workspace. To be repeated at `announceIntervalMs`. */
export const announceFollowers = (bus: Bus, workspaceId: string): void =>
  bus.publish(interestTopic, workspaceId);

/** Returns the event with at most `maxEventBytes`, the limit of the bus. */
function limitSize(event: CallFeedEvent): CallFeedEvent {
  if (Buffer.byteLength(JSON.stringify(event)) <= maxEventBytes) return event;
  const { change } = event;
  if (change.type !== 'turn') return { ...event, change: withoutLongTexts(change) };
  const content = change.content.slice(0, maxContentChars).toWellFormed();
  return { ...event, change: { ...change, content, isTruncated: true } };
}

/** Shortens the texts of a change, which come from customers and agents. */
function withoutLongTexts(change: CallChange): CallChange {
  const shorten = (_key: string, value: unknown) =>
    typeof value === 'string' ? value.slice(0, 200).toWellFormed() : value;
  return JSON.parse(JSON.stringify(change, shorten)) as CallChange;
}
