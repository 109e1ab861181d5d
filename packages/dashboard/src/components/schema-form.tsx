import { Plus, Trash2 } from 'lucide-react';
import { useState, type ComponentType, type ReactNode } from 'react';
import { isObject, type JsonObject } from '../merge-patch.ts';
import {
  emptyValueOf,
  fieldSchemaOf,
  resolve,
  schemaOf,
  type FieldKind,
  type FieldSchema,
  type Schema,
} from '../schema.ts';
import { fieldLabel, labelOf, withLabels } from '../wording.ts';
import { text } from '../text/index.ts';
import { Button } from './button.tsx';
import { Checkbox, Field, Select, TextArea, TextInput } from './field.tsx';
import { Hint, InlineCode, messageAt, optionLabel, useForm, type FieldOptions } from './form-context.tsx';
import { JsonInput, LinesInput, NumberInput, ScalarInput, SuggestInput } from './schema-inputs.tsx';

interface SchemaFieldsProps {
  readonly schema: Schema;
  readonly value: JsonObject;
  readonly onValue: (value: JsonObject) => void;
  readonly path?: string;
  /** Only these fields, in this order. */
  readonly only?: readonly string[];
  readonly omit?: readonly string[];
}

/** One input per property of an object schema. */
export function SchemaFields({ schema, value, onValue, path = '', only, omit = [] }: SchemaFieldsProps) {
  const { properties = {} } = resolve(schema);
  const names = only ?? Object.keys(properties).filter((name) => !omit.includes(name));
  return (
    <>
      {names.map((name) => (
        <SchemaField
          key={name}
          schema={properties[name]!}
          name={name}
          path={path === '' ? name : `${path}.${name}`}
          value={value[name]}
          onValue={(next) => {
            const { [name]: _previous, ...others } = value;
            onValue(next === undefined ? others : { ...value, [name]: next });
          }}
        />
      ))}
    </>
  );
}

export interface SchemaFieldProps {
  readonly schema: Schema;
  readonly name: string;
  readonly path: string;
  readonly value: unknown;
  readonly onValue: (value: unknown) => void;
}

/** A field with several inputs brings its own labels. */
const nested = { object: ObjectField, list: ListField, union: UnionField, record: RecordField } as const;

export function SchemaField({ schema: reference, ...props }: SchemaFieldProps) {
  const form = useForm();
  const schema = fieldSchemaOf(reference);
  if (schema.const !== undefined) return null;
  const label = fieldLabel(props.path);
  if (Object.hasOwn(nested, schema.kind)) {
    const Nested = nested[schema.kind as keyof typeof nested];
    return <Nested {...props} schema={schema} label={label} />;
  }
  const shared = {
    hint: <Hint schema={schema} />,
    error: messageAt(form.errors, props.path),
    warning: messageAt(form.warnings, props.path),
  };
  if (schema.kind === 'byLanguage' && typeof props.value === 'object' && props.value !== null)
    return <LanguageTexts {...props} schema={schema} label={label} {...shared} />;
  if (schema.kind === 'boolean' && !schema.isNullable)
    return <BooleanField {...props} label={label} {...shared} />;
  return (
    <Field label={label} path={props.path} note={form.notes[props.path]} {...shared}>
      <LeafInput {...props} schema={schema} />
    </Field>
  );
}

export interface LeafProps extends SchemaFieldProps {
  readonly schema: FieldSchema;
}

function LeafInput({ schema, path, value, onValue }: LeafProps) {
  const { optionsAt, language } = useForm();
  const options = optionsAt(path.replaceAll(/\[\d+\]/g, '[]'));
  const Input = inputs[schema.kind] ?? JsonInput;
  return (
    <div className="grid gap-1">
      {options === undefined ? (
        <Input {...{ schema, value, onValue }} />
      ) : (
        <OptionsInput {...{ schema, value, onValue, options }} />
      )}
      {schema.kind === 'byLanguage' && (
        <button
          type="button"
          className="justify-self-start text-xs text-muted underline-offset-2 hover:underline disabled:hidden"
          onClick={() => onValue({ [language]: asText(value) })}
        >
          {text.form.perLanguage}
        </button>
      )}
    </div>
  );
}

