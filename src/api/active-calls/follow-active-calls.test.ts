import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { CallFeedPublisher, type CallChange } from '../../contracts/call-feed.ts';
import { upsertActiveCall } from '../../store/active-calls.ts';
import { appendTranscriptEntry } from '../../store/calls/call-timeline.ts';
import { recordCallChange } from '../../store/calls/calls.ts';
import { finishCall } from '../../store/calls/finish-call.ts';

let api: TestApi;
let publisher: CallFeedPublisher;
let address: string;
beforeAll(async () => {
  api = await createTestApi();
  publisher = new CallFeedPublisher(api);
  address = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  for (const follower of followers.splice(0)) follower.close();
});
afterAll(() => api.close());

/** The clients of the test. */
const followers: Follower[] = [];

interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read events of every shape.
  readonly data: any;
}

/** A client of a stream. The clock runs while the client waits for events. */
class Follower {
  readonly events: ReceivedEvent[] = [];
  readonly #closing = new AbortController();
  readonly #path: string;
  status = 0;
  isEnded = false;

  constructor(path: string) {
    this.#path = path;
    followers.push(this);
  }

  async open(lastEventId?: string, key = api.key): Promise<this> {
    const headers: Record<string, string> = { 'x-api-key': key, 'x-workspace-id': api.workspaceId };
    if (lastEventId !== undefined) headers['last-event-id'] = lastEventId;
    const { signal } = this.#closing;
    const response = await fetch(`${address}${this.#path}`, { headers, signal });
    this.status = response.status;
    if (response.status === 200) void this.#read(Readable.fromWeb(response.body!));
    return this;
  }

  /** Resolves when an event of the type has arrived. */
  async received(type: string, times = 1): Promise<ReceivedEvent> {
    await until(() => this.events.filter((event) => event.type === type).length >= times);
    return this.events.findLast((event) => event.type === type)!;
  }

  get types(): string[] {
    return this.events.map(({ type }) => type);
  }

  close(): void {
    this.#closing.abort();
  }

  async #read(stream: Readable): Promise<void> {
    let text = '';
    try {
      for await (const bytes of stream) {
        text += String(bytes);
        const blocks = text.split('\n\n');
        text = blocks.pop()!;
        for (const block of blocks) this.#parse(block);
      }
    } catch {
      // The test closed the stream.
    }
    this.isEnded = true;
  }

  #parse(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
    if (field('data') === '') return;
    this.events.push({ id: field('id'), type: field('event'), data: JSON.parse(field('data')) });
  }
}

/** Advances the clock until the condition holds. The timeout of the test limits the wait. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await api.clock.advance(25);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const follow = (lastEventId?: string) => new Follower('/v2/api/active-calls/events').open(lastEventId);
const followRoom = (roomName: string, lastEventId?: string) =>
  new Follower(`/v2/api/active-calls/${roomName}/events`).open(lastEventId);

type SeededCall = Awaited<ReturnType<typeof activeCall>>;

/** Creates an answered call in the database, whose start the followers learn. */
async function activeCall() {
  const call = await storedCall();
  const startedAtMs = noon.getTime();
  const fields = {
    customerPhone: '+12025550101',
    customerName: 'Zoe',
    agentName: 'Ada',
    type: 'phone',
  } as const;
  const live = {
    sentiment: null,
    lastMessage: '',
    transferRequested: false,
    held: false,
    muted: false,
    participants: [],
  };
  const started = { callId: call.id, roomName: call.roomName, ...fields, ...live, startedAtMs };
  publish(call, { type: 'started', call: started });
  await api.clock.advance(100);
  return call;
}

async function storedCall() {
  const call = await seedCall(api.database, api);
  const { workspaceId } = api;
  const db = api.database.inWorkspace(workspaceId);
  const change = { workspaceId, callId: call.id, nodeId: 'node-of-test', at: noon } as const;
  await recordCallChange(db, { ...change, from: ['queued'], to: 'dialing' });
  await recordCallChange(db, { ...change, from: ['dialing'], to: 'in_progress' });
  await upsertActiveCall(db, {
    callId: call.id,
    workspaceId,
    nodeId: 'node-of-test',
    agentId: api.agent.id,
    agentName: 'Ada',
    customerPhone: '+12025550101',
    customerName: 'Zoe',
    type: 'phone',
    sentiment: null,
    lastMessage: '',
    transferRequested: false,
    held: false,
    muted: false,
    participants: [],
    startedAt: noon,
    at: noon,
  });
  return call;
}

const end = ({ id: callId }: SeededCall) =>
  finishCall(api.database.inWorkspace(api.workspaceId), {
    workspaceId: api.workspaceId,
    callId,
    endReason: 'customer_hangup',
    at: noon,
    disposition: { code: 'answered', status: 'completed' },
  });

const publish = ({ id: callId, roomName }: SeededCall, change: CallChange, workspaceId = api.workspaceId) =>
  publisher.publish(workspaceId, { callId, roomName, atMs: api.clock.now(), change });

const turn = (sequence: number, content: string): CallChange => ({
  type: 'turn',
  sequence,
  role: 'customer',
  content,
  startMs: 0,
  endMs: 500,
  interrupted: false,
});

