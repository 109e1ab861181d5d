interface Choice {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

interface ChoiceCardsProps {
  /** The name of the group of radio buttons. */
  readonly name: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onValue: (id: string) => void;
}

/** Radio buttons with a title and a description each, two beside each other on wide screens. Needs a fieldset with a legend around it. */
export function ChoiceCards({ name, choices, value, onValue }: ChoiceCardsProps) {
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {choices.map((choice) => (
        <label
          key={choice.id}
          className="grid cursor-pointer grid-cols-[auto_1fr] content-start gap-x-2.5 rounded-lg border border-line p-3 has-checked:border-accent has-checked:bg-selected"
        >
          <input
            type="radio"
            name={name}
            checked={choice.id === value}
            onChange={() => onValue(choice.id)}
            className="mt-0.5 accent-(--color-accent)"
          />
          <span className="font-medium">{choice.name}</span>
          <span className="col-start-2 text-sm text-muted">{choice.description}</span>
        </label>
      ))}
    </div>
  );
}
