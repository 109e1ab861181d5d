/** Converts the id in a receipt to the id in `submit_sm_resp`. */
type Conversion = (id: string) => string | undefined;

const decimalPattern = /^\d{1,20}$/;
const hexPattern = /^[0-9a-f]{1,16}$/i;

const withoutZeros = (id: string): string => id.replace(/^0+(?=.)/, '').toLowerCase();

const conversions: Readonly<Record<string, Conversion>> = {
  same: withoutZeros,
  // The receipt has decimal digits, the response hexadecimal ones.
  decimal: (id) => (decimalPattern.test(id) ? BigInt(id).toString(16) : undefined),
  hexadecimal: (id) => (hexPattern.test(id) ? BigInt(`0x${id}`).toString() : undefined),
};

interface AcceptedPart {
  readonly id: string;
  /** Digits of the recipient. */
  readonly to: string;
}

/** Accepted parts that are remembered. */
const maxParts = 20_000;

/**
 * Matches the message ids of receipts to those of the responses. Some SMSCs write the same id in hexadecimal digits in one and in decimal digits in
 * the other, or with leading zeros. The form is learnt from receipts whose recipient is that of a remembered part.
 */
export class ReceiptIds {
  /** The parts by the id in lower case, without leading zeros. */
  readonly #parts = new Map<string, AcceptedPart>();
  #learnt: Conversion = withoutZeros;

  /** Remembers the id of an accepted part. `to` is E.164. */
  add(id: string, to: string): void {
    this.#parts.set(withoutZeros(id), { id, to: to.replace(/\D/g, '') });
    const [oldest] = this.#parts.keys();
    if (this.#parts.size > maxParts && oldest !== undefined) this.#parts.delete(oldest);
  }

  /** Returns the id in the form of the response. `addresses` are the digits of the receipt's addresses. */
  find(receiptId: string, addresses: readonly string[]): string {
    for (const convert of [this.#learnt, ...Object.values(conversions)]) {
      const part = this.#parts.get(convert(receiptId) ?? '');
      if (part === undefined || !addresses.includes(part.to)) continue;
      this.#learnt = convert;
      return part.id;
    }
    return this.#learnt === withoutZeros ? receiptId : (this.#learnt(receiptId) ?? receiptId);
  }
}
