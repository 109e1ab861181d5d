import { dayOf } from '../understanding/civil-day.ts';
import { isIsoTimeOrDay } from '../understanding/iso-time.ts';
import { heardFrom } from './answer.ts';
import {
  chooseEdge,
  globalEdgeId,
  globalPromptStatements,
  matchInterruption,
  statementsOf,
  matchUniversalNode,
} from './edges.ts';
import type { FlowGraph } from './flow.ts';
import { edgesOf, graphOf, isSensitive, type Graph } from './graph.ts';
import { initialState } from './initial-state.ts';
import { canMove, moveTargetOf } from './moves.ts';
import type { FlowNode } from './node.ts';
import { behaviourOf } from './nodes/behaviours.ts';
import type { FlowAction, FlowContext, FlowInput, VariableValue } from './protocol.ts';
import type { FlowState, Heard, ListeningState, NodeOutcome, StepContext, Transition } from './state.ts';
import { checkInterpretation, type Understood } from './unclear-answer.ts';
import { nodeOfUniversalIntent, matchUniversalIntent } from './universal-nodes.ts';

export type { FlowState, Transition } from './state.ts';

/** Nodes whose failure is an unanswered question. */
const questionTypes: ReadonlySet<FlowNode['type']> = new Set(['ask', 'gather_digits']);

/** Maximum number of nodes that a call may enter. It ends a flow in an endless loop. */
export const maxVisits = 200;

/**
 * Starts a flow that has passed `validateFlow`. `first`: the input that precedes the flow, such as the message of a customer; conditions of the first nodes can
 * read it.
 */
export function startFlow(
  flow: FlowGraph,
  context: FlowContext,
  first?: Extract<FlowInput, { type: 'answered' }>,
): Transition {
  const graph = graphOf(flow, context.language);
  const heard = first === undefined ? null : heardFrom(first, context);
  return new StepRunner(graph, { ...initialState(graph, context), heard }, context).enter(graph.start);
}

/** Returns the next state and its actions. Pure. An input that the last action did not request changes nothing and returns no actions. */
export function step(flow: FlowGraph, state: FlowState, input: FlowInput, context: FlowContext): Transition {
  if (input.type === 'started') return startFlow(flow, context);
  const graph = graphOf(flow, context.language);
  const node = graph.nodes.get(state.nodeId);
  if (input.type === 'unsolicited' && node !== undefined)
    return new StepRunner(graph, state, context).handleUnsolicited(node, input);
  if (state.isEnded || node === undefined) return { state, actions: [] };
  return new StepRunner(graph, state, context).handleInput(node, input);
}

/** Returns whether the call is already ending because of the same universal intent. */
function isRepeatedIntent({ isEnded, heard }: FlowState, now: Heard, { language }: FlowContext): boolean {
  return (
    isEnded && heard !== null && matchUniversalIntent(heard, language) === matchUniversalIntent(now, language)
  );
}

/** Returns the input for conditions; null for silence and rejected speech. */
function heardIn(node: FlowNode, input: FlowInput, context: FlowContext): Heard | null {
  if (input.type === 'digits') return { ...heardFrom(input, context), isSensitive: isSensitive(node) };
  return input.type === 'answered' && !input.rejected ? heardFrom(input, context) : null;
}

/** Adds the date that a language model understood, so that `{{heard.date_time}}` has it. */
function withDate(heard: Heard | null, value: VariableValue): Heard | null {
  if (heard === null || typeof value !== 'string' || !isIsoTimeOrDay(value)) return heard;
  return { ...heard, dateTime: value, hasTime: dayOf(value) === undefined, isDateByModel: true };
}

/** Executes one step: enters nodes until one waits for an input. */
class StepRunner {
  readonly #graph: Graph;
  readonly #context: FlowContext;
  readonly #actions: FlowAction[] = [];
  #state: FlowState;

  constructor(graph: Graph, state: FlowState, context: FlowContext) {
    this.#graph = graph;
    this.#state = state;
    this.#context = context;
  }

