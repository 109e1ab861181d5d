import { z } from 'zod';
import { parsePhoneNumber } from '../core/phone-numbers.ts';
import { reject } from '../core/problems.ts';
import type { ListCursor, ListPage, ListWindow } from '../store/listing.ts';

const maxLimit = 1000;
const limitDefault = 50;
const maxPage = 1_000_000;

/** Returns the schema of an integer query parameter, which arrives as text. */
export const queryInteger = (minimum: number, maximum: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
    z.int().min(minimum).max(maximum),
  );

export const queryText = z.string().min(1).max(200);

/** A phone number in a query. An unescaped plus sign, which arrives as a space, is restored. */
export const queryNumber = z.preprocess(restorePlus, z.string().min(1).max(40));

/** A phone number or an email address in a query. An unescaped plus sign of a number is restored. */
export const queryAddress = z.preprocess(restorePlus, z.string().min(1).max(320));

/** A phone number with its country code in a query, in any notation. */
export const queryPhoneNumber = z
  .preprocess(
    (value) => (typeof value === 'string' ? (e164Of(value) ?? restorePlus(value)) : value),
    z.string().min(1).max(40),
  )
  .meta({ description: 'With its country code: `+12025550100`.' });

function restorePlus(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^ (?=\d)/, '+') : value;
}

function e164Of(text: string): string | undefined {
  const number = text.trim();
  return (parsePhoneNumber(number) ?? parsePhoneNumber(`+${number}`))?.e164;
}

const instant = z.iso.datetime({ offset: true });

/** The query parameter that limits a stream of events. */
export const queryMaxEvents = queryInteger(1, 1_000_000).optional().meta({
  description: 'The stream ends after this many events. Default: no limit.',
});

/** Returns the schema of a query parameter that can be repeated. */
export const queryList = <Item extends z.ZodType>(item: Item, maxItems: number) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(item).min(1).max(maxItems));

/** Query parameters of every list in addition to its filters. */
const pageFields = {
  page: queryInteger(1, maxPage).optional().meta({
    description: 'The page number, from 1. Cannot be combined with `cursor`.',
  }),
  limit: queryInteger(1, maxLimit)
    .default(limitDefault)
    .meta({
      description: `Records per page, 1 to ${maxLimit}.`,
    }),
  cursor: z.string().max(512).optional().meta({
    description: 'The `nextCursor` of the previous page. Cannot be combined with `page`.',
  }),
  createdAtFrom: instant.optional().meta({ description: 'Created at this instant or later.' }),
  createdAtTo: instant.optional().meta({ description: 'Created at this instant or earlier.' }),
};

/** Returns the query schema of a list: page or cursor, limit, dates and filters. Unknown parameters are rejected. */
export function listQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.strictObject({ ...pageFields, ...filters }).superRefine((query, context) => {
    for (const fault of pageFaults(query as PageQuery)) context.addIssue({ code: 'custom', ...fault });
  });
}

function* pageFaults(query: PageQuery): Generator<{ path: string[]; message: string }> {
  if (query.page !== undefined && query.cursor !== undefined) {
    yield { path: ['cursor'], message: 'Send page or cursor, not both.' };
  }
  const { createdAtFrom: from, createdAtTo: to } = query;
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to)) {
    yield { path: ['createdAtTo'], message: 'createdAtTo is before createdAtFrom.' };
  }
}

export interface PageQuery {
  readonly page?: number | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly createdAtFrom?: string | undefined;
  readonly createdAtTo?: string | undefined;
}

/**
 * Converts the query of a list to the window of rows to read.
 * @throws {Problem} `invalid_query` if the cursor is invalid
 */
export function listWindow(query: PageQuery): ListWindow {
  return {
    limit: query.limit,
    page: query.page,
    after: query.cursor === undefined ? undefined : readCursor(query.cursor),
    createdAtFrom: toDate(query.createdAtFrom),
    createdAtTo: toDate(query.createdAtTo),
  };
}

const toDate = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

const cursorPattern = /^(\d{1,15}) ([a-z]+_[0-9A-HJKMNP-TV-Z]{26})$/;

const writeCursor = ({ createdAt, id }: ListCursor): string =>
  Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url');

function readCursor(cursor: string): ListCursor {
  const match = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match !== null) return { createdAt: new Date(Number(match[1])), id: match[2]! };
  const message = 'The cursor is invalid. Send the nextCursor of a list.';
  return reject('invalid_query', { fields: [{ path: 'cursor', code: 'invalid_cursor', message }] });
}

/** Returns the words of a name in camel case. */
const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** `{data: {<plural>: [...], total, page, limit, totalPages, nextCursor}}` */
export function listResponseSchema<Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  return z.object({
    data: z
      .object({
        ...({ [name]: z.array(item).meta({ description: `The ${words(name)} of this page.` }) } as Record<
          Name,
          z.ZodArray<Item>
        >),
        total: z.int().meta({ description: 'The number of matching records on all pages.' }),
        page: z.int().meta({ description: 'The page number, from 1.' }),
        limit: z.int().meta({ description: 'The number of records per page.' }),
        totalPages: z.int().meta({ description: 'The number of pages.' }),
        nextCursor: z
          .string()
          .nullable()
          .meta({ description: 'Null on the last page.', examples: [null] }),
      })
      .meta({ description: 'The records of this page, and the totals.' }),
  });
}

/** Returns the response of a list: the page of rows, and the totals. */
export function listResponse<Name extends string, Row, Item>(
  name: Name,
  query: PageQuery,
  found: ListPage<Row>,
  show: (row: Row) => Item,
) {
  return {
    data: {
      ...({ [name]: found.rows.map(show) } as Record<Name, Item[]>),
      total: found.total,
      page: query.page ?? 1,
      limit: query.limit,
      totalPages: Math.ceil(found.total / query.limit),
      nextCursor: found.next === null ? null : writeCursor(found.next),
    },
  };
}
