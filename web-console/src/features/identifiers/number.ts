/**
 * Numbers of cards, as the access service reads them: decimal when there are digits only, byte
 * pairs otherwise. The server decides; this is for showing both forms while somebody types.
 */

/** The most decimal digits, and the most byte pairs. */
const MAX_DIGITS = 10
const MAX_BYTES = 16
/** Four hexadecimal digits are the fewest that are shown. */
const MIN_SHOWN_BYTES = 2
/** What fits into the 32 bits of a common reader. */
const MAX_32_BITS = 0xffff_ffffn
/** The largest number with ten digits. */
const MAX_DEC = 9_999_999_999n

export interface CardForms {
  /** Ten digits; null for a number that needs more. */
  dec: string | null
  /** Upper-case byte pairs joined by dashes. */
  hex: string
}

/** Why a text is no card number, as a message of the server. */
export type NumberProblem =
  | 'required'
  | 'value must be a number or hex'
  | 'decimal value must have 1 to 10 digits'
  | 'hex value must have 1 to 16 byte pairs'

/** Both forms of a card's number, or what is wrong with it. */
export function readCard(text: string): CardForms | NumberProblem {
  const number = text.trim()
  if (number === '') return 'required'
  return /^\d+$/.test(number) ? readDec(number) : readHex(number)
}

function readDec(digits: string): CardForms | NumberProblem {
  if (digits.length > MAX_DIGITS) return 'decimal value must have 1 to 10 digits'
  const value = BigInt(digits)
  const bytes = value > MAX_32_BITS ? 5 : 4
  return { dec: padded(value), hex: pairs(value.toString(16), bytes) }
}

function readHex(text: string): CardForms | NumberProblem {
  const digits = /^[\da-f]+$/i.test(text) ? text : joinedPairs(text)
  if (digits === undefined) return 'value must be a number or hex'
  const bytes = Math.ceil(digits.length / 2)
  if (bytes > MAX_BYTES) return 'hex value must have 1 to 16 byte pairs'
  const value = BigInt(`0x${digits}`)
  return { dec: value <= MAX_DEC ? padded(value) : null, hex: pairs(digits, bytes) }
}

/** Pairs joined by one kind of sign, without the signs. */
function joinedPairs(text: string): string | undefined {
  const isJoined = /^[\da-f]{2}(?:-[\da-f]{2})+$|^[\da-f]{2}(?::[\da-f]{2})+$/i.test(text)
  return isJoined ? text.replaceAll(/[-:]/g, '') : undefined
}

const padded = (value: bigint) => value.toString().padStart(MAX_DIGITS, '0')

function pairs(digits: string, bytes: number): string {
  const all = digits.padStart(Math.max(bytes, MIN_SHOWN_BYTES) * 2, '0').toUpperCase()
  return all.match(/../g)?.join('-') ?? ''
}

/** What to look for when somebody searches: devices and the server know cards by decimal numbers. */
export function searchedNumber(search: string): string {
  if (!/[-:]/.test(search)) return search
  const card = readCard(search)
  return typeof card === 'string' ? search : (card.dec ?? search)
}
