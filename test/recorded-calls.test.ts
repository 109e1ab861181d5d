import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeUlaw } from '../src/audio/g711.ts';
import type { SpeechToText } from '../src/contracts/speech-to-text.ts';
import type { Expectation } from '../src/core/expectation.ts';
import { silentLogger } from '../src/core/logger.ts';
import { spokenWords } from '../src/core/spoken-words.ts';
import { createBuiltinSpeechToText } from '../src/providers/builtin/speech-to-text.ts';
import { pushFrames } from '../src/providers/builtin/testing/speaker.ts';

const folder = path.resolve(import.meta.dirname, '../docs/recorded-calls');
const page = readFileSync(path.join(folder, 'README.md'), 'utf8');
const headerBytes = 58;
const leadMs = 150;
const maxFileBytes = 400_000;

interface Line {
  readonly startMs: number;
  readonly text: string;
}

const sections = page
  .split('\n## ')
  .slice(1)
  .map((section) => ({
    file: /\]\((\S+\.wav)\)/.exec(section)![1]!,
    lines: [...section.matchAll(/^\| ([\d.]+) s \| \w+ \| (.+?)(?: \(interrupted\))? \|$/gm)].map(
      ([, seconds, text]): Line => ({ startMs: Number(seconds) * 1000, text: text! }),
    ),
  }));

/** All lines of the page, so that the recogniser selects among them. */
const expectation: Expectation = {
  id: 'recorded-calls',
  phrases: [...new Set(sections.flatMap(({ lines }) => lines.map(({ text }) => text)))].map((text) => ({
    id: text,
    text: spokenWords(text),
  })),
  forms: [],
};

function samplesOf(file: string): Int16Array {
  const codes = readFileSync(path.join(folder, file)).subarray(headerBytes);
  const samples = new Int16Array(codes.length);
  decodeUlaw(codes, samples);
  return samples;
}

describe('the recorded calls of the documentation', { timeout: 60_000 }, () => {
  let recogniser: SpeechToText;
  beforeAll(async () => {
    recogniser = await createBuiltinSpeechToText({ logger: silentLogger });
  });
  afterAll(() => recogniser.close());

  async function recognise(samples: Int16Array): Promise<string | undefined> {
    const stream = recogniser.open({ language: 'en-US' });
    const recognised = new Promise<string | undefined>((resolve) =>
      stream.on((event) => {
        if (event.type === 'transcript-ended') resolve(event.match?.phraseId);
      }),
    );
    stream.expect(expectation);
    pushFrames(stream, samples, 0);
    stream.finalize();
    const phrase = await recognised;
    stream.close();
    return phrase;
  }

  it('are three small files', () => {
    expect(sections).toHaveLength(3);
    for (const { file } of sections)
      expect(readFileSync(path.join(folder, file)).length).toBeLessThan(maxFileBytes);
  });

  it.each(sections)('$file contains the words of its transcript at their times', async ({ file, lines }) => {
    const samples = samplesOf(file);
    expect(lines.length).toBeGreaterThan(3);
    const heard: (string | undefined)[] = [];
    for (const [index, { startMs }] of lines.entries()) {
      const endMs = lines[index + 1]?.startMs ?? samples.length / 8;
      heard.push(await recognise(samples.subarray(Math.max(0, startMs - leadMs) * 8, (endMs - leadMs) * 8)));
    }
    expect(heard).toEqual(lines.map(({ text }) => text));
  });
});
