import { heardFrom } from './answer.ts';
import { chooseEdge, globalQuestions, interruptionHeard, questionsOf, universalNodeHeard } from './edges.ts';
import type { FlowGraph } from './flow.ts';
import { edgesOf, graphOf, isSensitive, type Graph } from './graph.ts';
import { initialState } from './initial-state.ts';
import type { FlowNode } from './node.ts';
import { behaviourOf } from './nodes/behaviours.ts';
import type { FlowAction, FlowContext, FlowInput } from './protocol.ts';
import type { FlowState, Heard, Outcome, Scene, Transition } from './state.ts';
import { nodeOfUniversalIntent, universalIntentHeard } from './universal-nodes.ts';

export type { FlowState, Transition } from './state.ts';

/** Steps whose failure is a question without an answer. */
const asks: ReadonlySet<FlowNode['type']> = new Set(['ask', 'gather_digits']);

/** A call that goes round in circles is ended. */
export const visitsMax = 200;

/** Begins a flow. The flow must have passed `validateFlow`. */
export function startFlow(flow: FlowGraph, context: FlowContext): Transition {
  const graph = graphOf(flow);
  return new Walk(graph, initialState(graph, context), context).enter(graph.start);
}

/**
 * The next state and what is to be done. Pure: the same arguments give the same answer. An input that the last action did
 * not ask for changes nothing and gives no actions.
 */
export function step(flow: FlowGraph, state: FlowState, input: FlowInput, context: FlowContext): Transition {
  if (input.type === 'started') return startFlow(flow, context);
  const graph = graphOf(flow);
  const node = graph.nodes.get(state.nodeId);
  if (input.type === 'overheard' && node !== undefined)
    return new Walk(graph, state, context).overhear(node, input);
  if (state.over || node === undefined) return { state, actions: [] };
  return new Walk(graph, state, context).take(node, input);
}

/** Whether the call ends already because of the same wish. */
function isSettled({ over, heard }: FlowState, now: Heard): boolean {
  return over && heard !== null && universalIntentHeard(heard) === universalIntentHeard(now);
}

/** Silence and answers that the recogniser itself does not trust leave nothing to hold conditions against. */
function heardIn(node: FlowNode, input: FlowInput, context: FlowContext): Heard | null {
  if (input.type === 'digits') return { ...heardFrom(input, context), isSensitive: isSensitive(node) };
  return input.type === 'answered' && !input.rejected ? heardFrom(input, context) : null;
}

/** One step: walks from node to node until something has to be waited for. */
class Walk {
  readonly #graph: Graph;
  readonly #context: FlowContext;
  readonly #actions: FlowAction[] = [];
  #state: FlowState;

  constructor(graph: Graph, state: FlowState, context: FlowContext) {
    this.#graph = graph;
    this.#state = state;
    this.#context = context;
  }

  take(node: FlowNode, input: FlowInput): Transition {
    const behaviour = behaviourOf(node);
    if (this.#state.judging !== null)
      return input.type === 'judged' ? this.#judged(node, input) : this.#done();
    if (input.type === behaviour.resumes)
      return this.#carryOut(node, { type: 'leave', ok: true, actions: [] });
    const isAnswer = input.type === 'answered' || input.type === 'digits' || input.type === 'silent';
    if (!isAnswer || behaviour.hear === undefined || this.#state.listening === null) return this.#done();
    this.#state = { ...this.#state, heard: heardIn(node, input, this.#context) };
    return this.#carryOut(
      node,
      this.#withNotes((scene) => behaviour.hear!(node, input, scene)),
    );
  }

  /** Leads to the node for a wish that every flow understands; all else that answers no question changes nothing. */
  overhear(
    node: FlowNode,
    { text, phraseId, confidence }: Extract<FlowInput, { type: 'overheard' }>,
  ): Transition {
    const before = this.#state;
    const phrase = phraseId === undefined ? {} : { phraseId };
    const heard = heardFrom(
      { type: 'answered', text, ...phrase, confidence, rejected: false },
      this.#context,
    );
    this.#state = { ...before, heard };
    const isWish = universalIntentHeard(heard) !== undefined && !isSettled(before, heard);
    const nodeId = isWish ? interruptionHeard(this.#scene(), true) : undefined;
    if (nodeId === undefined) return { state: before, actions: [] };
    this.#state = { ...this.#state, over: false, judging: null };
    return this.#carryOut(node, { type: 'jump', nodeId });
  }

  /** Enters a node, and whatever follows from it. */
  enter(node: FlowNode): Transition {
    for (let next: FlowNode | undefined = node; next !== undefined;) {
      const visits = this.#state.visits + 1;
      this.#state = { ...this.#state, nodeId: next.id, visits, listening: null, judging: null };
      if (visits > visitsMax) return this.#hangUp('flow_loop');
      this.#actions.push({ type: 'node-entered', nodeId: next.id });
      const entered: FlowNode = next;
      const behaviour = behaviourOf(entered);
      // What was heard before is no answer to a new question.
      if (behaviour.hear !== undefined && behaviour.keepsHeard !== true)
        this.#state = { ...this.#state, heard: null };
      next = this.#settle(
        entered,
        this.#withNotes((scene) => behaviour.enter(entered, scene)),
      );
    }
    return this.#done();
  }

  #carryOut(node: FlowNode, outcome: Outcome): Transition {
    const next = this.#settle(node, outcome);
    return next === undefined ? this.#done() : this.enter(next);
  }

