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
  speechToText: () => new FakeSpeechToText(),
  languageModel: () => new FakeLanguageModel([]),
  fallbackRecogniser: ([first]) => first,
};

async function loadWith(agent: Partial<AgentInput>) {
  const { workspaceId } = fixture;
  const voice = { provider: 'fake', voiceId: 'tone' };
  const config = AgentInput.parse({ name: 'Sam', voice, ...agent });
  const { id } = await insertAgent(scope(), { id: newId('agent'), workspaceId, config, at: noon });
  return loadNextAgent(scope(), directory, { workspaceId, agentId: id });
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

  it('rejects an agent of another workspace', async () => {
    const other = await seedWorkspace(database.db);
    const { workspaceId } = fixture;
    await expect(loadNextAgent(scope(), directory, { workspaceId, agentId: other.agent.id })).rejects.toThrow(
      'does not exist.',
    );
  });
});
