export { createBuiltinSpeechToText, type BuiltinSpeechToTextOptions } from './speech-to-text.ts';
export { createBuiltinTextToSpeech, type BuiltinTextToSpeechOptions } from './text-to-speech.ts';
export { SpeechModelError } from './speech-model.ts';
export { builtinVoices } from './voices.ts';
