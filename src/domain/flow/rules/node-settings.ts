import { isHttpUrl } from '../../../core/http-url.ts';
import type { FieldFault } from '../../../core/problems.ts';
import { isE164 } from '../../../core/phone-numbers.ts';
import { parseIsoTime } from '../../understanding/iso-time.ts';
import { headerAdvice, isRequestHeader } from '../../http-header.ts';
import { inLanguage, textLanguages } from '../../texts.ts';
import type { DraftConfig, DraftConfigOf, DraftNode } from '../draft.ts';
import type { NodeType } from '../node.ts';
import { namespaces } from '../scope.ts';
import { fixedOriginOf, variablesOf } from '../template.ts';
import { nodeFault, type Rule } from './rule.ts';

/** Creates a fault in a node's `config`. */
type CreateFault = (field: string, code: string, message: string) => FieldFault;

type Checks = {
  readonly [Type in NodeType]?: (config: DraftConfigOf<Type>, fault: CreateFault) => FieldFault[];
};

const checks: Checks = {
  ask: (config, fault) => [
    ...checkVariable(config, fault),
    ...checkDigits(config, fault),
    ...checkChoices(config, fault),
  ],
  gather_digits: (config, fault) => [...checkVariable(config, fault), ...checkDigits(config, fault)],
  schedule_callback: ({ at }, fault) =>
    at === undefined || hasVariables(at) || parseIsoTime(at, 'UTC') !== undefined
      ? []
      : [fault('at', 'invalid_time', 'write a {{variable}} or a time in ISO 8601.')],
  press_digits: ({ digits }, fault) =>
    digits === undefined || hasVariables(digits) || /^[0-9A-D*# -]*[0-9A-D*#][0-9A-D*# -]*$/i.test(digits)
      ? []
      : [fault('digits', 'invalid_digits', 'use the keys 0-9, A-D, * and #.')],
  http: ({ url, headers = {} }, fault) => [
    ...(url === undefined || (hasVariables(url) ? fixedOriginOf(url) !== null : isHttpUrl(url))
      ? []
      : [fault('url', 'invalid_url', 'write an http or https URL.')]),
    ...Object.keys(headers)
      .filter((name) => !isRequestHeader(name))
      .map((name) => fault(`headers.${name}`, 'invalid_header', headerAdvice)),
  ],
  transfer: ({ destination }, fault) =>
    destination === undefined ||
    hasVariables(destination) ||
    isE164(destination) ||
    /^sips?:\S+$/i.test(destination)
      ? []
      : [fault('destination', 'invalid_destination', 'write an E.164 number or a sip: address.')],
  send_message: ({ to }, fault) =>
    to === undefined || hasVariables(to) || isE164(to) || /^[^\s@]+@[^\s@]+$/.test(to)
      ? []
      : [fault('to', 'invalid_recipient', 'write an E.164 number or an email address.')],
};

const hasVariables = (text: string): boolean => variablesOf(text).length > 0;

function checkVariable(
  { variable = '' }: { variable?: string | undefined },
  fault: CreateFault,
): FieldFault[] {
  return (namespaces as readonly string[]).includes(variable)
    ? [fault('variable', 'reserved_name', `"${variable}" is a reserved name.`)]
    : [];
}

function checkDigits(
  config: { minDigits?: number | undefined; maxDigits?: number | undefined },
  fault: CreateFault,
) {
  const { minDigits = 1, maxDigits = 32 } = config;
  return minDigits > maxDigits
    ? [fault('minDigits', 'out_of_range', 'minDigits is greater than maxDigits.')]
    : [];
}

function checkChoices({ expect, choices }: DraftConfigOf<'ask'>, fault: CreateFault): FieldFault[] {
  if (expect === undefined || choices === undefined) return [];
  if (expect !== 'choice') {
    return choices.length === 0
      ? []
      : [fault('choices', 'unexpected_choices', `choices are not allowed with expect ${expect}.`)];
  }
  if (choices.length === 0) return [fault('choices', 'missing_choices', 'add at least one choice.')];
  const { languages = [''] } = textLanguages(choices, choiceTexts);
  return languages.flatMap((language) => ambiguousPhrases(choices, language, fault));
}

const choiceTexts = [{ phrases: true }] as const;

/** Returns a fault for each phrase that belongs to two choices in a language. */
function ambiguousPhrases(
  choices: NonNullable<DraftConfigOf<'ask'>['choices']>,
  language: string,
  fault: CreateFault,
): FieldFault[] {
  const ownerByPhrase = new Map<string, number>();
  return inLanguage(choices, choiceTexts, language).flatMap(({ value, phrases }, index) =>
    [value, ...phrases].flatMap((phrase, at) => {
      const owner = ownerByPhrase.get(phrase.toLowerCase()) ?? index;
      ownerByPhrase.set(phrase.toLowerCase(), owner);
      const list = Array.isArray(choices[index]!.phrases) ? 'phrases' : `phrases.${language}`;
      const field = at === 0 ? `choices[${index}].value` : `choices[${index}].${list}[${at - 1}]`;
      const message = `"${phrase}" is already used by another choice.`;
      return owner === index ? [] : [fault(field, 'ambiguous_choice', message)];
    }),
  );
}

/** Node settings must be valid and consistent. */
export const validSettings: Rule = (flow) => flow.nodes.flatMap(faultsOf);

function faultsOf(node: DraftNode): FieldFault[] {
  if (node.type === undefined) return [];
  const check = checks[node.type] as ((config: DraftConfig, fault: CreateFault) => FieldFault[]) | undefined;
  const fault: CreateFault = (field, code, message) => nodeFault(node, `config.${field}`, code, message);
  return check?.(node.config, fault) ?? [];
}
