import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ParleyClient, type CallResource, type Conversation } from '../../packages/sdk/src/client.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { languageOf, writtenLanguageOf } from '../../src/domain/languages/languages.ts';
import { addDays, civilTimeAt, instantOf } from '../../src/domain/understanding/zoned-time.ts';
import { createBuiltinTextToSpeech } from '../../src/providers/builtin/index.ts';
import { EspeakEngine, hasEspeak } from '../../src/providers/openai-speech/testing/espeak-engine.ts';
import { HttpSpeechServer } from '../../src/providers/openai-speech/testing/http-speech-server.ts';
import { personaTexts } from '../../src/telephony/test-network/persona-texts.ts';
import { edge } from '../support/run-flow.ts';
import { ask } from '../support/visit-flow.ts';
import { ApiUnderTest } from './api-under-test.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

const pollEveryMs = 200;
const languages = ['en', 'de'] as const;
type Language = (typeof languages)[number];
type Texts = Readonly<Record<Language, string>>;

/** The last two digits of the numbers of the six patients per language. */
const patients = { yes: '00', no: '01', later: '02', wrong: '06', stop: '07', person: '12' } as const;
type Patient = keyof typeof patients;

const places = {
  en: { zone: 'America/New_York', phone: '+120255501', messages: '+131055501' },
  de: { zone: 'Europe/Berlin', phone: '+4917139200', messages: '+49176040690' },
} as const;
const phoneOf = (language: Language, patient: Patient): string =>
  `${places[language].phone}${patients[patient]}`;

const texts = {
  call: {
    en: 'Hello {{customer.name}}, this is the clinic. Your appointment is on {{appointment}}. Can you come?',
    de: 'Guten Tag {{customer.name}}, hier ist die Praxis. Sie haben einen Termin: {{appointment}}. Können Sie kommen?',
  },
  message: {
    en: 'Hello {{customer.name}}, this is the clinic. Can you come on {{appointment}}?',
    de: 'Guten Tag {{customer.name}}, hier ist die Praxis. Können Sie kommen: {{appointment}}?',
  },
  when: { en: 'Which day and time would you like?', de: 'Wann passt es Ihnen?' },
  moved: { en: 'Your new appointment: {{when}}.', de: 'Ihr neuer Termin: {{when}}.' },
  confirmed: { en: 'Great, see you then.', de: 'Schön, bis dann.' },
  declined: { en: 'All right, we cancel it.', de: 'In Ordnung, wir sagen ihn ab.' },
} as const satisfies Record<string, Texts>;

const end = (id: string, text: Texts, disposition: string) => ({
  id,
  type: 'end',
  config: { text, disposition },
});
const isYes = { type: 'expression', all: [{ left: 'coming', op: '==', right: true }] };
const variables = { appointment: { type: 'date_time' } };

const callFlow = {
  type: 'call',
  name: 'Appointment',
  status: 'active',
  startNodeId: 'coming',
  variables,
  nodes: [
    ask('coming', '', 'yes_no', { prompt: texts.call }),
    end('confirmed', texts.confirmed, 'answered'),
    end('declined', texts.declined, 'not_interested'),
  ],
  edges: [edge('coming', 'confirmed', isYes), edge('coming', 'declined', { type: 'else' })],
};

const messageFlow = {
  type: 'message',
  name: 'Appointment by SMS',
  status: 'active',
  initiationMessage: texts.message,
  autopilotReplies: true,
  replyDebounceSeconds: 2,
  startNodeId: 'coming',
  variables,
  nodes: [
    ask('coming', '', 'yes_no', { prompt: texts.message }),
    ask('when', '', 'date_time', { prompt: texts.when }),
    { id: 'moved', type: 'end', config: { text: texts.moved } },
    { id: 'confirmed', type: 'end', config: { text: texts.confirmed } },
    { id: 'declined', type: 'end', config: { text: texts.declined } },
  ],
  edges: [
    edge('coming', 'when', {
      type: 'intent',
      phrases: { en: ['does not work for me'], de: ['passt mir leider nicht'] },
    }),
    edge('coming', 'confirmed', isYes),
    edge('coming', 'declined', { type: 'else' }),
    edge('when', 'moved', { type: 'result', ok: true }),
    edge('when', 'declined', { type: 'else' }),
  ],
};

