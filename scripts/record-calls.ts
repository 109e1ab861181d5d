/*
 * node scripts/record-calls.ts
 *
 * Makes the calls of docs/recorded-calls with the whole program, and writes their recordings and transcripts there. The callees are personas of the
 * test network, the recogniser and the voices are the built-in ones, and the language model is a local server that sends prepared replies.
 */
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { CallResource } from '../packages/sdk/src/client.ts';
import { encodeUlaw } from '../src/audio/g711.ts';
import { parseWav } from '../src/audio/wav-header.ts';
import { ScriptedServer, type ServedReply } from '../src/providers/ai-sdk/testing/scripted-server.ts';
import { ProgramUnderTest } from '../test/program/program-under-test.ts';

const folder = path.resolve(import.meta.dirname, '../docs/recorded-calls');

interface RecordedCall {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  place(): Promise<string>;
}

const tool = (name: string, args: object, ...pieces: string[]): ServedReply => ({
  pieces,
  toolCall: { id: `call_${name}`, name, arguments: args },
});

const replies: readonly ServedReply[] = [
  tool('find_free_time', { day: 'Friday' }, 'Let me have a look. '),
  { pieces: ['There is a free time on Friday at half past two. ', 'Shall I book it for you?'] },
  tool('book', { day: 'Friday', time: '14:30' }, 'One moment. '),
  tool('end_call', {}, 'It is booked. We will see you on Friday at half past two. Goodbye.'),
];

const offer =
  'Is Friday good for a visit? This is Oak Street Dental. We have free times on every other day of this week and of the next one too.';

const model = await ScriptedServer.start(replies);
const calendar = await startCalendar();
const program = await ProgramUnderTest.start({
  PARLEY_RTP_PORTS: '33300-33349',
  PARLEY_OPENAI_BASE_URL: model.baseUrl,
  PARLEY_WEBHOOK_ALLOW_CIDRS: '127.0.0.1',
});

const calls: readonly RecordedCall[] = [
  {
    name: 'reminder',
    title: 'A reminder that becomes a callback',
    description:
      'The agent "Appointment reminder" follows a flow, without a language model. The callee asks for a call at another time.',
    place: () => program.api.call('+12025550102'),
  },
  {
    name: 'opt-out',
    title: 'An opt-out',
    description:
      'The callee of a reminder wants no more calls. The number is suppressed at once, and the agent ends the call.',
    place: () => program.api.call('+12025550107'),
  },
  {
    name: 'booking',
    title: 'An interruption, and a booking by tools',
    description:
      'The agent talks with a language model. The callee interrupts it.\nThe model looks up a free time and books it with two HTTP tools.',
    place: placeBooking,
  },
];

/** Returns a server whose responses the tools use. */
async function startCalendar(): Promise<Server> {
  const server = createServer((request, response) => {
    const body = request.method === 'GET' ? { day: 'Friday', time: '14:30' } : { booked: true };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function placeBooking(): Promise<string> {
  const { client } = program.api;
  const url = `http://127.0.0.1:${(calendar.address() as AddressInfo).port}/times`;
  const text = { type: 'string' };
  const post = async <Body>(to: string, body: object) =>
    (await (await client.send('POST', to, { body })).json()) as Body;
  const agreed = { type: 'intent', phrases: ['yes that works for me', 'yes yes that works for me'] };
  const flow = {
    type: 'call',
    name: 'Booking',
    status: 'active',
    nodes: [
      { id: 'offer', type: 'conversation', config: { prompt: 'Offer a visit.', firstMessage: offer } },
      { id: 'book', type: 'conversation', config: { prompt: 'Find a free time and book it.' } },
      { id: 'bye', type: 'end', config: { text: 'Goodbye.' } },
    ],
    edges: [
      { id: 'agreed', from: 'offer', to: 'book', condition: agreed },
      { id: 'goodbye', from: 'book', to: 'bye', condition: { type: 'intent', phrases: ['goodbye'] } },
    ],
  };
  const { id: flowId } = await post<{ id: string }>('/api/v1/flows', flow);
  const agent = await post<{ id: string }>('/api/v1/agents', {
    name: 'Booking',
    model: 'openai/scripted',
    flowId,
    voice: { voiceId: 'slt' },
    personality: 'You book visits at a dental practice.',
    tools: [
      {
        name: 'find_free_time',
        description: 'Returns a free time.',
        method: 'GET',
        url,
        parameters: { type: 'object', properties: { day: text } },
      },
      {
        name: 'book',
        description: 'Books a visit.',
        method: 'POST',
        url,
        parameters: { type: 'object', properties: { day: text, time: text } },
      },
    ],
    builtinTools: ['end_call'],
  });
  await post('/v1/api/telephony/numbers', { phoneNumber: '+12025550160', agentId: agent.id });
  const placed = { agentId: agent.id, toNumber: '+12025550108' };
  return (await post<{ callId: string }>('/api/v1/calls/call', placed)).callId;
}

/** Returns a mono WAV file with µ-law at 8 kHz (format 7) that mixes both sides. */
function mixedWav(recording: Uint8Array): Uint8Array {
  const { samples } = parseWav(recording);
  const mixed = Int16Array.from({ length: samples.length / 2 }, (_, index) =>
    Math.max(-32_768, Math.min(32_767, samples[2 * index]! + samples[2 * index + 1]!)),
  );
  const codes = new Uint8Array(mixed.length);
  encodeUlaw(mixed, codes);
  const header = Buffer.alloc(58);
  header.write('RIFF', 0);
  header.writeUInt32LE(50 + codes.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(7, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('fact', 38);
  header.writeUInt32LE(4, 42);
  header.writeUInt32LE(codes.length, 46);
  header.write('data', 50);
  header.writeUInt32LE(codes.length, 54);
  return Buffer.concat([header, codes]);
}

/** Returns the section of a call on the page. */
function sectionOf({ name, title, description }: RecordedCall, call: CallResource): string {
  const rows = call.transcript.map(
    ({ role, startMs, content, interrupted }) =>
      `| ${(startMs / 1000).toFixed(1)} s | ${role} | ${content}${interrupted ? ' (interrupted)' : ''} |`,
  );
  const result = `Disposition: \`${call.disposition}\`. Duration: ${call.durationSeconds!.toFixed(1)} s.`;
  const table = ['| time | speaker | text |', '|---|---|---|', ...rows].join('\n');
  return `## ${title}\n\n${description}\n\n[${name}.wav](${name}.wav)\n\n${table}\n\n${result}\n`;
}

const introduction = `# Recorded calls

On this page you can listen to three calls and read their transcripts. They are real calls over SIP and RTP on one
machine, made by this command:

\`\`\`
node scripts/record-calls.ts
\`\`\`

The callees are [simulated people](../test-network.md#personas). Both sides use the built-in recogniser and the built-in
voices, which sound plain. The language model of the third call is a local server that sends prepared replies: no
vendor can be reached where Parley is developed. The files mix both sides: mono, µ-law, 8 kHz, as on a telephone line.
Times count from the answer of the call.
`;

await mkdir(folder, { recursive: true });
const sections: string[] = [];
try {
  for (const recorded of calls) {
    const call = await program.api.untilEnded(await recorded.place());
    sections.push(sectionOf(recorded, call));
    await writeFile(
      path.join(folder, `${recorded.name}.wav`),
      mixedWav(await program.api.recording(call.callId)),
    );
  }
} finally {
  await program.close();
  await model.close();
  calendar.close();
}
await writeFile(path.join(folder, 'README.md'), [introduction, ...sections].join('\n'));
