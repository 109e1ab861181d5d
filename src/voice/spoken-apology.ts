import type { Clock } from '../core/clock.ts';
import type { SpeechChunk, TextToSpeech } from '../contracts/text-to-speech.ts';
import { synthesizeClause, type AgentVoice } from './synthesis.ts';
import { voiceTimeouts } from './voice-timeouts.ts';

/** The most texts that are kept per provider. */
const maxTexts = 200;

type Audio = Promise<readonly SpeechChunk[] | undefined>;

/** The audio of the apologies of all calls. Each text is synthesised once per voice. */
const audioOf = new WeakMap<TextToSpeech, Map<string, Audio>>();

/** The apology of an agent as audio, which is heard when no voice can speak. */
export class SpokenApology {
  #text = '';
  #chunks: readonly SpeechChunk[] | undefined;

  /** Synthesises the text, unless a voice of the agent is local. Never rejects. */
  async prepare(text: string, voices: readonly AgentVoice[], clock: Clock): Promise<void> {
    const [voice] = voices;
    if (voice === undefined || voices.some(({ engine }) => !engine.capabilities.network)) return;
    this.#text = text;
    this.#chunks = await audioFor(text, voice, clock);
  }

  /** The text with its audio; undefined if the text was not synthesised. */
  get speech(): { readonly text: string; readonly chunks: readonly SpeechChunk[] } | undefined {
    return this.#chunks && { text: this.#text, chunks: this.#chunks };
  }
}

function audioFor(text: string, voice: AgentVoice, clock: Clock): Audio {
  const { engine, voiceId, language, speed, volume } = voice;
  const texts = audioOf.get(engine) ?? new Map<string, Audio>();
  audioOf.set(engine, texts);
  const key = JSON.stringify([text, voiceId, language, speed, volume]);
  const known = texts.get(key);
  if (known !== undefined) return known;
  const audio = synthesize(text, voice, clock).catch(() => {
    texts.delete(key);
    return undefined;
  });
  const [oldest] = texts.keys();
  if (texts.size >= maxTexts && oldest !== undefined) texts.delete(oldest);
  texts.set(key, audio);
  return audio;
}

async function synthesize(text: string, voice: AgentVoice, clock: Clock): Promise<readonly SpeechChunk[]> {
  const limits = voiceTimeouts(false);
  const { signal } = new AbortController();
  const chunks: SpeechChunk[] = [];
  for await (const chunk of synthesizeClause(text, { voices: [voice], clock, ...limits }, signal))
    chunks.push(chunk);
  return chunks;
}
