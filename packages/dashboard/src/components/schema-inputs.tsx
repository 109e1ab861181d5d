import { useId, useState } from 'react';
import { isEqual } from '../merge-patch.ts';
import { text } from '../text/index.ts';
import { TextArea, TextInput } from './field.tsx';

interface InputProps<Value> {
  readonly value: Value;
  readonly onValue: (value: unknown) => void;
}

/**
 * Keeps what was typed while it is not a complete value, such as "0." of a number. Returns the text of the value again when the value
 * changes otherwise.
 */
function useTyped(value: unknown, format: (value: unknown) => string, parse: (text: string) => unknown) {
  const [typed, setTyped] = useState<string>();
  const shown = typed !== undefined && isEqual(parse(typed), value) ? typed : format(value);
  return [shown, setTyped] as const;
}

const formatNumber = (value: unknown): string => (typeof value === 'number' ? String(value) : '');

export function NumberInput({
  value,
  onValue,
  isNullable,
}: InputProps<unknown> & { readonly isNullable: boolean }) {
  // A text that is no number is sent as it is, so that the service can say what it expects.
  const parse = (content: string): unknown => {
    if (content.trim() === '') return isNullable ? null : undefined;
    return Number.isNaN(Number(content)) ? content : Number(content);
  };
  const [shown, setTyped] = useTyped(
    value,
    (current) => (typeof current === 'string' ? current : formatNumber(current)),
    parse,
  );
  return (
    <TextInput
      inputMode="decimal"
      className="max-w-40"
      value={shown}
      onValue={(content) => {
        setTyped(content);
        onValue(parse(content));
      }}
    />
  );
}

const linesOf = (content: string): readonly string[] =>
  content.split('\n').filter((line) => line.trim() !== '');

/** A list of texts, one per line. */
export function LinesInput({
  value,
  onLines,
}: {
  readonly value: readonly string[];
  readonly onLines: (lines: readonly string[]) => void;
}) {
  const [shown, setTyped] = useTyped(
    value,
    (lines) => (lines as readonly string[]).join('\n'),
    (content) => linesOf(content),
  );
  return (
    <TextArea
      rows={2}
      className="field-sizing-content max-h-64"
      placeholder={text.form.onePerLine}
      value={shown}
      onValue={(content) => {
        setTyped(content);
        onLines(linesOf(content));
      }}
    />
  );
}

function parseJson(content: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(content) as unknown };
  } catch {
    return undefined;
  }
}

/** A text, a number, true, false or null. A text that looks like another value is written in quotes. */
export function ScalarInput({ value, onValue }: InputProps<unknown>) {
  const parse = (content: string): unknown => {
    const parsed = parseJson(content);
    return parsed === undefined || typeof parsed.value === 'object' ? content : parsed.value;
  };
  const format = (current: unknown): string => {
    if (typeof current !== 'string')
      return current === null || current === undefined ? '' : JSON.stringify(current);
    return typeof parse(current) === 'string' && !current.startsWith('"') ? current : JSON.stringify(current);
  };
  const [shown, setTyped] = useTyped(value, format, parse);
  return (
    <TextInput
      value={shown}
      onValue={(content) => {
        setTyped(content);
        onValue(content === '' ? null : parse(content));
      }}
    />
  );
}

/** A value as JSON. It changes only while the text is JSON. */
export function JsonInput({ value, onValue }: InputProps<unknown>) {
  const [typed, setTyped] = useState<string>();
  const isInvalid = typed !== undefined && typed.trim() !== '' && parseJson(typed) === undefined;
  const isCurrent = typed !== undefined && (isInvalid || isEqual(parseJson(typed)?.value, value));
  const shown = isCurrent ? typed : value === undefined ? '' : JSON.stringify(value, null, 2);
  return (
    <div className="grid gap-1">
      <TextArea
        rows={3}
        spellCheck={false}
        className="field-sizing-content max-h-96 font-mono text-xs"
        value={shown}
        onValue={(content) => {
          setTyped(content);
          const parsed = parseJson(content);
          if (content.trim() === '') onValue(undefined);
          else if (parsed !== undefined) onValue(parsed.value);
        }}
      />
      {isInvalid && (
        <p role="status" className="text-xs text-bad">
          {text.form.notJson}
        </p>
      )}
    </div>
  );
}

/** A text with suggestions. Other values are allowed. */
export function SuggestInput({
  value,
  onValue,
  options,
}: {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly options: readonly (readonly [value: string, label: string])[];
}) {
  const id = useId();
  return (
    <>
      <TextInput list={id} value={value} onValue={onValue} />
      <datalist id={id}>
        {options.map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  );
}