const inputs: Partial<Record<FieldKind, ComponentType<InputProps>>> = {
  enum: EnumInput,
  number: ({ schema, ...props }) => <NumberInput {...props} isNullable={schema.isNullable} />,
  lines: LinesOrJson,
  choices: ChoicesInput,
  scalar: ScalarInput,
  text: PlainText,
  byLanguage: PlainText,
};

/** Lists per language are edited as JSON. */
function LinesOrJson({ schema, value, onValue }: InputProps) {
  if (isObject(value)) return <JsonInput value={value} onValue={onValue} />;
  return (
    <LinesInput
      value={Array.isArray(value) ? (value as readonly string[]) : []}
      onLines={(lines) => onValue(lines.length === 0 && schema.isNullable ? null : lines)}
    />
  );
}

const longText = 400;

function PlainText({ schema, value, onValue }: InputProps) {
  const props = {
    value: asText(value),
    onValue: (next: string) => onValue(next === '' ? emptyTextOf(schema) : next),
  };
  if (maxLengthOf(schema) <= longText) return <TextInput {...props} />;
  return <TextArea rows={2} {...props} className="field-sizing-content max-h-96" />;
}

const maxLengthOf = ({ maxLength, anyOf = [] }: Schema): number =>
  maxLength ?? Math.max(0, ...anyOf.map((option) => maxLengthOf(option)));

/** What an emptied text is stored as: null where the schema has it, nothing where the field is optional. */
const emptyTextOf = ({ isNullable, default: initial }: FieldSchema): unknown => {
  if (isNullable) return null;
  return initial === undefined ? undefined : '';
};

interface InputProps {
  readonly schema: FieldSchema;
  readonly value: unknown;
  readonly onValue: (value: unknown) => void;
}

function EnumInput({ schema, value, onValue }: InputProps) {
  const options = (schema.enum ?? []).map((name) => [name, optionLabel(name)] as const);
  return (
    <Select
      value={asText(value)}
      onValue={onValue}
      options={value === undefined ? [['', ''], ...options] : options}
    />
  );
}

/** The id of a resource says nothing to a user: its name is still being read, or it was deleted. */
const isId = /^[a-z]+_[0-9A-Z]{26}$/;

function OptionsInput({ schema, value, onValue, options }: InputProps & { readonly options: FieldOptions }) {
  const current = asText(value);
  const change = (next: string) => onValue(next === '' ? emptyTextOf(schema) : next);
  if (options.isOpen === true)
    return <SuggestInput value={current} onValue={change} options={options.values} />;
  const isKnown = options.values.some(([option]) => option === current);
  const others: (readonly [string, string])[] = isKnown && !schema.isNullable ? [] : [['', text.form.none]];
  if (!isKnown && current !== '') others.push([current, isId.test(current) ? '…' : current]);
  return <Select value={current} onValue={change} options={[...others, ...options.values]} />;
}

function ChoicesInput({ schema, value, onValue }: InputProps) {
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  return (
    <div className="grid gap-2 py-1">
      {(resolve(schema.items ?? {}).enum ?? []).map((choice) => (
        <Checkbox
          key={choice}
          label={labelOf(choice)}
          checked={chosen.includes(choice)}
          onChecked={(checked) =>
            onValue(checked ? [...chosen, choice] : chosen.filter((other) => other !== choice))
          }
        />
      ))}
    </div>
  );
}

interface BooleanFieldProps extends Pick<SchemaFieldProps, 'path' | 'value' | 'onValue'> {
  readonly label: string;
  readonly hint: ReactNode;
  readonly error: string | undefined;
  readonly warning: string | undefined;
}

function BooleanField({ label, path, hint, error, warning, value, onValue }: BooleanFieldProps) {
  return (
    <div data-path={path} className="grid gap-1">
      <Checkbox
        label={<span className="font-medium">{label}</span>}
        checked={value === true}
        onChecked={onValue}
      />
      <p className="ps-6 text-xs text-faint">{hint}</p>
      {error !== undefined && <p className="ps-6 text-xs text-bad">{error}</p>}
      {warning !== undefined && <p className="ps-6 text-xs text-warn">{warning}</p>}
    </div>
  );
}

