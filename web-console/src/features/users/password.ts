const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const SPECIAL = '!@#$%&*+-=?'

const DIGIT_COUNT = 4
const SPECIAL_COUNT = 2

/** A number from 0 up to, and without, `limit`. */
export type Random = (limit: number) => number

/**
 * A password with four digits and two special characters at random places. Letters and digits
 * that look alike are left out, because people read it to each other.
 */
export function generatePassword(length = 14, random: Random = secureRandom): string {
  const pick = (from: string) => from.charAt(random(from.length))
  const letters = Math.max(0, length - DIGIT_COUNT - SPECIAL_COUNT)
  const characters = [
    ...Array.from({ length: letters }, () => pick(LETTERS)),
    ...Array.from({ length: DIGIT_COUNT }, () => pick(DIGITS)),
    ...Array.from({ length: SPECIAL_COUNT }, () => pick(SPECIAL)),
  ]
  return shuffled(characters, random).join('')
}

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
