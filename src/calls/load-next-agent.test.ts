import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedWorkspace, type Fixture } from '../../test/support/fixtures.ts';
import { FakeLanguageModel } from '../contracts/testing/fake-language-model.ts';
import { FakeSpeechToText } from '../contracts/testing/fake-speech-to-text.ts';
import { FakeTextToSpeech } from '../contracts/testing/fake-text-to-speech.ts';
import { newId } from '../core/ids.ts';
import { AgentInput } from '../domain/agent.ts';
import { insertAgent } from '../store/agents.ts';
import { conversationOnlyFlow } from './call-plan.ts';
import { loadNextAgent } from './load-next-agent.ts';
import type { ProviderDirectory } from './provider-directory.ts';

let database: TestDatabase;
let fixture: Fixture;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  fixture = await seedWorkspace(database.db);
});

const scope = () => database.db.inWorkspace(fixture.workspaceId);

const directory: ProviderDirectory = {
  textToSpeech: () => new FakeTextToSpeech(),
  speechToText: () => new FakeSpeechToText({ capabilities: { languages: ['en-US', 'de-DE'] } }),
  languageModel: () => new FakeLanguageModel([]),
  fallbackRecogniser: ([first]) => first,
};

async function loadWith(agent: Partial<AgentInput>, language = 'en-US') {
  const { workspaceId } = fixture;
  const voice = { provider: 'fake', voiceId: 'tone' };
  const config = AgentInput.parse({ name: 'Sam', voice, ...agent });
  const { id } = await insertAgent(scope(), { id: newId('agent'), workspaceId, config, at: noon });
  return loadNextAgent(scope(), directory, { workspaceId, agentId: id, language });
}

describe('loadNextAgent', () => {
  it('returns the agent with its flow and providers', async () => {
    const next = await loadWith({ flowId: fixture.flow.id, model: 'fake/scripted' });
    expect(next).toMatchObject({ agentVersion: 1, agent: { name: 'Sam' }, flow: { type: 'call' } });
    expect(next.providers.models).toHaveLength(1);
  });

  it('returns a conversation for an agent without a flow', async () => {
    expect((await loadWith({ model: 'fake/scripted' })).flow).toEqual(conversationOnlyFlow);
  });

  it.each([
    [{ type: 'messaging' as const }, 'is a messaging agent.'],
    [{ status: 'inactive' as const }, 'is not active.'],
    [{}, 'Set model.'],
  ])('rejects %j', async (agent, message) => {
    await expect(loadWith(agent)).rejects.toThrow(message);
  });

  const texts = { en: 'Hi.', de: 'Hallo.' };
  const anyLanguage = { provider: 'fake', voiceId: 'unlisted' };
  it.each<[string, Partial<AgentInput>, string, string]>([
    ['keeps the language of the call', { firstMessage: texts }, 'de-DE', 'Hallo.'],
    ['speaks its own without texts in it', { firstMessage: { en: 'Hi.', fr: 'Salut.' } }, 'en-US', 'Hi.'],
    ['speaks its own with one text for all languages', { firstMessage: 'Hi.' }, 'en-US', 'Hi.'],
    [
      'speaks its own if its recogniser hears only that',
      { firstMessage: texts, transcriber: { language: 'en-US' } },
      'en-US',
      'Hi.',
    ],
    [
      'speaks its own if its voice speaks only that',
      { firstMessage: texts, voice: { provider: 'fake', voiceId: 'tone' } },
      'en-US',
      'Hi.',
    ],
  ])('returns an agent that %s', async (_name, agent, language, firstMessage) => {
    const next = await loadWith({ model: 'fake/scripted', voice: anyLanguage, ...agent }, 'de-DE');
    expect(next.agent).toMatchObject({ language, firstMessage });
    expect(next.providers.voices[0]!.language).toBe(language);
  });

  it('rejects an agent of another workspace', async () => {
    const other = await seedWorkspace(database.db);
    const { workspaceId } = fixture;
    await expect(
      loadNextAgent(scope(), directory, { workspaceId, agentId: other.agent.id, language: 'en-US' }),
    ).rejects.toThrow('does not exist.');
  });
});
