import type { Identifier } from './api'

export type Format = 'dec' | 'hex'

interface ShownValue {
  text: string
  /** The same number in the other form, where there is one. */
  other?: { format: Format; text: string }
}

type Value = Pick<Identifier, 'value' | 'value_dec' | 'value_hex'>

/** A number in the format of the profile. Only cards have two forms, and long ones hex alone. */
export function shownValue({ value, value_dec, value_hex }: Value, format = 'dec'): ShownValue {
  if (value_hex === null) return { text: value }
  if (value_dec === null) return { text: value_hex }
  return format === 'hex'
    ? { text: value_hex, other: { format: 'dec', text: value_dec } }
    : { text: value_dec, other: { format: 'hex', text: value_hex } }
}
