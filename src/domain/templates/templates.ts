import type { AgentInput } from '../agent.ts';
import { demoAgent, demoFlow } from '../demo-flow.ts';
import type { CallFlowInput } from '../flow/flow.ts';
import { frontDeskFlow } from './front-desk.ts';
import { leadCallbackFlow } from './lead-callback.ts';
import { surveyFlow } from './survey.ts';

/** An agent with its flow, from which a workspace creates its own. It needs no language model and no vendor. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Whether the agent answers calls or places them. */
  readonly direction: 'inbound' | 'outbound';
  /** Without number and flow. */
  readonly agent: AgentInput;
  readonly flow: CallFlowInput;
}

export const templates: readonly Template[] = [
  {
    id: 'appointment-reminder',
    name: 'Appointment reminder',
    description: 'Reminds a customer of an appointment, and confirms, moves or cancels it.',
    direction: 'outbound',
    agent: { ...demoAgent, purpose: 'reminder' },
    flow: demoFlow,
  },
  {
    id: 'lead-callback',
    name: 'Lead call-back',
    description:
      'Calls a person who asked for information, finds out what they need, and asks whether they want an offer.',
    direction: 'outbound',
    agent: {
      name: 'Lead call-back',
      description: 'Qualifies leads, without a language model.',
      purpose: 'sales',
      voicemail: { action: 'hangup' },
    },
    flow: leadCallbackFlow,
  },
  {
    id: 'front-desk',
    name: 'Front desk',
    description: 'Answers calls, notes appointments and their changes, and tells the opening hours.',
    direction: 'inbound',
    agent: {
      name: 'Front desk',
      description: 'Answers calls, without a language model.',
      purpose: 'service',
    },
    flow: frontDeskFlow,
  },
  {
    id: 'survey',
    name: 'Survey',
    description: 'Asks a customer for a score from zero to ten and for its reason.',
    direction: 'outbound',
    agent: {
      name: 'Survey',
      description: 'Asks three questions, without a language model.',
      purpose: 'service',
      voicemail: { action: 'hangup' },
    },
    flow: surveyFlow,
  },
];