  /** Takes over an outcome; the node that is entered next, if any. */
  #settle(node: FlowNode, outcome: Outcome): FlowNode | undefined {
    switch (outcome.type) {
      case 'stay':
        this.#actions.push(...outcome.actions);
        this.#state = { ...this.#state, listening: outcome.listening, judging: null };
        return undefined;
      case 'over':
        this.#actions.push(...outcome.actions);
        this.#state = { ...this.#state, over: true, listening: null };
        return undefined;
      case 'jump':
        if (outcome.nodeId !== nodeOfUniversalIntent('who_is_this')) this.#countQuestion(true);
        this.#state = { ...this.#state, returnTo: this.#state.returnTo ?? node.id };
        return this.#graph.nodes.get(outcome.nodeId);
      case 'judge':
        return this.#askModel(node, outcome);
      case 'leave':
        return this.#leave(node, outcome);
    }
  }

  #leave(node: FlowNode, outcome: Extract<Outcome, { type: 'leave' }>): FlowNode | undefined {
    this.#actions.push(...outcome.actions);
    if (asks.has(node.type) || (node.type === 'conversation' && outcome.ok !== false))
      this.#countQuestion(outcome.ok !== false);
    const listening = outcome.listening ?? this.#state.listening;
    const variables = { ...this.#state.variables, ...outcome.variables };
    this.#state = { ...this.#state, variables, listening };
    return this.#follow(node, outcome.ok, outcome.isJudged ? null : undefined);
  }

  #countQuestion(isAnswered: boolean): void {
    const { answered, givenUp } = this.#state.questions;
    const questions = isAnswered ? { answered: answered + 1, givenUp } : { answered, givenUp: givenUp + 1 };
    this.#state = { ...this.#state, questions };
  }

  /** The node at the end of the edge that holds. `judged` as in `chooseEdge`. */
  #follow(node: FlowNode, ok: boolean | null, judged?: string | null): FlowNode | undefined {
    const leaving = { ok, silentMs: this.#state.listening?.silentMs ?? 0 };
    const choice = chooseEdge(node.id, leaving, this.#scene(), judged);
    switch (choice.type) {
      case 'edge':
        return this.#graph.nodes.get(choice.edge.to);
      case 'judge':
        this.#actions.push(choice.action);
        this.#state = { ...this.#state, judging: { purpose: 'leave', ok } };
        return undefined;
      case 'none':
        return this.#goBack();
    }
  }

  /** A global node that leads nowhere gives the word back to the one it interrupted. */
  #goBack(): FlowNode | undefined {
    const { returnTo } = this.#state;
    const node = returnTo === null ? undefined : this.#graph.nodes.get(returnTo);
    if (node === undefined) {
      this.#hangUp('no_edge');
      return undefined;
    }
    this.#state = { ...this.#state, returnTo: null };
    return node;
  }

  #askModel(node: FlowNode, outcome: Extract<Outcome, { type: 'judge' }>): undefined {
    const own = outcome.purpose === 'turn' ? questionsOf(edgesOf(this.#graph, node.id)) : [];
    const questions = [...own, ...globalQuestions(this.#scene(), node.id)];
    this.#actions.push({ type: 'judge', nodeId: node.id, questions });
    const judging = { purpose: outcome.purpose, ok: null };
    this.#state = { ...this.#state, listening: outcome.listening, judging };
  }

  #judged(node: FlowNode, { edgeId }: Extract<FlowInput, { type: 'judged' }>): Transition {
    const { purpose, ok } = this.#state.judging!;
    this.#state = { ...this.#state, judging: null };
    if (edgeId?.startsWith('global:')) {
      const target = edgeId.slice('global:'.length);
      if (this.#graph.globals.some((global) => global.node.id === target))
        return this.#carryOut(node, { type: 'jump', nodeId: target });
    }
    const isOwnEdge = edgesOf(this.#graph, node.id).some((edge) => edge.id === edgeId);
    if (purpose === 'leave' || isOwnEdge) return this.#continueWith(this.#follow(node, ok, edgeId));
    const { listening } = this.#state;
    const behaviour = behaviourOf(node);
    if (listening === null) return this.#done();
    const universalId = universalNodeHeard(this.#scene());
    if (universalId !== undefined) return this.#carryOut(node, { type: 'jump', nodeId: universalId });
    return this.#carryOut(
      node,
      this.#withNotes((scene) => behaviour.unclear!(node, listening, scene)),
    );
  }

  #continueWith(next: FlowNode | undefined): Transition {
    return next === undefined ? this.#done() : this.enter(next);
  }

  #hangUp(why: 'flow_loop' | 'no_edge'): Transition {
    this.#actions.push({ type: 'hang-up', why });
    this.#state = { ...this.#state, over: true, listening: null };
    return this.#done();
  }

  #scene(notes: FlowAction[] = []): Scene {
    return { graph: this.#graph, state: this.#state, context: this.#context, notes };
  }

  /** Runs a node's own code; what it notes comes before what it does. */
  #withNotes(run: (scene: Scene) => Outcome): Outcome {
    const scene = this.#scene(this.#actions);
    return run(scene);
  }

  #done(): Transition {
    return { state: this.#state, actions: this.#actions };
  }
}
