import { headerValueOf } from '../../http-header.ts';
import { isHttpUrl } from '../../../core/http-url.ts';
import { valueAt } from '../json-pointer.ts';
import type { NodeOf } from '../node.ts';
import type { FlowAction, FlowInput, VariableValue } from '../protocol.ts';
import { findForRequest } from '../scope.ts';
import { leave, type NodeOutcome, type StepContext } from '../state.ts';
import { fillIn, templateParts } from '../template.ts';

type Http = NodeOf<'http'>;

/** The longest text that a variable can have. */
const maxVariableCharacters = 4096;

/** Sends an HTTP request and stores values of its response. Fails without a successful response, or if values are required and it is not JSON. */
export const httpNode = {
  enter(node: Http, step: StepContext): NodeOutcome {
    const { method, headers, body, timeoutMs } = node.config;
    const url = renderUrl(node.config.url, step);
    if (!isHttpUrl(url)) return leave(false, warning(node, 'The URL of the request is not valid.'));
    const action: FlowAction = {
      type: 'http-request',
      nodeId: node.id,
      method,
      url,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, headerValueOf(value, textOf(step))]),
      ),
      ...(body === undefined ? {} : { body: renderJson(body, step) }),
      timeoutMs,
    };
    return { type: 'stay', listening: null, actions: [action] };
  },

  onResult(node: Http, input: FlowInput): NodeOutcome {
    if (input.type !== 'http-response') return leave(false);
    const { save } = node.config;
    if (!input.ok) return leave(false);
    if (Object.keys(save).length === 0) return leave(true);
    if (input.body === undefined) return leave(false, warning(node, 'The response is not JSON.'));
    const saved = Object.entries(save).map(([name, pointer]) => ({
      name,
      pointer,
      value: savedValue(valueAt(input.body, pointer)),
    }));
    const actions = saved
      .filter(({ value }) => value === undefined)
      .map(({ name, pointer }) =>
        warning(node, `The response has no usable value at "${pointer}" for ${name}.`),
      );
    const variables = Object.fromEntries(saved.map(({ name, value }) => [name, value ?? null]));
    return { type: 'leave', ok: true, actions, variables };
  },
};

const warning = (node: Http, text: string): FlowAction => ({ type: 'warning', nodeId: node.id, text });

/** Returns a value of the response as a variable; lists and objects as JSON. Undefined if there is none, or if it is too long. */
function savedValue(value: unknown): VariableValue | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'object' && value !== null) {
    const text = JSON.stringify(value);
    return text.length > maxVariableCharacters ? undefined : text;
  }
  return typeof value === 'string' ? value.slice(0, maxVariableCharacters) : (value as VariableValue);
}

const textOf =
  (step: StepContext) =>
  (name: string): string =>
    String(findForRequest(name, step) ?? '');

/** Fills in a URL. A variable at its start can hold a base URL; others are encoded, so that they cannot change host or path. */
function renderUrl(template: string, step: StepContext): string {
  const read = textOf(step);
  return templateParts(template)
    .map((part, index, parts) => {
      if ('text' in part) return part.text;
      const text = read(part.variable);
      const isBase = index === 1 && 'text' in parts[0]! && parts[0].text === '';
      return isBase ? text : encodeURIComponent(text.toWellFormed());
    })
    .join('');
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Fills in the texts of a JSON value. A text that is one variable has the type of the variable. */
function renderJson(value: unknown, step: StepContext): Json {
  if (typeof value === 'string') return renderValue(value, step);
  if (Array.isArray(value)) return value.map((item) => renderJson(item, step));
  if (typeof value !== 'object' || value === null) return value as Json;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, renderJson(item, step)]));
}

function renderValue(template: string, step: StepContext): Json {
  const parts = templateParts(template).filter((part) => !('text' in part && part.text === ''));
  const [only] = parts;
  return parts.length === 1 && only !== undefined && 'variable' in only
    ? (findForRequest(only.variable, step) ?? null)
    : fillIn(template, textOf(step));
}
