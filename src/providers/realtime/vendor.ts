import type { RealtimeOptions } from '../../contracts/realtime-model.ts';
import { primarySubtag } from '../../core/language-subtags.ts';

/** A vendor with the events of the OpenAI Realtime API, and where it differs from others. */
export interface RealtimeVendor {
  /** Name in error messages. */
  readonly name: string;
  /** Without a trailing slash; includes the version. */
  readonly defaultBaseUrl: string;
  /** Returns the `session` of `session.update`. The vendor detects no turns. */
  session(options: RealtimeOptions): object;
  /** Returns the `session` that replaces the instructions. */
  instructions(options: RealtimeOptions): object;
  /** Whether `conversation.item.truncate` has an effect. Otherwise the model receives a note after an interruption. */
  readonly truncates: boolean;
  /** What the vendor charges for. */
  readonly charges: 'tokens' | 'time';
  /** The model that transcribes the caller, if the vendor reports its usage. */
  readonly transcriptionModel?: string;
}

/** An account at a vendor, or a server with its API. */
export interface RealtimeSettings {
  readonly baseUrl: string;
  /** Undefined: the server requires no key. */
  readonly apiKey: string | undefined;
}

/** G.711 µ-law at 8 kHz, as on the phone line. */
export const phoneFormat = { type: 'audio/pcmu' } as const;

export const functionsOf = ({ tools }: RealtimeOptions): object[] =>
  tools.map(({ name, description, parameters }) => ({ type: 'function', name, description, parameters }));

export const primaryLanguage = ({ language }: RealtimeOptions): string => primarySubtag(language);

export const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));
