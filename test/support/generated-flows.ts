import { seededRandom, type Random } from '../../src/core/random.ts';
import { CallFlowInput, type CallFlow } from '../../src/domain/flow/flow.ts';
import { validateFlow } from '../../src/domain/flow/validate.ts';

interface Step {
  readonly id: string;
  readonly type: string;
  readonly config: object;
}

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random.below(items.length)]!;

const prompts = [
  'Will you come to your appointment on Tuesday?',
  'May we send you the new price list?',
  'Did the parcel arrive in good order?',
  'Would you like to take part in a short survey?',
] as const;

const announcements = [
  'Hello, this is Oak Street Dental.',
  'Your order is ready for collection.',
  'The office is closed on Friday.',
] as const;

const expects = ['yes_no', 'number', 'date_time', 'digits', 'choice', 'text'] as const;
const choices = [
  { value: 'red', phrases: ['the red one'] },
  { value: 'green', phrases: ['the green one'] },
];

/** Generators of every step type that a call without a model supports, except `end`. */
const stepGenerators: readonly ((random: Random) => Omit<Step, 'id'>)[] = [
  (random) => ({
    type: 'say',
    config: { text: pick(random, announcements), interruptible: random.below(2) === 0 },
  }),
  askOf,
  askOf,
  (random) => ({
    type: 'gather_digits',
    config: {
      prompt: 'Please enter your customer number.',
      variable: 'number',
      maxDigits: 4 + random.below(6),
      retries: 1,
    },
  }),
  (random) => ({ type: 'wait', config: { ms: 200 + random.below(800) } }),
  () => ({ type: 'set_disposition', config: { disposition: 'interested' } }),
  () => ({ type: 'branch', config: {} }),
];

function askOf(random: Random): Omit<Step, 'id'> {
  const expect = pick(random, expects);
  const config = {
    prompt: pick(random, prompts),
    variable: 'answer',
    expect,
    retries: random.below(3),
    timeoutSeconds: 3 + random.below(3),
    ...(expect === 'choice' && { choices }),
  };
  return { type: 'ask', config };
}

/**
 * Generates a valid flow of 1 to 6 consecutive nodes, some with a second edge and none with an intent. The same seed gives the same
 * flow.
 */
export function generatedFlow(seed: number): CallFlow {
  const random = seededRandom(seed);
  const steps: readonly Step[] = Array.from({ length: random.below(6) }, (_, index) => ({
    id: `step_${index}`,
    ...pick(random, stepGenerators)(random),
  }));
  const text = pick(random, ['Thank you. Goodbye.', 'Your parcel has arrived. Goodbye.']);
  const nodes = [...steps, { id: 'end', type: 'end', config: { text } }];
  const edges = steps.flatMap(({ id }, index) => {
    const next = { id: `e_${index}`, from: id, to: nodes[index + 1]!.id, condition: { type: 'else' } };
    const hasShortcut = random.below(3) === 0;
    const success = { id: `w_${index}`, from: id, to: 'end', condition: { type: 'result', ok: true } };
    return hasShortcut && canFail(steps[index]!) ? [success, next] : [next];
  });
  const flow = CallFlowInput.parse({
    name: `Generated ${seed}`,
    status: 'active',
    startNodeId: nodes[0]!.id,
    nodes,
    edges,
  });
  const problems = validateFlow(flow);
  if (problems.length > 0) throw new Error(`Flow ${seed} is not valid: ${JSON.stringify(problems)}`);
  return flow;
}

const canFail = ({ type }: Step): boolean => type === 'ask' || type === 'gather_digits';