const ended: CallChange = { type: 'ended', endReason: 'customer_hangup', disposition: 'answered' };

describe('GET /v2/api/active-calls/events: 200', () => {
  it('starts with the active calls, and then has every change of the workspace', async () => {
    const call = await activeCall();
    const follower = await follow();
    const snapshot = await follower.received('snapshot');
    expect(snapshot.data).toMatchObject({
      type: 'snapshot',
      part: 1,
      parts: 1,
      calls: [{ id: call.id, aiAgentName: 'Ada', status: 'active', sentiment: null }],
    });
    publish(call, turn(1, 'Can I come at ten?'));
    publish(call, { type: 'sentiment', sentiment: 'positive' });
    publish(call, { type: 'person_requested' });
    publish(call, turn(2, 'Of another workspace.'), 'ws_other');
    publish(call, ended);
    await follower.received('ended');
    expect(follower.types).toEqual(['snapshot', 'turn', 'sentiment', 'person_requested', 'ended']);
    expect(follower.events[1]!.data).toEqual({
      callId: call.id,
      roomName: call.roomName,
      at: expect.any(String),
      ...turn(1, 'Can I come at ten?'),
    });
    await end(call);
    follower.close();
  });

  it('gives later followers the calls as they are then', async () => {
    const call = await activeCall();
    const first = await follow();
    await first.received('snapshot');
    publish(call, turn(1, 'Good morning.'));
    publish(call, { type: 'command', command: 'hold', author: null, on: true });
    publish(call, { type: 'command', command: 'mute', author: null, on: true });
    publish(call, { type: 'command', command: 'mute', author: null, on: false });
    publish(call, { type: 'person_requested' });
    await first.received('person_requested');
    const second = await follow();
    const { data } = await second.received('snapshot');
    expect(data.calls).toMatchObject([
      { lastMessage: 'Good morning.', transferRequested: true, held: true, muted: false },
    ]);
    publish(call, ended);
    await second.received('ended');
    await end(call);
    first.close();
    second.close();
  });

  it('continues after Last-Event-ID without a snapshot', async () => {
    const call = await activeCall();
    const first = await follow();
    await first.received('snapshot');
    publish(call, turn(1, 'One.'));
    const { id } = await first.received('turn');
    first.close();
    publish(call, turn(2, 'Two.'));
    const second = await follow(id);
    publish(call, turn(3, 'Three.'));
    await second.received('turn', 2);
    expect(second.events.map(({ data }) => data.content)).toEqual(['Two.', 'Three.']);
    publish(call, ended);
    await second.received('ended');
    await end(call);
    second.close();
  });

  it.each(['other-1', '0123456789ab-3', '17', 'incomplete'])(
    'starts with a snapshot for the unknown Last-Event-ID %s',
    async (lastEventId) => {
      const follower = await follow(lastEventId);
      expect((await follower.received('snapshot')).data.calls).toEqual([]);
      follower.close();
    },
  );

  it('starts with a new snapshot if the missed changes are not kept any more', async () => {
    const call = await activeCall();
    const first = await follow();
    const { id } = await first.received('snapshot');
    first.close();
    for (let sequence = 1; sequence <= 2_100; sequence += 1) publish(call, turn(sequence, 'Again.'));
    await api.clock.advance(100);
    const second = await follow(id);
    await second.received('snapshot');
    expect(second.types).toEqual(['snapshot']);
    publish(call, ended);
    await second.received('ended');
    await end(call);
    second.close();
  });

  it('reports starts and ends that were lost on the bus', async () => {
    const follower = await follow();
    await follower.received('snapshot');
    const call = await storedCall();
    expect((await follower.received('started')).data).toMatchObject({ call: { id: call.id } });
    await end(call);
    const event = await follower.received('ended');
    expect(event.data).toMatchObject({
      callId: call.id,
      endReason: 'customer_hangup',
      disposition: 'answered',
    });
    follower.close();
  });

  it('sends many active calls in parts', async () => {
    const calls = [];
    for (let index = 0; index < 41; index += 1) calls.push(await storedCall());
    const follower = await follow();
    await follower.received('snapshot', 3);
    expect(follower.events.map(({ data }) => [data.part, data.parts, data.calls.length])).toEqual([
      [1, 3, 20],
      [2, 3, 20],
      [3, 3, 1],
    ]);
    for (const call of calls) {
      publish(call, ended);
      await end(call);
    }
    await follower.received('ended', 41);
    follower.close();
  });

  it('disconnects a client that does not read, and serves the others', async () => {
    const call = await activeCall();
    const slow = await slowFollower();
    const fast = await follow();
    await fast.received('snapshot');
    const content = 'a'.repeat(5_000);
    for (let sequence = 1; sequence <= 1_500; sequence += 1) {
      publish(call, turn(sequence, content));
      if (sequence % 50 === 0) await fast.received('turn', sequence);
    }
    await api.clock.advance(25_000);
    expect(await slow.readToEnd()).toBeLessThan(1_500);
    publish(call, ended);
    await fast.received('ended');
    expect(fast.events.filter(({ type }) => type === 'turn')).toHaveLength(1_500);
    await end(call);
    fast.close();
  });
});

