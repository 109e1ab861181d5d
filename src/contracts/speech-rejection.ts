import { SpeechError } from './text-to-speech.ts';

/** Longest text of a request that is not a stream. */
export const maxTextCharacters = 2000;

/** Returns the error of a request that can never succeed. */
export const speechRejection = (message: string, cause?: unknown): SpeechError =>
  new SpeechError(message, { retryable: false, cause });

export const nothingToSay = (): SpeechError => speechRejection('There is nothing to say in the text.');

/** @throws {SpeechError} if the text is too long */
export function checkTextLength(text: string): void {
  if (text.length > maxTextCharacters)
    throw speechRejection(`The text has more than ${maxTextCharacters} characters.`);
}