/** How each language says a date with a time. */
const spokenTimes = {
  en: String.raw`\p{L}+day, \p{L}+ \d{1,2}(?:st|nd|rd|th)(?:, \d{4})? at \d{1,2} [AP]M`,
  de: String.raw`\p{L}+(?:tag|woch), der \d{1,2}\. \p{L}+(?: \d{4})? um \d{1,2} Uhr`,
} as const;

/** How each language writes the time of an appointment tomorrow at ten. */
const writtenTomorrow = {
  en: String.raw`\p{L}+day, \p{L}+ \d{1,2} at 10:00 AM`,
  de: String.raw`\p{L}+(?:tag|woch), \d{1,2}\. \p{L}+ um 10:00 Uhr`,
} as const;

/** Returns the pattern of a sentence with its variables: the name of the patient, and times. */
const patternOf = (sentence: string, time: string): string =>
  sentence
    .replaceAll(/[.?+*()[\]]/g, String.raw`\$&`)
    .replaceAll(String.raw`{{customer\.name}}`, 'Ada')
    .replaceAll(/\{\{[^}]+\}\}/g, () => time);

/** Returns what remains of a text without the sentences of the flow and those of Parley in the language. */
function withoutSentences(language: Language, text: string): string {
  const own = JSON.stringify(languageOf(language).sentences).match(/(?<=[:[,]")(?:[^"\\]|\\.)+(?=")/g) ?? [];
  const ofFlow = Object.values(texts).map((byLanguage) => byLanguage[language]);
  const patterns = [...own, ...ofFlow]
    .toSorted((a, b) => b.length - a.length)
    .map((sentence) => patternOf(sentence, spokenTimes[language]));
  return patterns.reduce((rest, pattern) => rest.replaceAll(new RegExp(pattern, 'gu'), ''), text).trim();
}

/** The time of "tomorrow at ten" in a zone. */
const tomorrowAtTen = (language: Language, nowMs: number): string => {
  const { zone } = places[language];
  const civil = { ...addDays(civilTimeAt(nowMs, zone), 1), hour: 10, minute: 0 };
  return new Date(instantOf(civil, zone)).toISOString();
};

let speech: HttpSpeechServer;
let folder: TemporaryFolder;
let server: ServingProcess;
let api: ApiUnderTest;
let client: ParleyClient;

/** Callees who speak English have a voice of Parley, which the recogniser of the agent must understand too. */
async function learnEnglish(engine: EspeakEngine): Promise<void> {
  const voice = await createBuiltinTextToSpeech({ workers: 1, logger: silentLogger });
  for (const text of Object.values(personaTexts.en).filter((one) => typeof one === 'string')) {
    for await (const { samples, sampleRate } of voice.synthesize({ text, voiceId: 'awb' }))
      engine.learn(text, samples, sampleRate);
  }
  await voice.close();
}

beforeAll(async () => {
  if (!hasEspeak) return;
  const engine = new EspeakEngine();
  await learnEnglish(engine);
  speech = await HttpSpeechServer.start('', engine, ['de', 'en-us']);
  folder = await temporaryDataFolder();
  server = new ServingProcess({
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: '0',
    PARLEY_RTP_PORTS: '33500-33599',
    PARLEY_OPENAI_COMPATIBLE: `local=${speech.baseUrl}`,
  });
  const address = await server.ready();
  const { apiKey, workspaceId } = await readFirstStart(folder.dataDir);
  api = new ApiUnderTest(address, { apiKey, workspaceId });
  client = new ParleyClient({ baseUrl: address, apiKey, workspaceId });
}, 120_000);
afterAll(async () => {
  if (!hasEspeak) return;
  await server.remove();
  await Promise.all([folder.remove(), speech.close()]);
});

describe.skipIf(!hasEspeak)('a batch of patients who speak German or English', { timeout: 170_000 }, () => {
  const calls = new Map<string, CallResource>();

  beforeAll(async () => {
    const { id: flowId } = await api.create<{ id: string }>('/api/v1/flows', callFlow);
    const { id: agentId } = await api.create<{ id: string }>('/api/v1/agents', {
      name: 'Clinic',
      flowId,
      voice: { provider: 'local', voiceId: { en: 'en-us', de: 'de' } },
      transcriber: { provider: 'local' },
      recording: { enabled: false },
    });
    await api.create('/v1/api/telephony/numbers', { phoneNumber: '+12025550190', agentId });
    const rows = (Object.keys(patients) as Patient[]).flatMap((patient) =>
      languages.map((language) => {
        const { zone } = places[language];
        return `${phoneOf(language, patient)},Ada,${language},${zone},2030-03-05T10:00`;
      }),
    );
    const csv = ['phone_number,name,language,timezone,appointment', ...rows, ''].join('\n');
    const batch = { agentId, csv, callsPerSecond: 2, maxConcurrency: 4 };
    const { batchId } = await api.create<{ batchId: string }>('/v1/api/batch-calls', batch);
    let ended: readonly CallResource[] = [];
    while (ended.length < rows.length) {
      await sleep(pollEveryMs);
      ended = (await api.calls({ batchId, limit: '100' })).filter(({ status }) => status === 'ended');
    }
    for (const { callId, toNumber } of ended) calls.set(toNumber, await api.untilEnded(callId));
  }, 170_000);

  const callTo = (language: Language, patient: Patient): CallResource =>
    calls.get(phoneOf(language, patient))!;
  const linesOf = ({ transcript }: CallResource, who: 'agent' | 'customer'): string[] =>
    transcript.filter(({ role }) => role === who).map(({ content }) => content);

  describe.each(languages)('in %s', (language) => {
    const { callback, wrongNumber, optOut, person, yes, no, time } = personaTexts[language];
    const { sentences } = languageOf(language);

    it.each([
      ['yes', 'answered', [yes], texts.confirmed[language]],
      ['no', 'not_interested', [no], texts.declined[language]],
      ['later', 'callback_scheduled', [callback], sentences.goodbye],
      ['wrong', 'wrong_number', [wrongNumber], sentences.wrongNumber],
      ['stop', 'do_not_call', [optOut], sentences.optOut],
      ['person', 'callback_scheduled', [person, time], sentences.goodbye],
    ] as const)('understands: %s', (patient, disposition, said, lastWords) => {
      const call = callTo(language, patient);
      expect(call).toMatchObject({ status: 'ended', endReason: 'agent_hangup', disposition });
      expect(call.agent.voice).toEqual({ provider: 'local', voiceId: language === 'de' ? 'de' : 'en-us' });
      expect(linesOf(call, 'customer')).toEqual(expect.arrayContaining([...said]));
      expect(linesOf(call, 'agent').at(-1)).toBe(lastWords);
    });

    it.each(Object.keys(patients) as Patient[])('speaks only this language: %s', (patient) => {
      const lines = linesOf(callTo(language, patient), 'agent');
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.map((line) => withoutSentences(language, line)).join('')).toBe('');
    });

    it.each([
      // The agent calls back.
      ['later', 'pending', sentences.callback.agreed],
      // A person does, and has a task.
      ['person', 'completed', sentences.person.agreed],
    ] as const)(
      'schedules a callback in the time zone of the patient: %s',
      async (patient, status, agreed) => {
        const call = callTo(language, patient);
        const [scheduled] = await api.dispositions({ phoneNumber: call.toNumber });
        expect(scheduled).toMatchObject({ disposition: 'callback_scheduled', status });
        expect(new Date(scheduled!.scheduledAt!).toISOString()).toBe(
          tomorrowAtTen(language, Date.parse(call.createdAt)),
        );
        // Under load the agent can also apologise for a slow recogniser.
        const spoken = new RegExp(`^${patternOf(agreed, spokenTimes[language])}$`, 'u');
        expect(linesOf(call, 'agent')).toContainEqual(expect.stringMatching(spoken));
      },
    );

    it('calls nobody again who opted out', async () => {
      const address = phoneOf(language, 'stop');
      const { data } = await client.listSuppressions({ query: { address } });
      expect(data.suppressions).toHaveLength(1);
      await expect(api.call(address)).rejects.toMatchObject({ code: 'opted_out' });
    });
  });
});

describe.skipIf(!hasEspeak)('SMS to patients who write German or English', { timeout: 120_000 }, () => {
  const conversations = new Map<string, Promise<Conversation>>();
  const numberOf = (language: Language, patient: Patient): string =>
    `${places[language].messages}${patients[patient]}`;

  /** Resolves with the conversation when it matches; the timeout of the test ends the wait. */
  async function until(
    conversationId: string,
    isDone: (conversation: Conversation) => boolean,
  ): Promise<Conversation> {
    for (;;) {
      const conversation = await client.getConversation({ path: { conversationId } });
      if (isDone(conversation)) return conversation;
      await sleep(pollEveryMs);
    }
  }

  const repliesOf = ({ messages }: Conversation): string[] =>
    messages.filter(({ direction }) => direction === 'outbound').map(({ message }) => message);

  beforeAll(async () => {
    const { id: flowId } = await api.create<{ id: string }>('/api/v1/flows', messageFlow);
    for (const language of languages) {
      for (const patient of Object.keys(patients) as Patient[]) {
        const customerDetails = {
          name: 'Ada',
          language,
          timezone: places[language].zone,
          appointment: '2030-03-05T10:00',
        };
        const { conversation_id: id } = await client.generateMessage({
          body: {
            flowId,
            to: numberOf(language, patient),
            autopilot: true,
            metadata: { customerDetails },
          },
        });
        const count = patient === 'later' ? 3 : 2;
        const isDone = (one: Conversation): boolean =>
          repliesOf(one).length === count || one.attention !== null;
        conversations.set(numberOf(language, patient), until(id, isDone));
      }
    }
  }, 60_000);

  describe.each(languages)('in %s', (language) => {
    const { sentences } = writtenLanguageOf(language);

    it.each([
      ['yes', [texts.confirmed[language]]],
      ['no', [texts.declined[language]]],
      ['later', [texts.when[language], texts.moved[language]]],
      ['wrong', [sentences.wrongNumber]],
      ['stop', [sentences.keywords.stop('First workspace')]],
    ] as const)('understands: %s', async (patient, replies) => {
      const conversation = (await conversations.get(numberOf(language, patient)))!;
      const [opening, ...others] = repliesOf(conversation);
      expect(opening).toMatch(
        language === 'de' ? /^Guten Tag Ada, .*5\. März 2030/ : /^Hello Ada, .*March 5, 2030/,
      );
      const patterns = replies.map((reply) => patternOf(reply, writtenTomorrow[language]));
      expect(others).toEqual(
        patterns.map((pattern) => expect.stringMatching(new RegExp(`^${pattern}$`, 'u'))),
      );
    });

    it('leaves a patient who asks for a person to a user', async () => {
      const conversation = (await conversations.get(numberOf(language, 'person')))!;
      expect(conversation.attention).toBe('person_requested');
      expect(repliesOf(conversation)).toHaveLength(1);
    });

    it('writes nobody again who opted out', async () => {
      const address = numberOf(language, 'stop');
      await conversations.get(address);
      const { data } = await client.listSuppressions({ query: { address } });
      expect(data.suppressions).toHaveLength(1);
    });
  });
});