function ObjectField({ schema, label, path, value, onValue }: LeafProps & { readonly label: string }) {
  const isEmpty = schema.isNullable && !isObject(value);
  return (
    <fieldset className="grid gap-3">
      <legend className="text-sm font-medium">{label}</legend>
      {schema.isNullable && (
        <div className="mt-2">
          <Checkbox
            label={<InlineCode>{withLabels(withoutNull(schema.description ?? label))}</InlineCode>}
            checked={!isEmpty}
            onChecked={(checked) => onValue(checked ? emptyValueOf(schema) : null)}
          />
        </div>
      )}
      {!isEmpty && (
        <div className="mt-2 grid gap-3 border-s-2 border-line ps-3">
          <SchemaFields {...{ schema, path, onValue }} value={isObject(value) ? value : {}} />
        </div>
      )}
    </fieldset>
  );
}

/** What null means needs no words where a checkbox selects it. */
const withoutNull = (description: string): string => description.replace(/ Null: [^.]*\./, '');

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

interface NestedProps extends LeafProps {
  readonly label: string;
}

function Group({
  label,
  path,
  hint,
  error,
  children,
}: {
  readonly label: string;
  readonly path: string;
  readonly hint: ReactNode;
  readonly error: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <fieldset data-path={path} className="min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      <p className="mt-0.5 text-xs text-faint">{hint}</p>
      {error !== undefined && <p className="mt-0.5 text-xs text-bad">{error}</p>}
      <div className="mt-2 grid gap-3">{children}</div>
    </fieldset>
  );
}

function Element({
  title,
  onRemove,
  children,
}: {
  readonly title: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}) {
  return (
    <div className="grid gap-3 rounded-md border border-line p-3">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-sm font-medium text-muted">{title}</span>
        <Button variant="ghost" isIcon aria-label={text.form.remove(title)} onClick={onRemove}>
          <Trash2 aria-hidden size={15} />
        </Button>
      </div>
      {children}
    </div>
  );
}

/** A list of objects, each with its own fields. */
export function ListField({ schema, label, path, value, onValue }: NestedProps) {
  const { errors } = useForm();
  const items = resolve(schema.items ?? {});
  const elements = Array.isArray(value) ? (value as readonly JsonObject[]) : [];
  const setAt = (index: number, next: JsonObject) => onValue(elements.with(index, next));
  return (
    <Group label={label} path={path} hint={<Hint schema={schema} />} error={errors[path]}>
      {elements.map((element, index) => (
        <Element
          key={index}
          title={titleOf(element, `${label} ${index + 1}`)}
          onRemove={() => onValue(elements.toSpliced(index, 1))}
        >
          <SchemaFields
            schema={items}
            path={`${path}[${index}]`}
            value={element}
            onValue={(next) => setAt(index, next)}
          />
        </Element>
      ))}
      <div>
        <Button onClick={() => onValue([...elements, emptyValueOf(items)])}>
          <Plus aria-hidden size={15} />
          {text.form.add}
        </Button>
      </div>
    </Group>
  );
}

function titleOf({ name, value, left }: JsonObject, otherwise: string): string {
  const title = [name, value, left].find((candidate) => typeof candidate === 'string' && candidate !== '');
  return (title as string | undefined) ?? otherwise;
}

