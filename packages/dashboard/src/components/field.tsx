import { createContext, useContext, useId, type ComponentProps, type ReactNode } from 'react';

interface FieldContextValue {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

const FieldContext = createContext<FieldContextValue | undefined>(undefined);

interface FieldProps {
  readonly label: string;
  /** The path of the field in the schema of a form, by which a list of faults finds it. */
  readonly path?: string;
  /** What the setting does, and its limits. */
  readonly hint?: ReactNode;
  /** About the current value, such as its length. */
  readonly note?: string | undefined;
  /** The message of the service for this field. */
  readonly error?: string | undefined;
  /** The service accepts the value, but it is probably not intended. */
  readonly warning?: string | undefined;
  readonly children: ReactNode;
}

/** A label, one input, its hint, and its error or warning. The input takes its id and its description from here. */
export function Field({ label, path, hint, note, error, warning, children }: FieldProps) {
  const id = useId();
  const parts = [
    note !== undefined && `${id}-note`,
    hint !== undefined && `${id}-hint`,
    error !== undefined && `${id}-error`,
    warning !== undefined && `${id}-warning`,
  ];
  const describedBy = parts.filter((part) => part !== false).join(' ') || undefined;
  return (
    <FieldContext value={{ id, describedBy, isInvalid: error !== undefined }}>
      <div data-path={path} className="grid content-start gap-1">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {children}
        {note !== undefined && (
          <p id={`${id}-note`} className="text-xs text-muted tabular-nums">
            {note}
          </p>
        )}
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-xs text-faint">
            {hint}
          </p>
        )}
        {error !== undefined && (
          <p id={`${id}-error`} className="text-xs text-bad">
            {error}
          </p>
        )}
        {warning !== undefined && (
          <p id={`${id}-warning`} className="text-xs text-warn">
            {warning}
          </p>
        )}
      </div>
    </FieldContext>
  );
}

function useFieldProps() {
  const field = useContext(FieldContext);
  return field === undefined
    ? {}
    : { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.isInvalid };
}

const inputClass =
  'w-full rounded-md border border-line-strong bg-surface px-2.5 text-sm text-ink aria-invalid:border-bad disabled:opacity-60 max-md:text-base';

interface TextInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

export function TextInput({ value, onValue, className = '', ...props }: TextInputProps) {
  return (
    <input
      type="text"
      {...useFieldProps()}
      {...props}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      className={`${inputClass} h-8 max-md:h-10 ${className}`}
    />
  );
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

export function TextArea({ value, onValue, className = '', ...props }: TextAreaProps) {
  return (
    <textarea
      rows={4}
      {...useFieldProps()}
      {...props}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      className={`${inputClass} py-1.5 ${className}`}
    />
  );
}

interface SelectProps<Value extends string> extends Omit<
  ComponentProps<'select'>,
  'onChange' | 'value' | 'children'
> {
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  readonly options: readonly (readonly [value: Value, label: string])[];
}

/** The select of the browser: it works by keyboard, by touch and with screen readers. */
export function Select<Value extends string>({
  value,
  onValue,
  options,
  className = '',
  ...props
}: SelectProps<Value>) {
  return (
    <select
      {...useFieldProps()}
      {...props}
      value={value}
      onChange={(event) => onValue(event.target.value as Value)}
      className={`${inputClass} h-8 max-md:h-10 ${className}`}
    >
      {options.map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
    </select>
  );
}

interface CheckboxProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
  readonly disabled?: boolean;
}

export function Checkbox({ label, checked, onChecked, disabled = false }: CheckboxProps) {
  return (
    <label className="flex items-start gap-2 text-sm max-md:min-h-8">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChecked(event.target.checked)}
        className="mt-0.5 size-4 accent-(--color-accent)"
      />
      <span>{label}</span>
    </label>
  );
}
