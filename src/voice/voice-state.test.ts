import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VoiceStateMachine, voiceStateOf, voiceTransitions, type ConversationSides } from './voice-state.ts';

/** Returns the sides of a conversation in which neither side is active, except for `change` and the caller's state. */
const sidesWith =
  (change: Partial<Record<'closing' | 'speaking' | 'paused' | 'held' | 'replying', boolean>>) =>
  (state: ConversationSides['caller']['state']): ConversationSides => ({
    isClosing: change.closing === true,
    agent: {
      isSpeaking: change.speaking === true,
      isPaused: change.paused === true,
      isHeld: change.held === true,
    },
    caller: { state },
    replies: { owesResponse: change.replying === true },
  });

describe('voiceStateOf', () => {
  it.each([
    [{}, 'quiet', 'idle'],
    [{ replying: true }, 'quiet', 'thinking'],
    [{ replying: true }, 'speaking', 'user-speaking'],
    [{}, 'pausing', 'deciding'],
    [{}, 'transcribing', 'deciding'],
    [{ speaking: true, replying: true }, 'speaking', 'agent-speaking'],
    [{ speaking: true, paused: true }, 'speaking', 'paused'],
    [{ speaking: true, paused: true, held: true }, 'speaking', 'user-speaking'],
    [{ speaking: true, paused: true, held: true }, 'transcribing', 'deciding'],
    [{ speaking: true, paused: true, held: true }, 'quiet', 'thinking'],
    [{ closing: true, speaking: true }, 'quiet', 'closing'],
  ] as const)('for %j and a caller in state %s returns %s', (change, caller, state) => {
    expect(voiceStateOf(sidesWith(change)(caller))).toBe(state);
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
