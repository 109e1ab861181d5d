import { Readable } from 'node:stream';
import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { agentIn, type AgentConfig } from '../../domain/agent.ts';
import { exampleId, language, requiredText, text } from '../../domain/fields.ts';
import { voiceLanguageError } from '../../domain/language-tags.ts';
import { findAgent } from '../../store/agents.ts';
import { voiceLanguages } from '../agents/agent-languages.ts';
import { defaultSpeechConfig } from '../agents/language-faults.ts';
import { providerFaults } from '../agents/provider-faults.ts';
import type { ApiContext } from '../context.ts';
import { endpoint } from '../endpoint.ts';
import { rejectFaults } from '../reject-faults.ts';
import type { VoicePreviewRequest } from './voice-previews.ts';

const maxTextCharacters = 500;

const { speed, volume } = defaultSpeechConfig.voice;

const voice = z.strictObject({
  provider: requiredText(64).meta({ description: 'The provider.', examples: ['builtin'] }),
  voiceId: requiredText(200).meta({
    description: 'The voice, as the provider names it.',
    examples: ['slt'],
  }),
  speed: z.number().min(0.5).max(2).default(speed).meta({ description: 'The speaking rate; 1 is normal.' }),
  volume: z.number().min(0).max(2).default(volume).meta({ description: 'The volume; 1 is normal.' }),
});

const VoicePreviewInput = z
  .strictObject({
    text: requiredText(maxTextCharacters)
      .refine((text) => text.trim() !== '', 'Write a text to speak.')
      .meta({ description: 'What the voice says.', examples: ['Hello Ada, this is Acme Dental.'] }),
    agentId: text(40)
      .optional()
      .meta({
        description: 'Speaks with the voice of this agent. Send either `agentId` or `voice`.',
        examples: [exampleId('agent')],
      }),
    voice: voice.optional().meta({
      description: 'Speaks with this voice. Send either `agentId` or `voice`.',
    }),
    language: language.optional().meta({
      description: 'The language of the text. Default: that of the agent, or of the voice, or else `en-US`.',
    }),
  })
  .refine((sent) => (sent.agentId === undefined) !== (sent.voice === undefined), {
    path: ['voice'],
    error: 'Send either agentId or voice.',
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .meta({
    id: 'VoicePreviewInput',
    examples: [{ text: 'Hello Ada, this is Acme Dental.', voice: { provider: 'builtin', voiceId: 'slt' } }],
  });

type VoicePreviewInput = z.output<typeof VoicePreviewInput>;

export const previewVoice = endpoint({
  method: 'POST',
  path: '/v1/api/voices/preview',
  operationId: 'previewVoice',
  tag: 'Agents',
  summary: 'Hear a voice',
  description: `Returns a text of at most ${maxTextCharacters} characters as speech, as it would be spoken in a call. Nothing is stored except the entry of the audit log, which has the characters and their cost, and not the text. A workspace can send 20 texts per minute, two at the same time, and a text takes at most 15 s.`,
  scope: 'calls:place',
  body: VoicePreviewInput,
  reply: {
    contentType: 'audio/wav',
    description: 'A mono WAV file with 16-bit samples at the rate of the voice.',
  },
  errorCodes: ['agent_not_found', 'no_voice', 'voice_failed'],

  async handle({ caller: { workspaceId }, body, addAuditDetails }, context) {
    const request = await previewRequestOf(body, workspaceId, context);
    const { wav, provider, voiceId, costs } = await context.voicePreviews.preview(workspaceId, request);
    addAuditDetails({ provider, voiceId, costs });
    const headers = { 'content-type': 'audio/wav', 'content-length': String(wav.length) };
    return { status: 200 as const, headers, stream: Readable.from([wav]) };
  },
});

async function previewRequestOf(
  body: VoicePreviewInput,
  workspaceId: string,
  { database, catalog }: ApiContext,
): Promise<VoicePreviewRequest> {
  const { text, agentId, voice } = body;
  if (voice !== undefined) {
    const [spoken] = voiceLanguages(catalog, voice) ?? [];
    const language = body.language ?? spoken ?? defaultSpeechConfig.language;
    rejectFaults(voiceFaults(voice, language, catalog));
    return { text, language, voices: [voice], speed: voice.speed, volume: voice.volume };
  }
  const agent = await findAgent(database.inWorkspace(workspaceId), { workspaceId, agentId: agentId! });
  const { config } = agent ?? reject('agent_not_found');
  return agentRequest(text, config, body.language ?? config.language);
}

function agentRequest(text: string, config: AgentConfig, language: string): VoicePreviewRequest {
  const { voice } = agentIn(config, language);
  return { text, language, voices: [voice, ...voice.fallback], speed: voice.speed, volume: voice.volume };
}

function voiceFaults(
  { provider, voiceId }: NonNullable<VoicePreviewInput['voice']>,
  language: string,
  catalog: ApiContext['catalog'],
) {
  // A messaging agent needs no recogniser that supports the language.
  const base = { ...defaultSpeechConfig, type: 'messaging' as const };
  const faults = providerFaults({ voice: { provider, voiceId } }, catalog, base);
  if (faults.length > 0) return faults;
  const error = voiceLanguageError(voiceId, voiceLanguages(catalog, { provider, voiceId }), language);
  return error === undefined ? [] : [{ path: 'language', code: 'unsupported_language', message: error }];
}
