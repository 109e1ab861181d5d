import { afterAll } from 'vitest';
import { silentLogger } from '../../core/logger.ts';
import { speechToTextSuite } from '../../contracts/testing/speech-to-text-suite.ts';
import { createBuiltinSpeechToText } from './speech-to-text.ts';
import { createSpeaker } from './testing/speaker.ts';

const speaker = await createSpeaker();
afterAll(() => speaker.close());

speechToTextSuite('the built-in recogniser', {
  create: () => createBuiltinSpeechToText({ workers: 1, logger: silentLogger }),
  say: (stream, text, atMs) => speaker.say(stream, text, { atMs }),
});
