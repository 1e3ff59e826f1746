import { z } from 'zod'
import {
  LOCALES,
  localeOf,
  TIME_FORMATS,
  timeFormatOf,
  type Profile,
  type ProfileInput,
} from '@/api/profile'
import { blankOr, nameRule, optionalText, phoneRule } from '@/kit/form'

export const IDENTIFIER_FORMATS = ['dec', 'hex'] as const

export const profileSchema = z.object({
  name: nameRule(100),
  phone: blankOr(phoneRule, 'phone'),
  address: optionalText(500),
  locale: z.enum(LOCALES),
  /** Empty is the project's. */
  time_zone: z.string().nullable(),
  time_format: z.enum(TIME_FORMATS),
  identifier_format: z.enum(IDENTIFIER_FORMATS),
})

export type ProfileForm = z.input<typeof profileSchema>

export const toProfileForm = (profile: Profile): ProfileForm => ({
  name: profile.name,
  phone: profile.profile?.phone ?? '',
  address: profile.profile?.address ?? '',
  locale: localeOf(profile),
  time_zone: profile.profile?.time_zone || null,
  time_format: timeFormatOf(profile),
  identifier_format: profile.profile?.identifier_format === 'hex' ? 'hex' : 'dec',
})

/**
 * Only what was changed: who may not edit their data may still choose how things look, and would
 * be refused for an unchanged name.
 */
export function toProfileBody(
  values: z.output<typeof profileSchema>,
  saved: z.output<typeof profileSchema>,
): ProfileInput {
  const body: ProfileInput = {}
  if (values.name !== saved.name) body.name = values.name
  if (values.locale !== saved.locale) body.locale = values.locale
  const details: NonNullable<ProfileInput['profile']> = {}
  if (values.phone !== saved.phone) details.phone = values.phone
  if (values.address !== saved.address) details.address = values.address
  if (values.time_zone !== saved.time_zone) details.time_zone = values.time_zone ?? ''
  if (values.time_format !== saved.time_format) details.time_format = values.time_format
  if (values.identifier_format !== saved.identifier_format)
    details.identifier_format = values.identifier_format
  return Object.keys(details).length > 0 ? { ...body, profile: details } : body
}