/** Values by names that the user chooses, such as headers. */
export function RecordField({ schema, label, path, value, onValue }: NestedProps) {
  const { errors } = useForm();
  const [added, setAdded] = useState('');
  const entries = isObject(value) ? value : {};
  const values = schema.additionalProperties as Exclude<
    typeof schema.additionalProperties,
    boolean | undefined
  >;
  const add = () => {
    if (added.trim() === '' || Object.hasOwn(entries, added.trim())) return;
    onValue({ ...entries, [added.trim()]: emptyValueOf(values) });
    setAdded('');
  };
  const remove = (name: string) => {
    const { [name]: _removed, ...others } = entries;
    onValue(others);
  };
  return (
    <Group label={label} path={path} hint={<Hint schema={schema} />} error={errors[path]}>
      {Object.entries(entries).map(([name, entry]) => (
        <Element key={name} title={name} onRemove={() => remove(name)}>
          {isObject(entry) ? (
            <SchemaFields
              schema={values}
              path={`${path}.${name}`}
              value={entry}
              onValue={(next) => onValue({ ...entries, [name]: next })}
            />
          ) : (
            <SchemaField
              schema={values}
              name="value"
              path={`${path}.${name}`}
              value={entry}
              onValue={(next) => onValue({ ...entries, [name]: next ?? '' })}
            />
          )}
        </Element>
      ))}
      <div className="flex gap-2">
        <TextInput
          aria-label={text.form.newName(label)}
          placeholder={text.form.name}
          className="max-w-56"
          value={added}
          onValue={setAdded}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button onClick={add}>
          <Plus aria-hidden size={15} />
          {text.form.add}
        </Button>
      </div>
    </Group>
  );
}

/** An object whose `type` selects its fields, such as a condition. */
export function UnionField({ schema, label, path, value, onValue }: NestedProps) {
  const { errors } = useForm();
  const mapping = schema.discriminator!.mapping;
  const current = isObject(value) ? value : {};
  const type = typeof current['type'] === 'string' ? current['type'] : Object.keys(mapping)[0]!;
  const variant = schemaOf(mapping[type]!.split('/').at(-1)!);
  const select = (next: string) => {
    const target = schemaOf(mapping[next]!.split('/').at(-1)!);
    onValue({ ...(emptyValueOf(target) as JsonObject), type: next });
  };
  return (
    <fieldset className="grid min-w-0 gap-3">
      <Field
        label={label}
        path={path}
        hint={<Hint schema={{ description: variant.description ?? '' }} />}
        error={errors[path]}
      >
        <Select
          value={type}
          onValue={select}
          options={Object.keys(mapping).map((name) => [name, optionLabel(name)])}
        />
      </Field>
      <SchemaFields schema={variant} path={path} value={current} onValue={onValue} omit={['type']} />
    </fieldset>
  );
}

interface LanguageTextsProps extends NestedProps {
  readonly hint: ReactNode;
  readonly error: string | undefined;
}

/** One text per language. */
export function LanguageTexts({ label, hint, path, value, onValue }: LanguageTextsProps) {
  const { errors, notes } = useForm();
  const [added, setAdded] = useState('');
  const texts = value as Readonly<Record<string, string>>;
  const languages = Object.keys(texts);
  const add = () => {
    if (added.trim() === '' || Object.hasOwn(texts, added.trim())) return;
    onValue({ ...texts, [added.trim()]: '' });
    setAdded('');
  };
  const remove = (language: string) => {
    const { [language]: _removed, ...others } = texts;
    onValue(languages.length === 1 ? texts[language] : others);
  };
  return (
    <Group label={label} path={path} hint={hint} error={errors[path]}>
      {languages.map((language) => (
        <div key={language} className="grid grid-cols-[1fr_auto] items-start gap-2">
          <Field
            label={language}
            path={`${path}.${language}`}
            note={notes[`${path}.${language}`]}
            error={messageAt(errors, `${path}.${language}`)}
          >
            <TextArea
              rows={2}
              className="field-sizing-content max-h-96"
              value={texts[language]!}
              onValue={(next) => onValue({ ...texts, [language]: next })}
            />
          </Field>
          <Button
            variant="ghost"
            isIcon
            className="mt-6"
            aria-label={text.form.remove(language)}
            onClick={() => remove(language)}
          >
            <Trash2 aria-hidden size={15} />
          </Button>
        </div>
      ))}
      <div className="flex gap-2">
        <TextInput
          aria-label={text.form.language}
          placeholder={text.form.language}
          className="max-w-40"
          value={added}
          onValue={setAdded}
        />
        <Button onClick={add}>
          <Plus aria-hidden size={15} />
          {text.form.addLanguage}
        </Button>
      </div>
    </Group>
  );
}
