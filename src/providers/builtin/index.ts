export { createBuiltinSpeechToText } from './speech-to-text.ts';
export { createBuiltinTextToSpeech } from './text-to-speech.ts';
