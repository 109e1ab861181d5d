import { describe, expect, it } from 'vitest';
import {
  context,
  edge,
  end,
  flowOf,
  ofType,
  pressed,
  runFlow,
  spokenIn,
} from '../../../test/support/run-flow.ts';
import { startFlow, step, maxVisits } from './interpreter.ts';
import type { FlowInput as Input } from './protocol.ts';

const said = (text: string, more: object = {}): Input => ({
  type: 'answered',
  text,
  confidence: 0.9,
  rejected: false,
  ...more,
});
const rejected = said('my dog ate it', { rejected: true });
const silent: Input = { type: 'no-input' };

const ask = (config: object, id = 'ask') => ({
  id,
  type: 'ask',
  config: { prompt: 'Well?', variable: 'answer', ...config },
});
const isTrue = { type: 'expression', all: [{ left: 'answer', op: '==', right: true }] };

describe('say and end', () => {
  const flow = flowOf({
    nodes: [
      { id: 'hello', type: 'say', config: { text: 'Hello {{customer.name}}, this is {{clinic}}.' } },
      end('end', 'Goodbye {{nobody}}.'),
    ],
    edges: [edge('hello', 'end')],
  });

  it('speak texts with the values of variables and hang up', () => {
    const { last, state } = runFlow(flow);
    expect(spokenIn(last)).toEqual(['Hello Ada, this is Oak Street.', 'Goodbye.']);
    expect(last.at(-1)).toEqual({ type: 'hang-up', reason: 'end' });
    expect(state.isEnded).toBe(true);
  });

  it('replace a missing variable by an empty text and add a warning', () => {
    expect(ofType(runFlow(flow).last, 'warning')[0]?.text).toContain('nobody');
  });
});

