import { expect, it } from 'vitest';
import type { SpeechToTextEvent } from '../contracts/speech-to-text.ts';
import { rethrowUncaught } from '../contracts/testing/rethrow-uncaught.ts';
import { systemClock as clock } from '../core/clock.ts';
import { silentLogger } from '../core/logger.ts';
import { createBuiltinSpeechToText } from '../providers/builtin/speech-to-text.ts';
import { createSpeaker } from '../providers/builtin/testing/speaker.ts';
import { startListenServer } from '../providers/deepgram/testing/listen-server.ts';
import { createDeepgramSpeechToText } from '../providers/deepgram/speech-to-text.ts';
import { createFallbackSpeechToText } from '../providers/fallback/speech-to-text.ts';
import { createTestAccount } from '../providers/websocket/testing/test-account.ts';

it('the built-in recogniser understands the answer during which a vendor became unreachable', async () => {
  const { server } = await startListenServer('key', clock);
  const { account, dependencies } = createTestAccount(server, 'key', clock);
  const vendor = createDeepgramSpeechToText(account, 'flux-general-en', dependencies);
  const builtin = await createBuiltinSpeechToText({ workers: 1, logger: silentLogger });
  const speaker = await createSpeaker();
  const recogniser = createFallbackSpeechToText([vendor, builtin], {
    clock,
    onInternalError: rethrowUncaught,
  });
  const stream = recogniser.open({ language: 'en-US' });
  try {
    stream.expect({
      id: 'answers',
      phrases: [
        { id: 'yes', text: 'yes please' },
        { id: 'no', text: 'no thank you' },
      ],
      forms: [],
    });
    const ended = new Promise<SpeechToTextEvent>((resolve) =>
      stream.on((event) => {
        if (event.type === 'transcript-ended') resolve(event);
      }),
    );
    await speaker.say(stream, 'no thank you');
    await server.close();
    stream.finalize();
    expect(await ended).toMatchObject({ text: 'no thank you', match: { phraseId: 'no' }, rejected: false });
    expect(stream.capabilities).toBe(builtin.capabilities);
  } finally {
    stream.close();
    await Promise.all([speaker.close(), recogniser.close()]);
  }
});
