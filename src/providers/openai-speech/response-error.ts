import { VendorError } from '../websocket/vendor-error.ts';

const reasons = {
  'no-text': 'the response has no field "text"',
  'no-audio': 'the response has no audio',
  'not-audio': 'the response is not audio',
  'unknown-rate': 'the audio has no WAV header, and its content type has no supported sample rate',
  'invalid-wav': 'the WAV file is damaged or has an unsupported format',
  'too-much-audio': 'the audio is too long for its text',
  'too-long': 'the response is too large',
} as const;

/** Why a response cannot be used. */
export type ResponseErrorReason = keyof typeof reasons;

/** Returns the error of a response that cannot be used. */
export const responseError = (vendor: string, reason: ResponseErrorReason): VendorError =>
  new VendorError(vendor, 'protocol', {
    reason: reasons[reason],
    discardsAudio: reason === 'too-much-audio',
  });