describe('ask', () => {
  const yesNo = flowOf({
    nodes: [ask({ expect: 'yes_no' }), end('yes', 'Good.'), end('no', 'Pity.'), end('unclear', 'Bye.')],
    edges: [
      edge('ask', 'yes', isTrue),
      edge('ask', 'no', { type: 'expression', all: [{ left: 'answer', op: '==', right: false }] }),
      edge('ask', 'unclear', { type: 'else' }),
    ],
  });

  it.each([
    [said('yes that works'), 'Good.'],
    [said('um no thank you'), 'Pity.'],
    [said('whatever', { phraseId: 'yes' }), 'Good.'],
    [pressed('1'), 'Good.'],
    [pressed('2'), 'Pity.'],
  ])('stores yes or no from speech and from the keypad', (input, words) => {
    const { last, state } = runFlow(yesNo, input);
    expect(spokenIn(last)).toEqual([words]);
    expect(state.variables['answer']).toBe(words === 'Good.');
  });

  it('repeats the question, offers the keypad after two unrecognised answers and then stores null', () => {
    const { actions, state } = runFlow(yesNo, rejected, rejected, rejected);
    expect(actions.map(spokenIn)).toEqual([
      ['Well?'],
      ["Sorry, I didn't catch that. Well?"],
      ["Sorry, I didn't catch that. Well? You can also use your keypad: press 1 for yes, or 2 for no."],
      ['Bye.'],
    ]);
    expect(state.variables['answer']).toBeNull();
  });

  it('repeats the question to a silent caller and then continues without an answer', () => {
    const { actions } = runFlow(yesNo, silent, silent, silent);
    expect(actions.map((list) => spokenIn(list)[0])).toEqual([
      'Well?',
      'Are you still there? Well?',
      'Are you still there? Well?',
      'Bye.',
    ]);
  });

  it('repeats the prompt or waits on request and does not count this as a failure', () => {
    const { actions } = runFlow(yesNo, said('sorry can you repeat that'), said('hold on'), rejected);
    expect(spokenIn(actions[1]!)).toEqual(['Well?']);
    expect(spokenIn(actions[2]!)).toEqual([]);
    expect(ofType(actions[2]!, 'listen')[0]?.timeoutMs).toBe(30_000);
    expect(spokenIn(actions[3]!)).toEqual(["Sorry, I didn't catch that. Well?"]);
  });

  const flowAsking = (config: object) => flowOf({ nodes: [ask(config), end()], edges: [edge('ask', 'end')] });

  it.each([
    [{ expect: 'number' }, said('about forty two'), 42],
    [{ expect: 'number' }, pressed('17'), 17],
    [{ expect: 'digits', minDigits: 4, maxDigits: 4 }, said('double five oh one'), '5501'],
    [{ expect: 'digits', minDigits: 4, maxDigits: 4 }, pressed('5501'), '5501'],
    [{ expect: 'text' }, said('the blue one'), 'the blue one'],
    [{ expect: 'date_time' }, said('tuesday'), '2026-11-24'],
    [{ expect: 'date_time' }, said('tuesday at ten'), '2026-11-24T15:00:00.000Z'],
    [{ expect: 'date_time' }, pressed('1124'), '2026-11-24'],
    [{ expect: 'date_time' }, pressed('11241430'), '2026-11-24T19:30:00.000Z'],
    [
      { expect: 'choice', choices: [{ value: 'new_patient', phrases: ['new here'] }, { value: 'old' }] },
      said("i'm new here"),
      'new_patient',
    ],
    [{ expect: 'choice', choices: [{ value: 'new_patient' }, { value: 'old' }] }, said('option two'), 'old'],
    [
      { expect: 'choice', choices: [{ value: 'new_patient' }, { value: 'old' }] },
      pressed('1'),
      'new_patient',
    ],
  ])('stores %j', (config, input, value) => {
    const { state } = runFlow(flowAsking(config), input);
    expect(state).toMatchObject({ isEnded: true, variables: { answer: value } });
  });

  it.each([
    [{ expect: 'digits', minDigits: 4, maxDigits: 4 }, said('five')],
    [{ expect: 'date_time' }, pressed('1399')],
    [{ expect: 'choice', choices: [{ value: 'a' }] }, pressed('2')],
    [{ expect: 'number' }, said('many')],
  ])('rejects a wrong answer to %j', (config, input) => {
    expect(runFlow(flowAsking(config), input).state).toMatchObject({
      isEnded: false,
      listening: { rejections: 1 },
    });
  });

  describe('with a doubtful date', () => {
    const flow = flowAsking({ expect: 'date_time' });
    const unsure = said('tuesday at ten', { confidence: 0.4 });

    it('reads the date back and stores it after a yes', () => {
      const { actions, state } = runFlow(flow, unsure, said('yes'));
      expect(spokenIn(actions[1]!)).toEqual(['Did you say Tuesday, November 24th at 10 AM?']);
      expect(state.variables['answer']).toBe('2026-11-24T15:00:00.000Z');
    });

    it('reads easily misheard words back unless the confidence is high', () => {
      const heard = (confidence: number) => runFlow(flow, said('thursday at ten', { confidence })).state;
      expect(heard(0.84).listening?.phase).toBe('confirm');
      expect(heard(0.85).isEnded).toBe(true);
      expect(runFlow(flow, said('friday at ten', { confidence: 0.84 })).state.isEnded).toBe(true);
    });

    it('spells a number that may be misheard', () => {
      const { last } = runFlow(flowAsking({ expect: 'number' }), said('thirteen', { confidence: 0.8 }));
      expect(spokenIn(last)).toEqual(['I heard 13, 1, 3. Is that right?']);
    });

    it('replaces the date by a corrected date', () => {
      expect(runFlow(flow, unsure, said('no wednesday at ten')).state.variables['answer']).toBe(
        '2026-11-25T15:00:00.000Z',
      );
    });

    it('handles an opt-out', () => {
      const stopping = flowOf({
        startNodeId: 'ask',
        nodes: [
          ask({ expect: 'date_time' }),
          end(),
          {
            ...end('stop', 'Understood.'),
            isGlobal: { condition: { type: 'intent', phrases: ['stop calling me'] } },
          },
        ],
        edges: [edge('ask', 'end')],
      });
      expect(spokenIn(runFlow(stopping, unsure, said('no stop calling me')).last)).toEqual(['Understood.']);
    });

    it('repeats the question after a no', () => {
      const { last, state } = runFlow(flow, unsure, said('no'));
      expect(spokenIn(last)).toEqual(["Sorry, I didn't catch that. Well?"]);
      expect(state.listening?.phase).toBe('answer');
    });

    it('accepts digits for yes and no', () => {
      expect(runFlow(flow, unsure, pressed('1')).state.isEnded).toBe(true);
      expect(runFlow(flow, unsure, pressed('2')).state.isEnded).toBe(false);
    });
  });
});

