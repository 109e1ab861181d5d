import { z } from 'zod';
import { languageTagAdvice } from '../../core/language-subtags.ts';
import { isTimeZone, timeZoneAdvice } from '../../core/time-zones.ts';
import { instant, language } from '../fields.ts';
import { listOf, supportsLanguage, type SupportedLanguages } from '../language-tags.ts';
import { hasLanguage, languageNames } from '../languages/language.ts';
import { hasTextsIn } from '../texts.ts';
import { readEmailAddress } from '../conversations/recipient.ts';
import { hasDecimals, readPhoneNumber } from '../phone-number-input.ts';
import { asciiNumber } from './cell-characters.ts';
import { isEmergencyNumber } from './emergency-numbers.ts';
import { recipientRole, type Column, type FileChannel, type Header, type ReservedColumn } from './header.ts';
import { isIsoTimeOrDay, parseIsoTime, withIsoSeparator } from '../understanding/iso-time.ts';
import type { DateOrder } from '../understanding/written-date.ts';
import { readTimeCell, timeAdvice, timeIn, type TimeRules } from './time-cells.ts';

/** A fault of one cell, or of a whole row with a null `column`. */
export interface RowFault {
  /** Row number as in a spreadsheet. */
  readonly row: number;
  /** Name of the column. */
  readonly column: string | null;
  readonly code: string;
  readonly message: string;
  /** The first 100 characters of the cell. */
  readonly value: string | null;
}

/** The person of a row. Empty cells are omitted. */
export interface Callee {
  /** The phone number, E.164; in a file of emails the address. */
  recipient: string;
  fromNumber?: string;
  /** ISO 8601. */
  scheduledAt?: string;
  readonly customer: { name?: string; email?: string; timezone?: string; externalId?: string };
  readonly overrides: { language?: string; firstMessage?: string };
  readonly dynamic: Record<string, string>;
}

/** What a language needs for the texts and the answers of a batch. */
export interface TextRules {
  /** The languages of the texts of flow and agent; undefined if they are the same in all languages. */
  readonly texts?: readonly string[] | undefined;
  /** Whether the flow asks questions whose answers only the rules of a language understand. */
  readonly needsRules?: boolean;
}

/** The languages that the agent of a batch and its flow support. */
export interface RowLanguages extends TextRules {
  /** The languages of voice and recogniser. */
  readonly supported?: SupportedLanguages;
}

/** The rules for checking rows. */
export interface RowRules extends TimeRules {
  /** How the people are reached. Default: `voice`. */
  readonly channel?: FileChannel | undefined;
  /** ISO 3166-1 alpha-2 country of national numbers. */
  readonly defaultCountry?: string | undefined;
  /** Allowed caller ids in E.164. */
  readonly ownNumbers: ReadonlySet<string>;
  /** The languages that a row can select. Default: any language. */
  readonly languages?: RowLanguages | undefined;
  /** Returns the possible zones of a number (IANA). Default: they are unknown. */
  readonly zonesOfNumber?: ((e164: string) => readonly string[]) | undefined;
}

/** The columns of a file, and how many cells its header has. */
interface FileColumns extends Header {
  /** Including trailing empty cells, whose columns must be empty. */
  readonly headerCells: number;
}

interface CellCheck {
  readonly code: string;
  /** The message, or a function of the cell that returns it. */
  readonly message: string | ((text: string) => string);
  accepts(text: string): boolean;
}

interface CellRule extends CellCheck {
  /** Further checks for accepted cells. */
  readonly moreChecks?: readonly CellCheck[];
  store(callee: Callee, text: string): void;
}

/** Caches a check for columns with few different values. Keys are copied, because a substring keeps the whole text in memory. */
function cached(accepts: (text: string) => boolean): (text: string) => boolean {
  const results = new Map<string, boolean>();
  return (text) => {
    let isAccepted = results.get(text);
    if (isAccepted === undefined) {
      isAccepted = accepts(text);
      if (results.size < 1000) results.set(Buffer.from(text).toString(), isAccepted);
    }
    return isAccepted;
  };
}

/** Removes the apostrophe that spreadsheets and exports add so that a number is not interpreted as a formula. */
const withoutApostrophe = (text: string): string => (text.startsWith("'+") ? text.slice(1) : text);

