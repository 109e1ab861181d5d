import { z } from 'zod';
import { formatNanos, parseNanos, type Nanos } from './money.ts';

const maxPrice = 1_000_000;

const faultText = (fault: string, subject: string): string =>
  `${fault}: write the price of ${subject} as a number such as 0.0043, from 0 to 1000000 and with at most 9 decimals`;

/** Returns the schema of a price. `subject`: what the price is for. */
const priceOf = (subject: string) =>
  z.unknown().transform((value, context): Nanos => {
    const price = readPrice(value);
    if (price !== undefined) return price;
    const fault = value === undefined ? 'is missing' : 'is not a price';
    const message = faultText(fault, subject);
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

function readPrice(value: unknown): Nanos | undefined {
  if (typeof value === 'string') return maxWithin(parseNanos(value));
  if (typeof value !== 'number') return undefined;
  // `toFixed` writes a number such as 1e-7 without an exponent, and rounds it to 9 decimals. A rounded number is not a price.
  const price = parseNanos(value.toFixed(9));
  return price !== undefined && Number(formatNanos(price)) === value ? maxWithin(price) : undefined;
}

const maxWithin = (price: Nanos | undefined): Nanos | undefined =>
  price !== undefined && price <= parseNanos(String(maxPrice))! ? price : undefined;

const namePattern = /^[^/\s]+\/\S+$/;

/** Returns the schema of prices by name. `example`: a valid name. */
const pricesByName = <Prices extends z.ZodType>(prices: Prices, example: string) =>
  z
    .record(z.string(), prices, 'is not an object with names as keys')
    .superRefine((entries, context) => {
      for (const name of Object.keys(entries)) {
        if (namePattern.test(name)) continue;
        const message = `is not a name: write a name such as ${example}, or ${example.split('/')[0]}/* for all others`;
        context.addIssue({ code: 'custom', path: [name], message });
      }
    })
    .default({});

const tokenSubjects = {
  perMillionInputTokens: '1,000,000 input tokens',
  perMillionOutputTokens: '1,000,000 output tokens',
} as const;

const modelPrices = z
  .strictObject({
    perMillionInputTokens: priceOf(tokenSubjects.perMillionInputTokens).optional(),
    /** Tokens that the vendor reads from its cache. Defaults to the price of input tokens. */
    perMillionCachedInputTokens: priceOf('1,000,000 cached input tokens').optional(),
    /** Tokens that the vendor writes to its cache. Defaults to the price of input tokens. */
    perMillionCacheWriteTokens: priceOf('1,000,000 input tokens that are written to the cache').optional(),
    perMillionOutputTokens: priceOf(tokenSubjects.perMillionOutputTokens).optional(),
    /** For speech-to-speech models. */
    perMillionAudioInputTokens: priceOf('1,000,000 input tokens of audio').optional(),
    /** Defaults to the price of input tokens of audio. */
    perMillionCachedAudioInputTokens: priceOf('1,000,000 cached input tokens of audio').optional(),
    perMillionAudioOutputTokens: priceOf('1,000,000 output tokens of audio').optional(),
    /** For models that charge for the time of a connection instead of tokens. */
    perMinute: priceOf('one minute of a connection').optional(),
  })
  .superRefine((prices, context) => {
    if (prices.perMinute !== undefined) return;
    for (const [field, subject] of Object.entries(tokenSubjects)) {
      if (prices[field as keyof typeof tokenSubjects] !== undefined) continue;
      context.addIssue({ code: 'custom', path: [field], message: faultText('is missing', subject) });
    }
  });

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The prices that the operator pays, by provider and model. `*` matches every model that has no entry. */
export const PriceTable = z.strictObject({
  /** ISO 4217; the currency of all prices. */
  currency: z
    .string('is missing: write a currency code of ISO 4217 such as USD')
    .refine((code) => currencies.has(code), 'is not a currency code of ISO 4217 such as USD'),
  speechToText: pricesByName(
    z.strictObject({ perMinute: priceOf('one minute of audio') }),
    'deepgram/nova-3',
  ),
  languageModels: pricesByName(modelPrices, 'openai/gpt-5-mini'),
  textToSpeech: pricesByName(
    z.strictObject({ perMillionCharacters: priceOf('1,000,000 characters') }),
    'cartesia/sonic-3',
  ),
  /** By the name of the trunk and the direction: `trunk.example.net/outbound`. */
  telephony: pricesByName(
    z.strictObject({
      perMinute: priceOf('one minute of the call'),
      /** The duration of a call is rounded up to a multiple of this. */
      billingIncrementSeconds: z
        .int('is not a whole number of seconds from 1 to 60')
        .min(1, 'is below 1')
        .max(60, 'is above 60')
        .default(1),
    }),
    'trunk.example.net/outbound',
  ),
});

export type PriceTable = z.output<typeof PriceTable>;

/** Returns the faults of a price table, each with the place in the file as a JSON pointer (RFC 6901). */
export function priceTableFaults({ issues }: Pick<z.ZodError, 'issues'>): string[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(
          (key) => `${pointerOf([...issue.path, key])} is not a field of the price table: remove it`,
        )
      : `${pointerOf(issue.path)} ${textOf(issue)}`,
  );
}

const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('') || '/';

const textOf = ({ code, message }: z.core.$ZodIssue): string =>
  code === 'invalid_type' && message.startsWith('Invalid input') ? 'is not an object with prices' : message;

/** Returns the prices of a provider and model; undefined if the table has none. */
export function findPrices<Prices>(
  table: Readonly<Record<string, Prices>>,
  provider: string,
  model: string,
): Prices | undefined {
  for (const name of [`${provider}/${model}`, `${provider}/*`])
    if (Object.hasOwn(table, name)) return table[name];
  return undefined;
}
