import { createContext, Fragment, useContext, type ReactNode } from 'react';
import type { FieldErrors } from '../api.ts';
import { formatCount } from '../format.ts';
import type { Schema } from '../schema.ts';
import { text } from '../text/index.ts';
import { fieldLabel, inFlowWords, labelOf, withLabels } from '../wording.ts';

/** Values that the service has for a field, such as the voices of a provider. */
export interface FieldOptions {
  readonly values: readonly (readonly [value: string, label: string])[];
  /** Other values are allowed too. */
  readonly isOpen?: boolean;
}

interface FormValue {
  readonly errors: FieldErrors;
  readonly warnings: FieldErrors;
  /** What the service says about values, such as the number of parts of an SMS. */
  readonly notes: FieldErrors;
  readonly optionsAt: (path: string) => FieldOptions | undefined;
  /** The language of the first text when texts per language start. */
  readonly language: string;
  readonly isDisabled: boolean;
}

const FormContext = createContext<FormValue>({
  errors: {},
  warnings: {},
  notes: {},
  optionsAt: () => undefined,
  language: 'en',
  isDisabled: false,
});

export const useForm = (): FormValue => useContext(FormContext);

/** Messages and options for the fields inside. Those that are omitted are those of the form around. */
export function SchemaForm({ children, ...value }: Partial<FormValue> & { readonly children: ReactNode }) {
  const outer = useForm();
  return (
    <FormContext value={{ ...outer, ...value }}>
      <fieldset disabled={value.isDisabled ?? false} className="contents">
        {children}
      </fieldset>
    </FormContext>
  );
}

/** The message at the path, or inside it for a field that has only one input. */
export function messageAt(messages: FieldErrors, path: string): string | undefined {
  const key = Object.keys(messages).find(
    (other) => other === path || other.startsWith(`${path}.`) || other.startsWith(`${path}[`),
  );
  return key === undefined ? undefined : messages[key];
}

/** The description of the API document, the default and the limits. An empty input is sent as null. */
export function Hint({ schema }: { readonly schema: Schema }) {
  return (
    <>
      <InlineCode>{hintOf(schema)}</InlineCode>
      {limitsOf(schema)}
    </>
  );
}

const hintOf = ({ description = '', enum: options, discriminator }: Schema): string => {
  const isOption = (name: string) =>
    options?.includes(name) === true ||
    (discriminator !== undefined && Object.hasOwn(discriminator.mapping, name));
  return withLabels(description.replaceAll('Null:', text.form.empty), (name) =>
    isOption(name) ? optionLabel(name) : undefined,
  );
};

const languageTag = /^[a-z]{2,3}-[A-Z]{2}$/;

/** Returns the label of an option of a select. */
export const optionLabel = (name: string): string =>
  text.form.values[name] ?? (languageTag.test(name) ? name : labelOf(name));

function limitsOf({ default: initial, minimum, maximum }: Schema): string {
  const parts = [
    typeof initial === 'number' && text.form.initial(formatCount(initial)),
    minimum !== undefined &&
      maximum !== undefined &&
      Math.abs(maximum) < Number.MAX_SAFE_INTEGER &&
      text.form.range(formatCount(minimum), formatCount(maximum)),
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : ` ${parts.join(' ')}`;
}

/** Shows the parts between backticks: fields and values by their names on the page, everything else as code. */
export const InlineCode = ({ children }: { readonly children: string }) =>
  children.split('`').map((part, index) => {
    if (index % 2 === 0) return <Fragment key={index}>{inFlowWords(part)}</Fragment>;
    const isName = /^[a-z][A-Za-z_-]+$/.test(part);
    if (isName) return <Fragment key={index}>“{text.form.values[part] ?? fieldLabel(part)}”</Fragment>;
    return (
      <code key={index} className="font-mono text-[0.95em]">
        {part}
      </code>
    );
  });