describe('gather_digits', () => {
  const flow = flowOf({
    nodes: [
      {
        id: 'pin',
        type: 'gather_digits',
        config: { prompt: 'Your code.', variable: 'pin', minDigits: 4, maxDigits: 4 },
      },
      end(),
      end('failed', 'Sorry.'),
    ],
    edges: [edge('pin', 'end', { type: 'result', ok: true }), edge('pin', 'failed', { type: 'else' })],
  });

  it('collects digits without the terminator', () => {
    expect(runFlow(flow, pressed('1234#')).state.variables).toEqual({ pin: '1234' });
    expect(ofType(runFlow(flow).last, 'listen')[0]).toMatchObject({
      speech: false,
      digits: { minDigits: 4, maxDigits: 4, terminator: '#' },
    });
  });

  it('stores null after its retries', () => {
    const { state, last } = runFlow(flow, pressed('12'), silent, pressed('12345'));
    expect(state.variables).toEqual({ pin: null });
    expect(spokenIn(last)).toEqual(['Sorry.']);
  });
});

describe('edges', () => {
  it('are tried without a model first, then by classification, then always, then else; each group by priority', () => {
    const nodes = [ask({ expect: 'text' }), end('a', 'A'), end('b', 'B'), end('c', 'C'), end('d', 'D')];
    const flow = flowOf({
      nodes,
      edges: [
        edge('ask', 'd', { type: 'always' }),
        edge('ask', 'c', { type: 'prompt', text: 'The caller is angry.' }),
        edge('ask', 'b', { type: 'intent', phrases: ['speak to a person'] }, { priority: 2 }),
        edge(
          'ask',
          'a',
          { type: 'expression', all: [{ left: 'heard.text', op: 'contains', right: 'now' }] },
          { priority: 1 },
        ),
      ],
    });
    expect(spokenIn(runFlow(flow, said('let me speak to a person now')).last)).toEqual(['A']);
    expect(spokenIn(runFlow(flow, said('let me speak to a person please')).last)).toEqual(['B']);
    const classifying = runFlow(flow, said('this is outrageous'));
    expect(classifying.last).toEqual([
      { type: 'classify', nodeId: 'ask', statements: [{ edgeId: 'ask-c', text: 'The caller is angry.' }] },
    ]);
    const classified = (edgeId: string | null): Input => ({ type: 'classified', edgeId });
    expect(spokenIn(runFlow(flow, said('outrageous'), classified('ask-c')).last)).toEqual(['C']);
    expect(spokenIn(runFlow(flow, said('fine'), classified(null)).last)).toEqual(['D']);
  });

  it('of a branch match intents and digits against the last answer', () => {
    const flow = flowOf({
      nodes: [ask({ expect: 'text' }), { id: 'branch', type: 'branch' }, end('a', 'A'), end('b', 'B')],
      edges: [
        edge('ask', 'branch'),
        edge('branch', 'a', { type: 'intent', phrases: ['not interested'] }),
        edge('branch', 'b', { type: 'else' }),
      ],
    });
    expect(spokenIn(runFlow(flow, said("i'm not interested")).last)).toEqual(['A']);
    expect(spokenIn(runFlow(flow, said('tell me more')).last)).toEqual(['B']);
  });

  it('do not match an earlier answer if the question was not answered', () => {
    const flow = flowOf({
      nodes: [
        ask({ expect: 'text' }),
        ask({ expect: 'text', retries: 0 }, 'second'),
        end('a', 'A'),
        end('b', 'B'),
      ],
      edges: [
        edge('ask', 'second'),
        edge('second', 'a', { type: 'intent', phrases: ['of course'] }),
        edge('second', 'b', { type: 'else' }),
      ],
    });
    expect(spokenIn(runFlow(flow, said('of course'), silent).last)).toEqual(['B']);
  });

  it('with digits conditions make the node collect digits, and are followed on matching digits', () => {
    const flow = flowOf({
      nodes: [ask({ expect: 'text' }), end('a', 'A'), end('b', 'B')],
      edges: [edge('ask', 'a', { type: 'digits', pattern: '[1-3]' }), edge('ask', 'b', { type: 'else' })],
    });
    expect(ofType(runFlow(flow).last, 'listen')[0]?.digits).toMatchObject({ minDigits: 1, maxDigits: 1 });
    expect(spokenIn(runFlow(flow, pressed('2')).last)).toEqual(['A']);
  });

  it('with a timeout are followed after that much silence in all attempts together', () => {
    const flow = flowOf({
      nodes: [ask({ expect: 'text', timeoutSeconds: 6, retries: 5 }), end('late', 'Late.'), end('b', 'B')],
      edges: [edge('ask', 'late', { type: 'timeout', seconds: 10 }), edge('ask', 'b', { type: 'else' })],
    });
    const { actions } = runFlow(flow, silent, silent);
    expect(actions.flatMap((list) => ofType(list, 'listen')).map((listen) => listen.timeoutMs)).toEqual([
      6000, 4000,
    ]);
    expect(spokenIn(actions[2]!)).toEqual(['Late.']);
  });

  it('end the call if none matches', () => {
    const flow = flowOf({ nodes: [{ id: 'a', type: 'say', config: { text: 'A' } }], edges: [] });
    expect(runFlow(flow).last.at(-1)).toEqual({ type: 'hang-up', reason: 'no_edge' });
  });
});