/** Returns a number in ASCII without an apostrophe. */
const plainNumber = (text: string): string => withoutApostrophe(asciiNumber(text));

const isValidFor = (schema: z.ZodType) => (text: string) => schema.safeParse(text).success;
const email = z.email().max(320);
const isInstant = isValidFor(instant);
const maxTextCharacters = 200;
const maxMessageCharacters = 2000;

function cellRules({ ownNumbers, languages, dateOrder }: RowRules): Record<ReservedColumn, CellRule> {
  const short = {
    code: 'too_big',
    message: `Write at most ${maxTextCharacters} characters.`,
    accepts: (text: string) => text.length <= maxTextCharacters,
  };
  return {
    name: { ...short, store: ({ customer }, text) => void (customer.name = text) },
    external_id: { ...short, store: ({ customer }, text) => void (customer.externalId = text) },
    email: {
      code: 'invalid_email',
      message: invalidEmailMessage,
      accepts: isValidFor(email),
      store: ({ customer }, text) => void (customer.email = text),
    },
    timezone: {
      code: 'invalid_timezone',
      message: timeZoneAdvice,
      accepts: cached(isTimeZone),
      store: ({ customer }, text) => void (customer.timezone = text),
    },
    scheduled_at: {
      code: 'invalid_time',
      message:
        'Write a time in ISO 8601, such as 2030-01-05T09:00 or 2030-01-05T09:00:00Z, or send dateOrder for times such as 24.11.2030 09:00.',
      accepts: (text) => isInstant(text) || localTimeOf(text, dateOrder) !== undefined,
      store: (callee, text) => void (callee.scheduledAt = localTimeOf(text, dateOrder) ?? text),
    },
    from_number: {
      code: 'number_not_owned',
      message: 'Write an active number of this workspace in E.164.',
      accepts: (text) => ownNumbers.has(plainNumber(text)),
      store: (callee, text) => void (callee.fromNumber = plainNumber(text)),
    },
    language: {
      code: 'invalid_language',
      message: languageTagAdvice,
      accepts: cached(isValidFor(language)),
      moreChecks: languages === undefined ? [] : languageChecks(languages),
      store: ({ overrides }, text) => void (overrides.language = text),
    },
    first_message: {
      code: 'too_big',
      message: `Write at most ${maxMessageCharacters} characters.`,
      accepts: (text) => text.length <= maxMessageCharacters,
      store: ({ overrides }, text) => void (overrides.firstMessage = text),
    },
  };
}

/** Returns a local time such as `2030-01-05T09:00`; undefined if the text is not a time, or has an offset. */
function localTimeOf(text: string, order: DateOrder | undefined): string | undefined {
  const iso = withIsoSeparator(timeIn(text, order));
  return isIsoTimeOrDay(iso) && /T\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(iso) ? iso : undefined;
}

function languageChecks({ supported, texts, needsRules = false }: RowLanguages): CellCheck[] {
  const examples = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(supported ?? []);
  const unsupported = {
    code: 'unsupported_language',
    message:
      examples === ''
        ? 'The agent has no language that it both understands and speaks. Set a voice and a recogniser with a common language.'
        : `Write a language that the agent understands and speaks, such as ${examples}.`,
    accepts: cached((tag) => supportsLanguage(tag, supported)),
  };
  const withoutTexts = {
    code: 'language_without_texts',
    message: `Write a language in which the flow and the agent have texts: ${listOf(texts ?? [])}.`,
    accepts: cached((tag) => hasTextsIn(texts, tag)),
  };
  const withoutRules = {
    code: 'language_not_supported',
    message: `The agent has no language model. Write a language whose answers Parley understands by itself: ${languageNames}.`,
    accepts: cached((tag) => !needsRules || hasLanguage(tag)),
  };
  return [unsupported, withoutTexts, withoutRules];
}

function failedCheck(rule: CellRule, text: string): CellCheck | undefined {
  if (!rule.accepts(text)) return rule;
  return rule.moreChecks?.find((check) => !check.accepts(text));
}

const messageOf = ({ message }: CellCheck, text: string): string =>
  typeof message === 'string' ? message : message(text);

const maxValueCharacters = 100;