  handleInput(node: FlowNode, input: FlowInput): Transition {
    const behaviour = behaviourOf(node);
    if (this.#state.classifying !== null) return this.#onModelResult(node, input);
    if (input.type === behaviour.resumeInput)
      return this.#apply(node, { type: 'leave', ok: true, actions: [] });
    if ('nodeId' in input) return this.#onResult(node, input);
    const isAnswer = input.type === 'answered' || input.type === 'digits' || input.type === 'no-input';
    if (!isAnswer || behaviour.onInput === undefined || this.#state.listening === null) return this.#done();
    this.#state = { ...this.#state, heard: heardIn(node, input, this.#context) };
    return this.#apply(
      node,
      this.#runBehaviour((stepContext) => behaviour.onInput!(node, input, stepContext)),
    );
  }

  /** Ignores an input other than the result for which the flow waits. */
  #onModelResult(node: FlowNode, input: FlowInput): Transition {
    const isAnswer = this.#state.classifying?.purpose === 'answer';
    if (!isAnswer && input.type === 'classified') return this.#onClassified(node, input);
    if (isAnswer && input.type === 'understood' && input.nodeId === node.id)
      return this.#onUnderstood(node, input);
    return this.#done();
  }

  #onResult(node: FlowNode, input: Extract<FlowInput, { readonly nodeId: string }>): Transition {
    if (input.type === 'edge-chosen') return this.#onEdgeChosen(node, input);
    const behaviour = behaviourOf(node);
    if (behaviour.onResult === undefined || input.nodeId !== node.id) return this.#done();
    return this.#apply(
      node,
      this.#runBehaviour((stepContext) => behaviour.onResult!(node, input, stepContext)),
    );
  }

  /** Jumps to the node of a universal intent; other unsolicited speech changes nothing. */
  handleUnsolicited(
    node: FlowNode,
    { text, phraseId, confidence }: Extract<FlowInput, { type: 'unsolicited' }>,
  ): Transition {
    const before = this.#state;
    const phrase = phraseId === undefined ? {} : { phraseId };
    const heard = heardFrom(
      { type: 'answered', text, ...phrase, confidence, rejected: false },
      this.#context,
    );
    this.#state = { ...before, heard };
    const isNewIntent =
      matchUniversalIntent(heard, this.#context.language) !== undefined &&
      !isRepeatedIntent(before, heard, this.#context);
    const nodeId = isNewIntent ? matchInterruption(this.#stepContext(), true) : undefined;
    if (nodeId === undefined) return { state: before, actions: [] };
    this.#state = { ...this.#state, isEnded: false, classifying: null };
    return this.#apply(node, { type: 'jump', nodeId });
  }

  /** Enters a node and the nodes that follow without waiting. */
  enter(node: FlowNode): Transition {
    for (let next: FlowNode | undefined = node; next !== undefined;) {
      const visits = this.#state.visits + 1;
      this.#state = { ...this.#state, nodeId: next.id, visits, listening: null, classifying: null };
      if (visits > maxVisits) return this.#hangUp('flow_loop');
      this.#actions.push({ type: 'node-entered', nodeId: next.id });
      const entered: FlowNode = next;
      const behaviour = behaviourOf(entered);
      // Earlier input does not answer a new question.
      if (behaviour.onInput !== undefined && behaviour.keepsPreviousInput !== true)
        this.#state = { ...this.#state, heard: null };
      next = this.#applyOutcome(
        entered,
        this.#runBehaviour((stepContext) => behaviour.enter(entered, stepContext)),
      );
    }
    return this.#done();
  }

  #apply(node: FlowNode, outcome: NodeOutcome): Transition {
    const next = this.#applyOutcome(node, outcome);
    return next === undefined ? this.#done() : this.enter(next);
  }

  /** Applies the outcome of a node. Returns the node to enter next, if any. */
  #applyOutcome(node: FlowNode, outcome: NodeOutcome): FlowNode | undefined {
    switch (outcome.type) {
      case 'stay':
        this.#actions.push(...outcome.actions);
        this.#state = { ...this.#state, listening: outcome.listening, classifying: null };
        return undefined;
      case 'end':
        this.#actions.push(...outcome.actions);
        this.#state = { ...this.#state, isEnded: true, listening: null };
        return undefined;
      case 'jump':
        if (outcome.nodeId !== nodeOfUniversalIntent('who_is_this')) this.#countQuestion(true);
        this.#state = { ...this.#state, returnTo: this.#state.returnTo ?? node.id };
        return this.#graph.nodes.get(outcome.nodeId);
      case 'move':
        return this.#move(node, outcome.nodeId);
      case 'classify':
        return this.#requestClassification(node, outcome);
      case 'understand':
        this.#actions.push({ type: 'understand', nodeId: node.id, ...outcome.answer });
        this.#state = {
          ...this.#state,
          listening: outcome.listening,
          classifying: { purpose: 'answer', ok: null },
        };
        return undefined;
      case 'leave':
        return this.#leave(node, outcome);
    }
  }

  #leave(node: FlowNode, outcome: Extract<NodeOutcome, { type: 'leave' }>): FlowNode | undefined {
    this.#actions.push(...outcome.actions);
    if (questionTypes.has(node.type) || (node.type === 'conversation' && outcome.ok !== false))
      this.#countQuestion(outcome.ok !== false);
    const listening = outcome.listening ?? this.#state.listening;
    const variables = { ...this.#state.variables, ...outcome.variables };
    this.#state = { ...this.#state, variables, listening };
    return this.#followEdge(node, outcome.ok, outcome.isClassified ? null : undefined);
  }

  #countQuestion(isAnswered: boolean): void {
    const { answered, givenUp } = this.#state.questions;
    const questions = isAnswered ? { answered: answered + 1, givenUp } : { answered, givenUp: givenUp + 1 };
    this.#state = { ...this.#state, questions };
  }

  /** Returns the target of the edge to follow. `classified` as in `chooseEdge`. */
  #followEdge(node: FlowNode, ok: boolean | null, classified?: string | null): FlowNode | undefined {
    const exit = { ok, silentMs: this.#state.listening?.silentMs ?? 0 };
    const choice = chooseEdge(node.id, exit, this.#stepContext(this.#actions), classified);
    switch (choice.type) {
      case 'edge':
        return this.#graph.nodes.get(choice.edge.to);
      case 'classify':
        this.#actions.push(choice.action);
        this.#state = { ...this.#state, classifying: { purpose: 'leave', ok } };
        return undefined;
      case 'none':
        return this.#returnToInterrupted();
    }
  }

  /** Returns from a global node without a matching edge to the node that it interrupted. */
  #returnToInterrupted(): FlowNode | undefined {
    const { returnTo } = this.#state;
    const node = returnTo === null ? undefined : this.#graph.nodes.get(returnTo);
    if (node === undefined) {
      this.#hangUp('no_edge');
      return undefined;
    }
    this.#state = { ...this.#state, returnTo: null };
    return node;
  }

  #requestClassification(node: FlowNode, outcome: Extract<NodeOutcome, { type: 'classify' }>): undefined {
    const step = this.#stepContext(this.#actions);
    const statements =
      outcome.purpose === 'turn' ? statementsOf(node.id, step) : globalPromptStatements(step, node.id);
    this.#actions.push({ type: 'classify', nodeId: node.id, statements });
    const classifying = { purpose: outcome.purpose, ok: null };
    this.#state = { ...this.#state, listening: outcome.listening, classifying };
  }

  #onClassified(node: FlowNode, { edgeId }: Extract<FlowInput, { type: 'classified' }>): Transition {
    const { purpose, ok } = this.#state.classifying!;
    this.#state = { ...this.#state, classifying: null };
    const entry = edgeId === null ? undefined : this.#entryOf(node, edgeId);
    if (entry !== undefined) return this.#apply(node, entry);
    const isOwnEdge = edgesOf(this.#graph, node.id).some((edge) => edge.id === edgeId);
    if (purpose === 'leave' || isOwnEdge) return this.#continueWith(this.#followEdge(node, ok, edgeId));
    const { listening } = this.#state;
    return listening === null ? this.#done() : this.#apply(node, this.#onNothingFound(node, listening));
  }

  /** Returns the outcome of an input in which the language model found nothing. */
  #onNothingFound(node: FlowNode, listening: ListeningState): NodeOutcome {
    const nodeId = matchUniversalNode(this.#stepContext());
    if (nodeId !== undefined) return { type: 'jump', nodeId };
    return this.#runBehaviour((stepContext) =>
      behaviourOf(node).onUnclassified!(node, listening, stepContext),
    );
  }

  #onUnderstood(node: FlowNode, { interpretation }: Extract<FlowInput, { type: 'understood' }>): Transition {
    const { listening } = this.#state;
    this.#state = { ...this.#state, classifying: null };
    if (listening === null) return this.#done();
    const understood = checkInterpretation(node, interpretation, this.#stepContext());
    this.#actions.push({ type: 'answer-understood', nodeId: node.id, as: understood.as });
    return this.#apply(node, this.#outcomeOf(node, understood, listening));
  }

  #outcomeOf(node: FlowNode, understood: Understood, listening: ListeningState): NodeOutcome {
    switch (understood.as) {
      case 'answer':
        this.#state = { ...this.#state, heard: withDate(this.#state.heard, understood.value) };
        return this.#runBehaviour((stepContext) =>
          behaviourOf(node).onUnderstood!(node, understood.value, stepContext),
        );
      case 'statement':
        return this.#entryOf(node, understood.edgeId) ?? this.#onNothingFound(node, listening);
      case 'nothing':
        return this.#onNothingFound(node, listening);
      default:
        return { type: 'jump', nodeId: nodeOfUniversalIntent(understood.as) };
    }
  }

  /** Follows the edge that the language model chose instead of a reply. */
  #onEdgeChosen(node: FlowNode, { nodeId, edgeId }: Extract<FlowInput, { type: 'edge-chosen' }>): Transition {
    if (nodeId !== node.id || node.type !== 'conversation' || this.#state.listening === null)
      return this.#done();
    const entry = this.#entryOf(node, edgeId);
    if (entry !== undefined) return this.#apply(node, entry);
    const isPromptEdge = edgesOf(this.#graph, node.id).some(
      ({ id, condition }) => id === edgeId && condition.type === 'prompt',
    );
    return isPromptEdge ? this.#continueWith(this.#followEdge(node, null, edgeId)) : this.#done();
  }

  /** Returns how the language model enters a node without an edge; undefined if the edge id is that of an edge, or unknown. */
  #entryOf(node: FlowNode, edgeId: string): NodeOutcome | undefined {
    const target = moveTargetOf(edgeId);
    if (target !== undefined && target !== node.id && canMove(this.#stepContext()))
      return this.#graph.moveTargets.some(({ id }) => id === target)
        ? { type: 'move', nodeId: target }
        : undefined;
    const global = this.#graph.globals.find(({ node: { id } }) => globalEdgeId(id) === edgeId);
    return global === undefined ? undefined : { type: 'jump', nodeId: global.node.id };
  }

  #move(from: FlowNode, nodeId: string): FlowNode | undefined {
    this.#actions.push({ type: 'node-moved', fromNodeId: from.id, nodeId });
    // A node without edges returns to the node before it.
    const returnTo = edgesOf(this.#graph, nodeId).length === 0 ? from.id : null;
    this.#state = { ...this.#state, moves: this.#state.moves + 1, returnTo };
    return this.#graph.nodes.get(nodeId);
  }

  #continueWith(next: FlowNode | undefined): Transition {
    return next === undefined ? this.#done() : this.enter(next);
  }

  #hangUp(reason: 'flow_loop' | 'no_edge'): Transition {
    this.#actions.push({ type: 'hang-up', reason });
    this.#state = { ...this.#state, isEnded: true, listening: null };
    return this.#done();
  }

  #stepContext(warnings: FlowAction[] = []): StepContext {
    return { graph: this.#graph, state: this.#state, context: this.#context, warnings };
  }

  /** Runs the behaviour of a node; its warnings precede its actions. */
  #runBehaviour(run: (stepContext: StepContext) => NodeOutcome): NodeOutcome {
    const stepContext = this.#stepContext(this.#actions);
    return run(stepContext);
  }

  #done(): Transition {
    return { state: this.#state, actions: this.#actions };
  }
}