describe('global nodes', () => {
  const flow = flowOf({
    startNodeId: 'ask',
    nodes: [
      ask({ expect: 'yes_no' }),
      end(),
      {
        id: 'who',
        type: 'say',
        isGlobal: { condition: { type: 'intent', phrases: ['who is this'], digits: '9' } },
        config: { text: 'This is Oak Street.' },
      },
      {
        id: 'stop',
        type: 'end',
        isGlobal: { condition: { type: 'intent', phrases: ['stop calling me'] } },
        config: { text: 'Understood.', disposition: 'do_not_call' },
      },
    ],
    edges: [edge('ask', 'end')],
  });

  it('interrupt a question and return to it if they have no edge', () => {
    const { last, state } = runFlow(flow, said('who is this please'));
    expect(spokenIn(last)).toEqual(['This is Oak Street.', 'Well?']);
    expect(state).toMatchObject({ nodeId: 'ask', returnTo: null, listening: { failures: 0 } });
  });

  it('are reached by digits too', () => {
    expect(spokenIn(runFlow(flow, pressed('9')).last)).toEqual(['This is Oak Street.', 'Well?']);
  });

  it('have precedence over an answer among other words, but not over a complete answer', () => {
    const { last } = runFlow(flow, said('no stop calling me'));
    expect(last).toContainEqual({ type: 'set-disposition', disposition: 'do_not_call' });
    expect(spokenIn(runFlow(flow, said('no thank you')).last)).toEqual(['Goodbye.']);
  });

  it('are expected by the recogniser at each node', () => {
    const expectation = ofType(runFlow(flow).last, 'listen')[0]!.expectation;
    expect(expectation.phrases).toContainEqual({ id: 'global:stop', text: 'stop calling me' });
    expect(expectation.phrases).toContainEqual({ id: 'yes', text: 'yes' });
    expect(expectation.phrases).toContainEqual({ id: 'repeat', text: 'say that again' });
  });
});