/** Checks rows and reads the details of their calls. */
export class RowChecker {
  readonly #columns: readonly Column[];
  readonly #headerCells: number;
  /** Number of cells that were joined to an earlier one. */
  readonly #joinedCells: number;
  readonly #rules: RowRules;
  readonly #timeColumns: ReadonlySet<string>;
  readonly #cellRules: Record<ReservedColumn, CellRule>;

  constructor({ columns, cellsOfColumn = [], headerCells }: FileColumns, rules: RowRules) {
    const joinedCells = cellsOfColumn.flatMap((indexes) => indexes.slice(1)).length;
    this.#columns = columns;
    this.#headerCells = headerCells;
    this.#joinedCells = joinedCells;
    this.#rules = rules;
    this.#cellRules = cellRules(rules);
    const joined = columns.filter((_column, index) => (cellsOfColumn[index]?.length ?? 1) > 1);
    this.#timeColumns = new Set([...(rules.timeColumns ?? []), ...joined.map(({ name }) => name)]);
  }

  /** Reads a row of `width` cells and adds its faults to `faults`. A row without faults can be called. */
  check(cells: readonly string[], row: number, width: number, faults: RowFault[]): Callee {
    const callee: Callee = { recipient: '', customer: {}, overrides: {}, dynamic: {} };
    if (width !== this.#columns.length + this.#joinedCells)
      faults.push(...this.#widthFaults(cells, row, width));
    for (let index = 0; index < this.#columns.length; index += 1) {
      const text = cells[index]?.trim() ?? '';
      const fault = this.#readCell(callee, this.#columns[index]!, text);
      if (fault === undefined) continue;
      const value = text.slice(0, maxValueCharacters);
      faults.push({ row, column: this.#columns[index]!.name, ...fault, value });
    }
    const { scheduledAt } = callee;
    if (scheduledAt !== undefined && !isInstant(scheduledAt)) this.#addZone(callee, scheduledAt, row, faults);
    return callee;
  }

  /** Converts a local `scheduled_at` to an instant, in the time zone of the person or of the number. */
  #addZone(callee: Callee, localTime: string, row: number, faults: RowFault[]): void {
    const { timezone } = callee.customer;
    const zones = timezone === undefined ? (this.#rules.zonesOfNumber?.(callee.recipient) ?? []) : [timezone];
    const [instantMs, ...others] = new Set(zones.map((zone) => parseIsoTime(localTime, zone)!));
    if (instantMs !== undefined && others.length === 0) {
      callee.scheduledAt = new Date(instantMs).toISOString();
      return;
    }
    const message = `The time has no offset, and the number has ${others.length === 0 ? 'no known time zone' : 'several time zones'}. Add a timezone to the row, or write the time with Z or an offset.`;
    faults.push({ row, column: 'scheduled_at', code: 'timezone_unknown', message, value: localTime });
  }

  /** Returns the number of a row in E.164, or its email address; undefined if it is invalid. */
  recipient(cells: readonly string[]): string | undefined {
    const { channel = 'voice', defaultCountry } = this.#rules;
    const index = this.#columns.findIndex(({ role }) => role === recipientRole(channel));
    const text = cells[index] ?? '';
    return channel === 'email'
      ? readEmailAddress(text.trim())
      : readPhoneNumber(plainNumber(text), defaultCountry);
  }

  /** Returns the times of a row in ISO 8601, by column; null for a date that cannot be read. Other cells are omitted. */
  times(cells: readonly string[]): Record<string, string | null> {
    const { dateOrder } = this.#rules;
    const times: Record<string, string | null> = {};
    for (const [index, { name, role }] of this.#columns.entries()) {
      const isTime = role === 'variable' ? this.#timeColumns.has(name) : name === 'scheduled_at';
      const time = isTime ? readTimeCell(cells[index]?.trim() ?? '', dateOrder) : undefined;
      if (time !== undefined) times[name] = time;
    }
    return times;
  }

  /** Returns at most one fault. */
  #widthFaults(cells: readonly string[], row: number, width: number): RowFault[] {
    const named = this.#columns.length;
    const isShort = width < named + this.#joinedCells;
    if (isShort || width > this.#headerCells) {
      const cause = isShort ? 'a missing separator or quote' : 'a separator in an unquoted cell';
      const message = `The header has ${this.#headerCells} columns but this row has ${width}. Check the row for ${cause}.`;
      return [{ row, column: null, code: 'wrong_column_count', message, value: null }];
    }
    const index = cells.findIndex((cell, at) => at >= named && cell.trim() !== '');
    if (index === -1) return [];
    const message = `Column ${index + this.#joinedCells + 1} has a value but no name. Name the column in the header, or remove it.`;
    const value = cells[index]!.trim().slice(0, maxValueCharacters);
    return [{ row, column: null, code: 'missing_name', message, value }];
  }

  #readCell(
    callee: Callee,
    { role, name }: Column,
    text: string,
  ): { readonly code: string; readonly message: string } | undefined {
    if (role === 'phone_number') return this.#readPhoneNumber(callee, text);
    if (role === 'email') return readEmail(callee, text);
    if (text === '' || role === 'ignored') return undefined;
    if (role === 'variable') return this.#readVariable(callee, name, text);
    const rule = this.#cellRules[name as ReservedColumn];
    const failed = failedCheck(rule, text);
    if (failed !== undefined) return { code: failed.code, message: messageOf(failed, text) };
    rule.store(callee, text);
    return undefined;
  }

  /** Stores the text of an invalid time too, so that the row keeps it. */
  #readVariable({ dynamic }: Callee, name: string, text: string) {
    if (!this.#timeColumns.has(name)) {
      dynamic[name] = text;
      return undefined;
    }
    const { dateOrder } = this.#rules;
    dynamic[name] = timeIn(text, dateOrder);
    if (dateOrder === undefined || readTimeCell(text, dateOrder) !== null) return undefined;
    return {
      code: 'invalid_time',
      message: `The date does not exist in this order. ${timeAdvice(dateOrder)}`,
    };
  }

  #readPhoneNumber(callee: Callee, text: string) {
    const { defaultCountry } = this.#rules;
    const plain = plainNumber(text);
    const e164 = readPhoneNumber(plain, defaultCountry);
    callee.recipient = e164 ?? text.slice(0, maxValueCharacters);
    if (e164 !== undefined) return undefined;
    if (text === '')
      return { code: 'missing_number', message: 'The row has no phone number. Add one, or remove the row.' };
    return { code: 'invalid_number', message: invalidNumberMessage(plain, defaultCountry) };
  }
}

