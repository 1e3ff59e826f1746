import { z } from 'zod'
import './configureZod'
import { issue } from './issue'

export { issue, parseIssue, type ParsedIssue } from './issue'

/** Names of users, groups, devices: trimmed, 1 to `max` characters. */
export const nameRule = (max = 100) =>
  z.string().trim().min(1, issue('required')).max(max, issue('max_length', { max }))

/** Optional text: blank becomes null. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, issue('max_length', { max }))
    .nullable()
    .transform((text) => text || null)

export const emailRule = z.email(issue('email'))
export const optionalEmail = z
  .union([z.literal(''), emailRule])
  .nullable()
  .transform((text) => text || null)

/** Blank, or a text that passes; blank becomes null. */
export const blankOr = (rule: z.ZodType<string>, key: string) =>
  z
    .string()
    .trim()
    .refine((text) => text === '' || rule.safeParse(text).success, issue(key))
    .transform((text) => text || null)

export const phoneRule = z.string().regex(/^\+[1-9]\d{6,14}$/, issue('phone'))
export const optionalPhone = z
  .union([z.literal(''), phoneRule])
  .nullable()
  .transform((text) => text || null)
/** An address of the web, up to 500 characters. */
export const urlRule = z
  .string()
  .trim()
  .min(1, issue('required'))
  .max(500, issue('max_length', { max: 500 }))
  .regex(/^https?:\/\/[^\s/]+/i, issue('url_or_ip'))
export const optionalUrl = z
  .union([z.literal(''), urlRule])
  .nullable()
  .transform((text) => text || null)
export const portRule = () => rangeRule(1, 65_535)
/** As `#rrggbb`. */
export const colorRule = z.string().regex(/^#[\da-f]{6}$/i, issue('invalid'))

export const ipRule = z.union([z.ipv4(), z.ipv6()], { error: () => issue('ip') })
export const ipPrefixRule = z.union([z.cidrv4(), z.cidrv6()], { error: () => issue('ip_prefix') })
export const slugRule = z.string().regex(/^[\w-]+$/, issue('slug'))
export const alphanumericRule = z.string().regex(/^[\p{L}\d]+$/u, issue('alphanumeric'))
export const hexRule = z.string().regex(/^[\da-f]+$/i, issue('hex'))

export const rangeRule = (min: number, max: number) =>
  z
    .number(issue('number'))
    .int(issue('number'))
    .min(min, issue('range', { min, max }))
    .max(max, issue('range', { min, max }))

/** At least one item must be chosen. */
export const someOf = <T extends z.ZodType>(item: T) => z.array(item).min(1, issue('not_empty'))

/** A related entity; the id counts. */
export const refRule = z.object({ id: z.number(), name: z.string() })

/** The text that stands for a saved password. Sent back untouched it means "unchanged". */
export const PASSWORD_MASK = '********'

/** A saved password: untouched it becomes null, which leaves it as it is. */
export const maskedPassword = (min: number, max: number) =>
  z
    .string()
    .nullable()
    .refine((text) => isUntouched(text) || text.length >= min, issue('min_length', { min }))
    .refine((text) => isUntouched(text) || text.length <= max, issue('max_length', { max }))
    .transform((text) => (isUntouched(text) ? null : text))

/**
 * A saved secret that is sent as its mask while it is untouched, which the server leaves as it is;
 * the form sends an empty text in its place where the secret has become needless, which clears it.
 */
export const secretRule = (max: number) =>
  z
    .string()
    .max(max, issue('max_length', { max }))
    .nullable()
    .transform((text) => text || PASSWORD_MASK)

const isUntouched = (text: string | null) => text === null || text === '' || text === PASSWORD_MASK

/** Lengths that the server takes for a password. */
export const PASSWORD_LENGTH = { min: 8, max: 256 }

/** A password that is to be set. */
export const newPasswordRule = z
  .string()
  .min(1, issue('required'))
  .min(PASSWORD_LENGTH.min, issue('min_length', { min: PASSWORD_LENGTH.min }))
  .max(PASSWORD_LENGTH.max, issue('max_length', { max: PASSWORD_LENGTH.max }))

/** A password that is set already: only asked for. */
export const knownPasswordRule = z
  .string()
  .min(1, issue('required'))
  .max(PASSWORD_LENGTH.max, issue('max_length', { max: PASSWORD_LENGTH.max }))

/** Six digits. */
export const codeRule = z.string().regex(/^\d{6}$/, issue('code'))