describe('nodes that are not questions', () => {
  it('send digits, or wait, and then continue', () => {
    const flow = flowOf({
      nodes: [
        { id: 'keys', type: 'press_digits', config: { digits: '1 2-{{clinic}}#', pauseMs: 50 } },
        { id: 'wait', type: 'wait', config: { ms: 700 } },
        end(),
      ],
      edges: [edge('keys', 'wait'), edge('wait', 'end')],
    });
    const { actions } = runFlow(flow, { type: 'digits-sent' }, { type: 'wait-ended' });
    expect(actions[0]).toContainEqual({ type: 'send-digits', nodeId: 'keys', digits: '12A#', pauseMs: 50 });
    expect(actions[1]).toContainEqual({ type: 'wait', nodeId: 'wait', ms: 700 });
    expect(actions[2]!.at(-1)).toEqual({ type: 'hang-up', reason: 'end' });
  });

  it('schedule a callback at the time of a variable and confirm it', () => {
    const flow = flowOf({
      nodes: [
        ask({ expect: 'date_time' }),
        {
          id: 'later',
          type: 'schedule_callback',
          config: { at: '{{answer}}', notes: 'asked', confirmation: 'I will call {{answer}}.' },
        },
        end(),
        end('failed', 'Sorry.'),
      ],
      edges: [
        edge('ask', 'later'),
        edge('later', 'end', { type: 'result', ok: true }),
        edge('later', 'failed', { type: 'else' }),
      ],
    });
    const { last } = runFlow(flow, said('tomorrow at ten'));
    expect(last).toContainEqual({
      type: 'schedule-callback',
      by: 'agent',
      at: '2026-11-21T15:00:00.000Z',
      notes: 'asked',
    });
    expect(spokenIn(last)).toEqual(['I will call Saturday, November 21st at 10 AM.', 'Goodbye.']);
  });

  const resultOf = (step: object) =>
    runFlow(
      flowOf({
        nodes: [step, end('ok', 'Done.'), end('failed', 'Sorry.')],
        edges: [
          edge('step', 'ok', { type: 'result', ok: true }),
          edge('step', 'failed', { type: 'result', ok: false }),
        ],
      }),
    ).last;

  it('follow the failure edge of transfer with a warning, because it is not supported', () => {
    const last = resultOf({ id: 'step', type: 'transfer', config: { destination: '+12025550100' } });
    expect(spokenIn(last)).toEqual(['Sorry.']);
    expect(ofType(last, 'warning')[0]?.text).toContain('transfer');
  });

  it('send a message to a valid recipient', () => {
    const sending = (to: string) =>
      resultOf({ id: 'step', type: 'send_message', config: { flowId: 'flow_1', to } });
    const sent = sending(' Ada@Example.com ');
    expect(spokenIn(sent)).toEqual(['Done.']);
    expect(ofType(sent, 'send-message')).toEqual([
      { type: 'send-message', nodeId: 'step', flowId: 'flow_1', to: 'ada@example.com' },
    ]);
    const failed = sending('{{customer.name}}');
    expect(spokenIn(failed)).toEqual(['Sorry.']);
    expect(ofType(failed, 'send-message')).toEqual([]);
  });
});

