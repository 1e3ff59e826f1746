const LOWER = 'abcdefghijkmnopqrstuvwxyz'
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const SPECIAL = '!@#$%&*+-=?'

/** A number from 0 up to, and without, `limit`. */
export type Random = (limit: number) => number

/** How many characters of each kind a password has, at least; letters of any case fill it up. */
interface Make {
  lower?: number
  upper?: number
  digits: number
  special?: number
}

/**
 * A password with characters of every kind at random places. Letters and digits that look alike
 * are left out, because people read it to each other.
 */
export function makePassword(
  length: number,
  { lower = 0, upper = 0, digits, special = 0 }: Make,
  random: Random = secureRandom,
): string {
  const some = (from: string, count: number) =>
    Array.from({ length: Math.max(0, count) }, () => from.charAt(random(from.length)))
  const characters = [
    ...some(LOWER, lower),
    ...some(UPPER, upper),
    ...some(DIGITS, digits),
    ...some(SPECIAL, special),
    ...some(LOWER + UPPER, length - lower - upper - digits - special),
  ]
  return shuffled(characters, random).join('')
}

/** For people: four digits and two special characters, as the specification has it. */
export const generatePassword = () => makePassword(14, { digits: 4, special: 2 })

function shuffled(items: string[], random: Random): string[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = random(last + 1)
    const item = result[last] as string
    result[last] = result[other] as string
    result[other] = item
  }
  return result
}

/** The remainder of 32 random bits: uneven by less than one in 60 million for such limits. */
function secureRandom(limit: number): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value % limit
}
