import type { ModelUsage } from '../../contracts/language-model.ts';
import type { RealtimeOptions } from '../../contracts/realtime-model.ts';
import { fieldsOf, textOf, type JsonFields } from '../websocket/json-fields.ts';
import type { RealtimeVendor } from './vendor.ts';

export interface SessionUsageOptions {
  readonly vendor: Pick<RealtimeVendor, 'charges' | 'transcriptionModel'>;
  /** `provider/model`. */
  readonly modelId: string;
  readonly onUsage: RealtimeOptions['onUsage'];
}

/** Reports what the vendor charges for in one session: the tokens of its responses and transcripts, or the time of the connection. */
export class SessionUsage {
  readonly #options: SessionUsageOptions;
  #openedAtMs: number | undefined;

  constructor(options: SessionUsageOptions) {
    this.#options = options;
  }

  /** Handles an event of the vendor. Cancelled responses have usage too. */
  observe(event: JsonFields): void {
    const { vendor, modelId, onUsage } = this.#options;
    if (vendor.charges !== 'tokens') return;
    const type = textOf(event['type']);
    const isTranscript = type === 'conversation.item.input_audio_transcription.completed';
    if (!isTranscript && type !== 'response.done') return;
    const usage = fieldsOf(isTranscript ? event['usage'] : fieldsOf(event['response'])['usage']);
    const { transcriptionModel = 'transcription' } = vendor;
    const id = isTranscript ? `${modelId.split('/', 1)[0]}/${transcriptionModel}` : modelId;
    if (typeof usage['input_tokens'] === 'number') onUsage?.({ type: 'tokens', usage: tokensOf(id, usage) });
  }

  /** Starts to measure the time of the connection. */
  opened(nowMs: number): void {
    this.#openedAtMs = nowMs;
  }

  closed(nowMs: number): void {
    const openedAtMs = this.#openedAtMs;
    this.#openedAtMs = undefined;
    if (openedAtMs === undefined || this.#options.vendor.charges !== 'time') return;
    const { modelId, onUsage } = this.#options;
    onUsage?.({ type: 'connection', modelId, connectedMs: nowMs - openedAtMs });
  }
}

/** Tokens without details are tokens of text. */
function tokensOf(modelId: string, usage: JsonFields): ModelUsage {
  const input = fieldsOf(usage['input_token_details']);
  const cachedAudioInputTokens = countOf(fieldsOf(input['cached_tokens_details'])['audio_tokens']);
  return {
    modelId,
    inputTokens: countOf(usage['input_tokens']),
    cachedInputTokens: countOf(input['cached_tokens']),
    cacheWriteTokens: 0,
    outputTokens: countOf(usage['output_tokens']),
    audioInputTokens: Math.max(0, countOf(input['audio_tokens']) - cachedAudioInputTokens),
    cachedAudioInputTokens,
    audioOutputTokens: countOf(fieldsOf(usage['output_token_details'])['audio_tokens']),
    isInputEstimated: false,
    isOutputEstimated: false,
  };
}

const countOf = (value: unknown): number =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0;
