import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VoiceStateMachine, voiceStateOf, voiceTransitions, type ConversationSides } from './voice-state.ts';

const silent: ConversationSides = {
  isClosing: false,
  isAgentSpeaking: false,
  isAgentPaused: false,
  caller: 'quiet',
  isReplying: false,
};

describe('voiceStateOf', () => {
  it.each([
    [{}, 'idle'],
    [{ isReplying: true }, 'thinking'],
    [{ isReplying: true, caller: 'speaking' }, 'user-speaking'],
    [{ caller: 'pausing' }, 'deciding'],
    [{ caller: 'transcribing' }, 'deciding'],
    [{ isAgentSpeaking: true, caller: 'speaking', isReplying: true }, 'agent-speaking'],
    [{ isAgentSpeaking: true, isAgentPaused: true, caller: 'speaking' }, 'paused'],
    [{ isClosing: true, isAgentSpeaking: true }, 'closing'],
  ] as const)('of %j is %s', (change, state) => {
    expect(voiceStateOf({ ...silent, ...change })).toBe(state);
  });
});

describe('VoiceStateMachine', () => {
  it('reports a transition that is not allowed, and makes it nevertheless', () => {
    const errors: string[] = [];
    const machine = new VoiceStateMachine((error) => errors.push(error.message));
    machine.enter('thinking');
    machine.enter('thinking');
    expect(errors).toEqual([]);
    machine.enter('paused');
    expect(machine.current).toBe('paused');
    expect(errors).toEqual(['Invalid transition of a voice from thinking to paused.']);
  });
});

describe('the table of states in docs/call-states.md', () => {
  it('has every state with its next states', () => {
    const page = readFileSync(new URL('../../docs/call-states.md', import.meta.url), 'utf8');
    const section = page.split('\n## ').find((text) => text.startsWith('Voice states\n')) ?? '';
    const rows = [...section.matchAll(/^\| `([a-z-]+)` \|[^|]*\| ([^|]*) \|$/gm)].map(([, state, next]) => [
      state,
      [...next!.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name),
    ]);
    expect(Object.fromEntries(rows)).toEqual(voiceTransitions);
  });
});