describe('conversation', () => {
  const flow = flowOf({
    globalPrompt: 'Be kind.',
    nodes: [
      {
        id: 'talk',
        type: 'conversation',
        config: { prompt: 'Sell to {{customer.name}}.', firstMessage: 'Hi.', maxTurns: 3 },
      },
      end('sold', 'Sold.'),
      end('person', 'One moment.'),
      end(),
    ],
    edges: [
      edge('talk', 'sold', { type: 'prompt', text: '{{customer.name}} wants to buy.' }),
      edge('talk', 'person', { type: 'intent', phrases: ['talk to a human'] }),
      edge('talk', 'end', { type: 'else' }),
    ],
  });
  const none: Input = { type: 'classified', edgeId: null };

  it('starts with its first message and the prompts', () => {
    expect(ofType(runFlow(flow).last, 'converse')[0]).toMatchObject({
      prompt: 'Be kind.\n\nSell to Ada.',
      firstMessage: 'Hi.',
      turn: 1,
    });
  });

  it('continues turn by turn until the model classifies an edge', () => {
    const { actions } = runFlow(flow, said('hello'), none, said('i take two'), {
      type: 'classified',
      edgeId: 'talk-sold',
    });
    expect(ofType(actions[1]!, 'classify')[0]?.statements).toEqual([
      { edgeId: 'talk-sold', text: 'Ada wants to buy.' },
    ]);
    expect(ofType(actions[2]!, 'converse')[0]).toMatchObject({ turn: 2 });
    expect(ofType(actions[2]!, 'converse')[0]).not.toHaveProperty('firstMessage');
    expect(spokenIn(actions[4]!)).toEqual(['Sold.']);
  });

  it('sends no model request if the text matches an edge', () => {
    expect(spokenIn(runFlow(flow, said('i want to talk to a human')).last)).toEqual(['One moment.']);
  });

  it('ends after maxTurns', () => {
    const { last } = runFlow(flow, said('a'), none, said('b'), none, said('c'), none);
    expect(spokenIn(last)).toEqual(['Goodbye.']);
  });

  it('continues to listen to a silent caller', () => {
    expect(ofType(runFlow(flow, silent).last, 'listen')[0]).toMatchObject({
      answerKind: 'open',
      speech: true,
    });
  });

  describe('with a model that chooses edges', () => {
    const choosing = { ...context, choosesEdges: true };
    const chosen = (edgeId: string, nodeId = 'talk'): Input => ({ type: 'edge-chosen', nodeId, edgeId });
    const statements = [{ edgeId: 'talk-sold', text: 'Ada wants to buy.' }];
    const converse = (...inputs: Input[]) => {
      let transition = startFlow(flow, choosing);
      for (const input of inputs) transition = step(flow, transition.state, input, choosing);
      return transition;
    };

    it('offers the statements with each reply to the caller', () => {
      expect(converse().actions.at(-1)).toMatchObject({ type: 'converse', turn: 1, statements: [] });
      expect(converse(said('hello')).actions).toMatchObject([{ type: 'converse', turn: 2, statements }]);
    });

    it('follows the chosen edge', () => {
      expect(spokenIn(converse(said('two'), chosen('talk-sold')).actions)).toEqual(['Sold.']);
    });

    it.each([
      ['of another node', chosen('talk-sold', 'sold')],
      ['that is not a prompt edge', chosen('talk-person')],
      ['that does not exist', chosen('nothing')],
      ['of a global node that does not exist', chosen('global:sold')],
      ['of a move in mode strict', chosen('move:sold')],
    ])('ignores an edge %s', (_, input) => {
      expect(converse(said('two'), input).actions).toEqual([]);
    });

    it('classifies first in the last turn', () => {
      expect(converse(said('a'), said('b'), said('c')).actions).toMatchObject([
        { type: 'classify', statements },
      ]);
    });
  });

  it('replaces a flow without nodes', () => {
    const { actions } = runFlow(flowOf({ globalPrompt: 'Chat.' }), said('hello'));
    expect(actions.map((list) => list.at(-1))).toMatchObject([
      { type: 'converse', prompt: 'Chat.', turn: 1 },
      { type: 'converse', prompt: 'Chat.', turn: 2 },
    ]);
  });
});

describe('a flow', () => {
  const circle = flowOf({
    startNodeId: 'a',
    nodes: [
      { id: 'a', type: 'branch' },
      { id: 'b', type: 'branch' },
    ],
    edges: [edge('a', 'b'), edge('b', 'a')],
  });

  it('is ended if it is in an endless loop', () => {
    const { last, state } = runFlow(circle);
    expect(ofType(last, 'node-entered')).toHaveLength(maxVisits);
    expect(last.at(-1)).toEqual({ type: 'hang-up', reason: 'flow_loop' });
    expect(state.isEnded).toBe(true);
  });

  it('ignores unexpected inputs', () => {
    const flow = flowOf({ nodes: [ask({ expect: 'yes_no' }), end()], edges: [edge('ask', 'end')] });
    const { state } = startFlow(flow, context);
    for (const input of [
      { type: 'digits-sent' },
      { type: 'wait-ended' },
      { type: 'classified', edgeId: null },
    ] as const)
      expect(step(flow, state, input, context)).toEqual({ state, actions: [] });
    const { state: over } = runFlow(flow, said('yes'));
    expect(step(flow, over, said('yes'), context)).toEqual({ state: over, actions: [] });
  });
});
