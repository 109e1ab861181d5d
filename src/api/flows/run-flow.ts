import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { type FieldFault, reject } from '../../core/problems.ts';
import { Customer } from '../../domain/call.ts';
import { exampleId, instant, integer, text, variableValues } from '../../domain/fields.ts';
import { sensitiveVariables } from '../../domain/flow/graph.ts';
import type { FlowRun, RunAction, RunInput } from '../../models/flow-run.ts';
import { agentParameter } from '../agents/agent-response.ts';
import type { ApiContext } from '../context.ts';
import { type Caller, endpoint } from '../endpoint.ts';
import { flowParameter } from './flow-response.ts';
import { openRun, type PreparedRun, sealRun } from './prepare-run.ts';

const maxInputs = 50;
const maxInputCharacters = 4000;
/** After this time the run stops, whatever it waits for. */
const runTimeoutMs = 60_000;

const input = z
  .union([
    z.string().max(maxInputCharacters),
    z.strictObject({
      digits: z
        .string()
        .regex(/^[0-9A-D*#]{1,32}$/, 'Write 1 to 32 keys: 0-9, A-D, * and #.')
        .meta({ description: 'The keys that the customer presses.', examples: ['1'] }),
    }),
    z.strictObject({
      silence: z.literal(true).meta({ description: 'The customer says nothing until the time is over.' }),
    }),
  ])
  .meta({ examples: ['yes'] });

const sharedFields = {
  inputs: z
    .array(input)
    .max(maxInputs)
    .default([])
    .meta({
      description: `What the customer says or writes, in order, at most ${maxInputs}: a text, \`{"digits": "1"}\` or \`{"silence": true}\`. Empty: the conversation only starts.`,
    }),
  state: z
    .string()
    .max(700_000)
    .optional()
    .meta({
      description:
        'The `state` of an earlier response, to continue its conversation with the same version. Default: a new conversation.',
      examples: ['0a1b2c3d.q2x…'],
    }),
  customer: Customer.default({}).meta({
    description: 'The customer of a new conversation. Ignored with `state`.',
  }),
  dynamic: variableValues.default({}).meta({
    description: 'The variables of a new conversation, by name. Ignored with `state`.',
  }),
  now: instant.optional().meta({ description: 'The time of the run. Default: now.' }),
  sendRequests: z.boolean().default(false).meta({
    description:
      'Whether `http` nodes send their requests, which can have side effects. If not, a request without an entry in `httpResponses` fails.',
  }),
  httpResponses: z
    .record(
      text(64),
      z.strictObject({
        ok: z.boolean().meta({ description: 'Whether the request succeeds.' }),
        body: z.json().optional().meta({ description: 'The JSON of the response.' }),
      }),
    )
    .refine((responses) => Object.keys(responses).length <= 100, 'Send at most 100 responses.')
    .default({})
    .meta({ description: 'Responses by the id of an `http` node, used in place of a request.' }),
};

const FlowRunInput = z
  .strictObject({
    ...sharedFields,
    agentId: text(40)
      .optional()
      .meta({
        description:
          'The agent whose language model, language and texts are used. Default: the agent of a message flow, or else the newest active agent with this flow, if any.',
        examples: [exampleId('agent')],
      }),
    version: integer(1, 999_999_999)
      .optional()
      .meta({ description: 'The version to run. Default: the newest one, also of a draft.', examples: [1] }),
  })
  .prefault({})
  .meta({
    id: 'FlowRunInput',
    examples: [{ inputs: ['yes'], customer: { name: 'Ada Lovelace' }, dynamic: { time: "nine o'clock" } }],
  });

const AgentRunInput = z
  .strictObject(sharedFields)
  .prefault({})
  .meta({ id: 'AgentRunInput', examples: [{ inputs: ['yes'], customer: { name: 'Ada Lovelace' } }] });

const optionalText = z.string().optional();

const Action = z
  .object({
    type: z
      .enum([
        'say',
        'listen',
        'enter',
        'move',
        'classify',
        'understand',
        'extract',
        'http_request',
        'agent_handoff',
        'send_message',
        'press_digits',
        'wait',
        'set_disposition',
        'schedule_callback',
        'warning',
        'end',
      ])
      .meta({ description: 'What the flow does. `listen`: it waits for the next input.' }),
    nodeId: optionalText.meta({ description: 'The node of the flow.', examples: ['greeting'] }),
    fromNodeId: optionalText.meta({ description: 'Of `move`: the node before.', examples: ['greeting'] }),
    text: optionalText.meta({ description: 'Of `say` and `warning`.', examples: ['Hello Ada.'] }),
    generated: z.boolean().optional().meta({
      description: 'Of `say`: whether the language model wrote the text.',
    }),
    speech: z.boolean().optional().meta({ description: 'Of `listen`: whether speech is accepted.' }),
    acceptsDigits: z.boolean().optional().meta({ description: 'Of `listen`: whether keys are accepted.' }),
    edgeId: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Of `classify`: the edge that the language model chose. Null: none.' }),
    as: optionalText.meta({
      description:
        'Of `understand`: what the language model found in an answer that the rules do not understand: `answer`, a request such as `callback`, `statement` or `nothing`.',
      examples: ['answer'],
    }),
    values: z
      .record(z.string(), z.unknown())
      .nullable()
      .optional()
      .meta({ description: 'Of `extract`: the values that the language model found. Null: it failed.' }),
    method: optionalText.meta({ description: 'Of `http_request`.', examples: ['POST'] }),
    url: optionalText.meta({
      description: 'Of `http_request`.',
      examples: ['https://crm.example.com/slots'],
    }),
    body: z.unknown().optional().meta({ description: 'Of `http_request`.' }),
    sent: z.boolean().optional().meta({ description: 'Of `http_request`: whether it was sent.' }),
    ok: z.boolean().optional().meta({ description: 'Of `http_request`: whether it succeeded.' }),
    detail: optionalText.meta({
      description: 'Of `http_request`: why it failed.',
      examples: ['The run sends no requests.'],
    }),
    agentId: optionalText.meta({
      description: 'Of `agent_handoff`. The run ends here.',
      examples: [exampleId('agent')],
    }),
    flowId: optionalText.meta({
      description: 'Of `send_message`: the message flow. Nothing is sent.',
      examples: [exampleId('flow')],
    }),
    to: optionalText.meta({ description: 'Of `send_message`: the recipient.', examples: ['+12025550100'] }),
    digits: optionalText.meta({ description: 'Of `press_digits`: the keys.', examples: ['1'] }),
    ms: z
      .number()
      .optional()
      .meta({ description: 'Of `wait`: the time, which the run skips.', examples: [500] }),
    disposition: optionalText.meta({
      description: 'Of `set_disposition`. Nothing is recorded.',
      examples: ['interested'],
    }),
    at: optionalText.meta({
      description: 'Of `schedule_callback`: the time. Nothing is scheduled.',
      examples: ['2026-12-02T15:00:00.000Z'],
    }),
    notes: optionalText.meta({
      description: 'Of `set_disposition` and `schedule_callback`.',
      examples: ['Asked to be called back.'],
    }),
    reason: optionalText.meta({ description: 'Of `end`.', examples: ['end'] }),
  })
  .meta({
    id: 'FlowRunAction',
    title: 'Flow run action',
    description: 'A step of a flow in a run by text. It has no effect.',
    examples: [{ type: 'say', nodeId: 'greeting', text: 'Hello Ada.' }],
  });

const FlowRunResponse = z
  .object({
    flowId: z
      .string()
      .nullable()
      .meta({ description: 'Null: the agent has no flow.', examples: [exampleId('flow')] }),
    flowVersion: z
      .int()
      .nullable()
      .meta({ description: 'The version of the flow that ran.', examples: [1] }),
    agentId: z
      .string()
      .nullable()
      .meta({ description: 'The agent. Null: none.', examples: [exampleId('agent')] }),
    steps: z
      .array(
        z.object({
          input: input.nullable().meta({ description: 'The input. Null: the start of the conversation.' }),
          actions: z.array(Action).meta({ description: 'What the flow does until the next input.' }),
        }),
      )
      .meta({ description: 'The start of a new conversation, and one step per input.' }),
    unusedInputs: z.int().meta({
      description: 'The number of inputs after the end of the conversation, which were not used.',
      examples: [0],
    }),
    nodeId: z
      .string()
      .nullable()
      .meta({ description: 'The node at which the flow is.', examples: ['greeting'] }),
    ended: z.boolean().meta({ description: 'Whether the conversation has ended.' }),
    variables: variableValues.meta({ description: 'The variables of the flow, without sensitive ones.' }),
    state: z
      .string()
      .nullable()
      .meta({
        description:
          'To continue the conversation. It is encrypted, and is valid in this workspace. Null: the conversation has ended.',
        examples: ['0a1b2c3d.q2x…'],
      }),
  })
  .meta({ id: 'FlowRun', title: 'Flow run', description: 'A conversation with a flow by text.' });

type SharedInput = z.output<typeof AgentRunInput>;

const description =
  'A conversation by text, to try a flow: no call is placed, no message is sent, and nothing is stored. The only costs are those of the language model. `http` nodes send requests only with `sendRequests`. The language model has no tools. The run ends at a hand-off to another agent. A request takes at most 60 s.';

export const runFlow = endpoint({
  method: 'POST',
  path: '/api/v1/flows/{flowId}/run',
  operationId: 'runFlow',
  tag: 'Flows',
  summary: 'Run a flow by text',
  description,
  scope: 'flows:write',
  parameters: flowParameter,
  body: FlowRunInput,
  reply: FlowRunResponse,
  errorCodes: ['agent_not_found', 'version_not_found', 'secret_key_unavailable'],

  async handle({ caller, path: { flowId }, body }, context) {
    const { agentId, version } = body;
    return runInputs(
      await openRun({ kind: 'flow', flowId, agentId, version }, runOf(caller, body), context),
      {
        caller,
        body,
        context,
      },
    );
  },
});

export const runAgent = endpoint({
  method: 'POST',
  path: '/api/v1/agents/{agentId}/run',
  operationId: 'runAgent',
  tag: 'Agents',
  summary: 'Run an agent by text',
  description: `${description} An agent without a flow needs a language model.`,
  scope: 'agents:write',
  parameters: agentParameter,
  body: AgentRunInput,
  reply: FlowRunResponse,
  errorCodes: ['flow_not_found', 'version_not_found', 'secret_key_unavailable'],

  async handle({ caller, path: { agentId }, body }, context) {
    return runInputs(await openRun({ kind: 'agent', agentId }, runOf(caller, body), context), {
      caller,
      body,
      context,
    });
  },
});

const runOf = ({ workspaceId, timezone }: Caller, body: SharedInput) => ({
  workspaceId,
  timezone,
  sealed: body.state,
  customer: body.customer,
  dynamic: body.dynamic,
  nowMs: body.now === undefined ? undefined : Date.parse(body.now),
  sendRequests: body.sendRequests,
  responses: new Map(Object.entries(body.httpResponses)),
});

type Step = z.input<typeof FlowRunResponse>['steps'][number];

async function runInputs(
  prepared: PreparedRun,
  {
    caller,
    body,
    context,
  }: { readonly caller: Caller; readonly body: SharedInput; readonly context: ApiContext },
): Promise<z.input<typeof FlowRunResponse>> {
  const { run, isNew, signal, abort } = prepared;
  if (run.isEnded && body.inputs.length > 0) reject('invalid_request', { fields: [endedFault] });
  const timeout = context.clock.after(runTimeoutMs, abort);
  const steps: Step[] = [];
  const add = async (sent: Step['input'], execute: () => Promise<readonly RunAction[]>) => {
    const actions = await execute().catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return [...run.actions, { type: 'warning', text: 'The run was stopped after 60 s.' } as const];
    });
    steps.push({ input: sent, actions: actions.map(toAction) });
    // A large flow takes some milliseconds per input.
    await setImmediate();
  };
  try {
    if (isNew) await add(null, () => run.start());
    const rest = [...body.inputs];
    while (rest.length > 0 && !run.isEnded && !signal.aborted) {
      const sent = rest.shift()!;
      await add(sent, () => run.next(toRunInput(sent)));
    }
    const isOver = run.isEnded || signal.aborted;
    const state = isOver ? null : sealRun(prepared, caller.workspaceId, context);
    return { ...resultOf(prepared, run), steps, unusedInputs: rest.length, ended: run.isEnded, state };
  } finally {
    timeout.cancel();
  }
}

const endedFault: FieldFault = {
  path: 'state',
  code: 'invalid_value',
  message: 'The conversation has ended. Start a new one without state.',
};

function resultOf({ version, flow }: PreparedRun, { state }: FlowRun) {
  const sensitive = sensitiveVariables(flow);
  const variables = Object.entries(state?.variables ?? {}).filter(([name]) => !sensitive.has(name));
  return { ...version, nodeId: state?.nodeId ?? null, variables: Object.fromEntries(variables) };
}

function toRunInput(sent: z.output<typeof input>): RunInput {
  if (typeof sent === 'string') return { type: 'text', text: sent };
  return 'digits' in sent ? { type: 'digits', digits: sent.digits } : { type: 'silence' };
}

function toAction(action: RunAction): z.input<typeof Action> {
  switch (action.type) {
    case 'say': {
      const { isGenerated: generated, ...said } = action;
      return { ...said, ...(generated && { generated }) };
    }
    case 'listen': {
      const { digits: acceptsDigits, ...listening } = action;
      return { ...listening, acceptsDigits };
    }
    case 'http_request': {
      const { isSent: sent, ...request } = action;
      return { ...request, sent };
    }
    default:
      return action;
  }
}
