import type { CallResource } from '../../packages/sdk/src/client.ts';
import { anthropicFormat } from '../../src/providers/ai-sdk/testing/anthropic-format.ts';
import { ScriptedServer } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { startCartesiaSpeechServer } from '../../src/providers/cartesia/testing/speech-server.ts';
import { startListenServer } from '../../src/providers/deepgram/testing/listen-server.ts';
import {
  startRealtimeServer,
  type RealtimeServer,
} from '../../src/providers/realtime/testing/realtime-server.ts';
import type { ProtocolServer } from '../../src/providers/websocket/testing/protocol-server.ts';
import { ProgramWithPhone } from './program-with-phone.ts';

/** The keys of the speech-to-speech models. */
export const realtimeKeys = { openai: 'sk-oa-4Hq9Zt2Xv7', xai: 'xai-8Kd3Lw6Rp1' };
export const greeting = 'Hello, may I help you?';
export const farewell = 'Thank you. Goodbye.';

/** Returns the texts of one role in the transcript. */
export const textsOf = ({ transcript }: CallResource, role: string): string[] =>
  transcript.filter((entry) => entry.role === role).map(({ content }) => content);

/** The program with simulated vendors of speech-to-speech models, and of what else their agents name. */
export interface RealtimeProgram {
  readonly program: ProgramWithPhone;
  readonly openAi: RealtimeServer;
  readonly xAi: RealtimeServer;
  readonly voice: ProtocolServer;
  readonly recogniser: ProtocolServer;
  /** Says goodbye and ends the call. */
  readonly fallback: ScriptedServer;
  readonly voiceId: string;
}

export async function startRealtimeProgram(rtpPorts: string): Promise<RealtimeProgram> {
  const openAi = await startRealtimeServer(realtimeKeys.openai);
  const xAi = await startRealtimeServer(realtimeKeys.xai);
  xAi.habits.reportsCallsByArguments = true;
  const { server: voice, voiceId } = await startCartesiaSpeechServer('car-key');
  const { server: recogniser } = await startListenServer('dg-key');
  const reply = { pieces: [farewell], toolCall: { id: 'call_1', name: 'end_call', arguments: {} } };
  const fallback = await ScriptedServer.start([reply], anthropicFormat);
  const program = await ProgramWithPhone.start({
    PARLEY_RTP_PORTS: rtpPorts,
    PARLEY_OPENAI_API_KEY: realtimeKeys.openai,
    PARLEY_OPENAI_BASE_URL: `${openAi.server.baseUrl}/v1`,
    PARLEY_XAI_API_KEY: realtimeKeys.xai,
    PARLEY_XAI_BASE_URL: `${xAi.server.baseUrl}/v1`,
    PARLEY_CARTESIA_API_KEY: 'car-key',
    PARLEY_CARTESIA_BASE_URL: voice.baseUrl,
    PARLEY_DEEPGRAM_API_KEY: 'dg-key',
    PARLEY_DEEPGRAM_BASE_URL: recogniser.baseUrl,
    PARLEY_ANTHROPIC_API_KEY: 'ant-key',
    PARLEY_ANTHROPIC_BASE_URL: fallback.baseUrl,
  });
  return { program, openAi, xAi, voice, recogniser, fallback, voiceId };
}

export async function closeRealtimeProgram(started: RealtimeProgram): Promise<void> {
  await started.program.close();
  const { openAi, xAi, voice, recogniser, fallback } = started;
  const servers = [openAi.server, xAi.server, voice, recogniser, fallback];
  await Promise.all(servers.map((server) => server.close()));
}

/** Calls the phone with an agent that has the speech-to-speech model. Resolves with the call id when the phone has received the greeting. */
export async function startRealtimeCall(
  { program, voiceId }: RealtimeProgram,
  model: string,
  agentFields: object = {},
  flowFields: object = {},
): Promise<string> {
  program.phone.forgetCall();
  const agent = {
    model,
    modelSettings: { voice: 'ada', fallbackModels: ['anthropic/claude-haiku-4-5'] },
    voice: { provider: 'cartesia', voiceId },
    transcriber: { provider: 'deepgram', model: 'flux-general-en' },
    personality: 'You are the receptionist of a dental practice.',
    firstMessage: greeting,
    builtinTools: ['set_disposition', 'end_call'],
    limits: { endAfterSilenceSeconds: 9 },
    ...agentFields,
  };
  const callId = await program.call(agent, flowFields);
  await program.phone.answered;
  await program.untilHeard('you?');
  return callId;
}
