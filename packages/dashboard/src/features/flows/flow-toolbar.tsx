import type { Flow } from '@parley/sdk/client';
import { Download, LayoutGrid, Redo2, Undo2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Select } from '../../components/field.tsx';
import { isObject, type JsonObject } from '../../merge-patch.ts';
import { resolve, schemaOf } from '../../schema.ts';
import { text } from '../../text/index.ts';
import { typeLabel } from './describe.ts';
import { nodeTypes } from './edit-flow.ts';

const words = text.flows.editor;

interface FlowToolbarProps {
  readonly flow: Flow;
  readonly isDisabled: boolean;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  readonly onAdd: (type: string) => void;
  readonly onArrange: () => void;
  readonly onImport: (flow: Flow) => void;
}

export function FlowToolbar({ flow, isDisabled, undo, redo, onAdd, onArrange, onImport }: FlowToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-1 px-6 pb-3 max-md:px-4">
      <Select
        aria-label={words.add}
        className="me-2 w-auto!"
        disabled={isDisabled}
        value=""
        onValue={(type) => type !== '' && onAdd(type)}
        options={[['', `+ ${words.add}`], ...nodeTypes.map((type) => [type, typeLabel(type)] as const)]}
      />
      <Button variant="ghost" isIcon aria-label={words.undo} disabled={undo === undefined} onClick={undo}>
        <Undo2 aria-hidden size={16} />
      </Button>
      <Button variant="ghost" isIcon aria-label={words.redo} disabled={redo === undefined} onClick={redo}>
        <Redo2 aria-hidden size={16} />
      </Button>
      <Button variant="ghost" disabled={isDisabled} onClick={onArrange}>
        <LayoutGrid aria-hidden size={15} />
        {words.arrange}
      </Button>
      <ImportButton flow={flow} isDisabled={isDisabled} onImport={onImport} />
      <Button variant="ghost" onClick={() => download(flow)}>
        <Download aria-hidden size={15} />
        {words.export}
      </Button>
    </div>
  );
}

function ImportButton({
  flow,
  isDisabled,
  onImport,
}: Pick<FlowToolbarProps, 'flow' | 'isDisabled' | 'onImport'>) {
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState('');
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const content = file.size > maxImportBytes ? undefined : parseFlow(await file.text());
    if (content === undefined) return setMessage(words.importFailed);
    if ((content['type'] ?? 'call') !== flow.type) return setMessage(words.importOtherType);
    setMessage('');
    onImport({ ...flow, ...pickFields(content, flow.type) } as Flow);
  };
  return (
    <>
      <Button variant="ghost" disabled={isDisabled} onClick={() => input.current?.click()}>
        <Upload aria-hidden size={15} />
        {words.import}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept="application/json,.json"
        aria-label={words.import}
        onChange={(event) => {
          void read(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {message !== '' && (
        <p role="alert" className="text-sm text-bad">
          {message}
        </p>
      )}
    </>
  );
}

const maxImportBytes = 5_000_000;

function parseFlow(content: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return isObject(value) && Array.isArray(value['nodes'] ?? []) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the fields that a flow of the type has. Ids, versions and unknown fields are omitted. */
function pickFields(content: JsonObject, type: Flow['type']): Partial<Flow> {
  const { properties = {} } = resolve(schemaOf(type === 'call' ? 'CallFlowInput' : 'MessageFlowInput'));
  const names = Object.keys(properties).filter((name) => name !== 'type' && content[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, content[name]]));
}

function download(flow: Flow): void {
  const content = JSON.stringify({ type: flow.type, ...pickFields({ ...flow }, flow.type) }, null, 2);
  const url = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${flow.name.replaceAll(/[^\p{L}\p{N}-]+/gu, '-')}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
