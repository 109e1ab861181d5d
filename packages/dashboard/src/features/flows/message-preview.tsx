import type { FlowValidation } from '@parley/sdk/client';
import type { FieldErrors } from '../../api.ts';
import { formatCount } from '../../format.ts';
import { text } from '../../text/index.ts';

const words = text.flows.preview;

export type MessagePreview = FlowValidation['messages'][number];

/** Returns the length of each SMS by the path of its text. */
export const smsNotes = (messages: readonly MessagePreview[]): FieldErrors =>
  Object.fromEntries(
    messages.flatMap(({ path, variables, sms }) =>
      sms === null ? [] : [[path, smsNote(sms, variables.length)]],
    ),
  );

function smsNote(
  { characters, encoding, segments }: NonNullable<MessagePreview['sms']>,
  variables: number,
): string {
  const hasVariables = variables > 0;
  return [
    `${words.characters(formatCount(characters))}${hasVariables ? words.variables(variables) : ''}`,
    words.encodings[encoding],
    hasVariables ? words.minimumParts(segments) : words.parts(segments),
  ].join(' · ');
}

/** Messages as their recipients see them, with the signature of the agent and the names of the variables. */
export function MessagePreviews({ messages }: { readonly messages: readonly MessagePreview[] }) {
  if (messages.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-3">
      <h2 className="text-sm font-medium">{words.title}</h2>
      {messages.map(({ path, sms, email }) => (
        <div key={path} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {sms !== null && (
            <figure className="grid grid-cols-[minmax(0,1fr)] gap-1">
              <figcaption className="text-xs text-muted">{words.sms}</figcaption>
              <Body className="max-w-[85%] justify-self-start rounded-lg rounded-es-sm bg-hover px-3 py-2">
                {sms.text}
              </Body>
            </figure>
          )}
          {email !== null && (
            <figure className="grid grid-cols-[minmax(0,1fr)] gap-1">
              <figcaption className="text-xs text-muted">{words.email}</figcaption>
              <div className="rounded-lg border border-line">
                <p className="border-b border-line px-3 py-2 text-sm font-medium wrap-anywhere">
                  {email.subject === '' ? (
                    <span className="font-normal text-warn">{words.noSubject}</span>
                  ) : (
                    <WithVariables>{email.subject}</WithVariables>
                  )}
                </p>
                <Body className="px-3 py-2">{email.text}</Body>
              </div>
            </figure>
          )}
        </div>
      ))}
    </section>
  );
}

const Body = ({ className, children }: { readonly className: string; readonly children: string }) => (
  <p dir="auto" className={`text-sm wrap-anywhere whitespace-pre-wrap ${className}`}>
    <WithVariables>{children}</WithVariables>
  </p>
);

/** Marks the variables, which the service replaces by their values. */
const WithVariables = ({ children }: { readonly children: string }) =>
  children.split(/(\{\{[^{}]*\}\})/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="rounded bg-info-soft px-1 text-info">
        {part.slice(2, -2).trim()}
      </span>
    ),
  );