function readEmail(callee: Callee, text: string) {
  const address = readEmailAddress(text);
  callee.recipient = address ?? text.slice(0, maxValueCharacters);
  if (address !== undefined) return undefined;
  return text === ''
    ? { code: 'missing_email', message: 'The row has no email address. Add one, or remove the row.' }
    : { code: 'invalid_email', message: invalidEmailMessage };
}

const invalidEmailMessage = 'Write an email address such as ada@example.com.';

/** A long number in scientific notation, as spreadsheets show it: `1.20256E+10`, or with a comma. */
const scientificNotation = /^\d([.,]\d+)?E\+?\d+$/i;
/** `+1 212 555 0160 ext. 5`, `+12125550160x5`, `+12125550160 #5`. */
const extension = /\d[\s,;(]*(?:ext(?:ension)?|x|#)[\s.=:]*\d+\)?$/i;
/** Digits and separators without a plus sign, with at least five digits. */
const national = /^(?=(?:\D*\d){5})[\d\s().\-/]+$/;

/** The international prefix 00, which most countries use: `0049 30 901820`. */
const internationalPrefix = /^\(?00\)?[\s.\-/]*[1-9]/;

function invalidNumberMessage(text: string, defaultCountry: string | undefined): string {
  if (scientificNotation.test(text))
    return 'The number is in scientific notation, and digits are lost. Format the column as text and enter the number again.';
  if (hasDecimals(text))
    return 'The number has decimals. Format the column as text and enter the number without them.';
  if (extension.test(text))
    return 'An extension cannot be dialed. Write only the number, and send the digits of the extension in the flow.';
  if (isEmergencyNumber(text))
    return 'This is an emergency number. Emergency numbers are never called. Remove the row.';
  if (internationalPrefix.test(text))
    return 'The number starts with 00. Write + instead of 00, such as +49 instead of 0049.';
  if (defaultCountry === undefined && national.test(text))
    return 'The country is missing. Write the number with a plus sign and country code, or send defaultCountry.';
  const where = defaultCountry === undefined ? '' : `, or as it is dialed in ${defaultCountry}`;
  return `The number is not valid. Write it in E.164 with a plus sign and country code${where}.`;
}