/** Opens a stream and reads nothing. `readToEnd` reads all that arrives, and returns the number of events when the stream has ended. */
async function slowFollower() {
  const headers = { 'x-api-key': api.key, 'x-workspace-id': api.workspaceId };
  const response = await fetch(`${address}/v2/api/active-calls/events`, { headers });
  return {
    readToEnd: async () => {
      let text = '';
      try {
        for await (const bytes of Readable.fromWeb(response.body!)) text += String(bytes);
      } catch {
        // The server closes the connection with unread data.
      }
      return text.split('event: turn').length - 1;
    },
  };
}

describe('GET /v2/api/active-calls/{roomName}/events: 200', () => {
  it('has the transcript so far, each later turn once, and ends with the call', async () => {
    const call = await activeCall();
    const other = await activeCall();
    const all = await follow();
    await all.received('snapshot');
    const { workspaceId } = api;
    const db = api.database.inWorkspace(workspaceId);
    const entry = { role: 'customer', content: 'One.', startMs: 0, endMs: 400, interrupted: false } as const;
    publish(call, turn(1, 'One.'));
    await appendTranscriptEntry(db, { workspaceId, callId: call.id, sequence: 1, entry });
    publish(call, turn(2, 'Two, not stored yet.'));
    await all.received('turn', 2);
    const follower = await followRoom(call.roomName);
    const { data } = await follower.received('snapshot');
    expect(data).toMatchObject({
      roomName: call.roomName,
      status: 'in_progress',
      call: { id: call.id, transcript: [{ content: 'One.' }] },
    });
    publish(other, turn(1, 'Of another call.'));
    publish(call, turn(3, 'Three.'));
    publish(call, ended);
    await until(() => follower.isEnded);
    expect(follower.types).toEqual(['snapshot', 'turn', 'turn', 'ended', 'end']);
    expect(follower.events.slice(1, 3).map(({ data: { content } }) => content)).toEqual([
      'Two, not stored yet.',
      'Three.',
    ]);
    await end(call);
    await end(other);
    all.close();
  });

  it('resumes after the end of the call', async () => {
    const call = await activeCall();
    const first = await followRoom(call.roomName);
    const { id } = await first.received('snapshot');
    first.close();
    publish(call, ended);
    await end(call);
    await api.clock.advance(100);
    const second = await followRoom(call.roomName, id);
    await until(() => second.isEnded);
    expect(second.types).toEqual(['ended', 'end']);
  });

  it('follows a call that is not answered yet', async () => {
    const call = await seedCall(api.database, api);
    const change = { workspaceId: api.workspaceId, callId: call.id, nodeId: 'node-1', at: noon } as const;
    const db = api.database.inWorkspace(api.workspaceId);
    await recordCallChange(db, { ...change, from: ['queued'], to: 'dialing' });
    const follower = await followRoom(call.roomName);
    expect((await follower.received('snapshot')).data).toMatchObject({ status: 'dialing', call: null });
    publish(call, ended);
    await until(() => follower.isEnded);
    await end(call);
  });
});

describe('maxEvents', () => {
  it('ends the streams after this many events', async () => {
    const call = await activeCall();
    const all = await new Follower('/v2/api/active-calls/events?maxEvents=2').open();
    const one = await new Follower(`/v2/api/active-calls/${call.roomName}/events?maxEvents=1`).open();
    await Promise.all([all.received('snapshot'), one.received('snapshot')]);
    publish(call, turn(1, 'One.'));
    publish(call, turn(2, 'Two.'));
    await until(() => all.isEnded && one.isEnded);
    expect([all.types, one.types]).toEqual([
      ['snapshot', 'turn', 'end'],
      ['snapshot', 'end'],
    ]);
    publish(call, ended);
    await end(call);
  });
});

describe('GET /v2/api/active-calls/{roomName}/events: 404', () => {
  it('returns 404 for a call that has ended', async () => {
    const call = await activeCall();
    await end(call);
    expect((await followRoom(call.roomName)).status).toBe(404);
  });
});

describe('the publisher', () => {
  it('sends nothing without followers', async () => {
    const quiet = await createTestApi();
    const sent: unknown[] = [];
    quiet.bus.subscribe(`call-feed.${quiet.workspaceId}`, (event) => sent.push(event));
    const own = new CallFeedPublisher(quiet);
    own.publish(quiet.workspaceId, { callId: 'c', roomName: 'r', atMs: 0, change: turn(1, 'Hello.') });
    await quiet.clock.advance(100);
    expect(sent).toEqual([]);
    await quiet.close();
  });

  it('truncates a turn that is longer than a message of the bus', async () => {
    const call = await activeCall();
    const follower = await follow();
    await follower.received('snapshot');
    publish(call, turn(1, '語'.repeat(5_000)));
    const { data } = await follower.received('turn');
    expect(data).toMatchObject({ isTruncated: true, content: '語'.repeat(1_000) });
    publish(call, ended);
    await end(call);
    follower.close();
  });
});
