import { SpeechError } from '../../contracts/text-to-speech.ts';
import { VendorError } from './vendor-error.ts';

/** Converts an error of a vendor's adapter. */
export function toSpeechError(error: unknown): SpeechError {
  if (error instanceof SpeechError) return error;
  const retryable = error instanceof VendorError && error.retryable;
  const message = error instanceof VendorError ? error.message : 'Speech synthesis failed.';
  const discardsAudio = error instanceof VendorError && error.discardsAudio;
  return new SpeechError(message, { retryable, discardsAudio, cause: error });
}
