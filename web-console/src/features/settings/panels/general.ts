import { z } from 'zod'
import { LOCALES, TIME_FORMATS } from '@/api/profile'
import { issue, nameRule, rangeRule, refRule, someOf, type SettingsSource } from '@/kit/form'
import { useGetGeneralSettingsQuery, useUpdateGeneral, type GeneralSettings } from '../api'

export const MAX_USER_TYPES = 20
const MAX_OBJECT_NAMES = 20
export const IDENTIFIER_FORMATS = ['dec', 'hex'] as const

/** Anybody may register: what they become, and where. */
const registrationSchema = z
  .object({ is_enabled: z.boolean(), role: refRule.nullable(), domain: refRule.nullable() })
  .superRefine(({ is_enabled, role, domain }, context) => {
    if (!is_enabled) return
    for (const [key, value] of Object.entries({ role, domain })) {
      if (!value) context.addIssue({ code: 'custom', path: [key], message: issue('required') })
    }
  })

/** Who has the code may register with an object of their own. */
const selfRegistrationSchema = z
  .object({
    is_enabled: z.boolean(),
    invitation_code: z
      .union([z.literal(''), z.string().regex(/^[\w-]{6,64}$/, issue('invitation_code'))])
      .nullable()
      .transform((text) => text || null),
    user_types: z
      .array(z.object({ name: nameRule(31), role: refRule.nullable() }))
      .max(MAX_USER_TYPES),
    object_names: z.array(nameRule(100)).max(MAX_OBJECT_NAMES),
  })
  .superRefine(({ is_enabled, user_types }, context) => {
    const wrong = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path: ['user_types', ...path], message })
    if (is_enabled && user_types.length === 0) wrong([], issue('not_empty'))
    user_types.forEach(({ name, role }, at) => {
      if (!role) wrong([at, 'role'], issue('required'))
      const isTaken = user_types.findIndex((other) => other.name === name) < at
      if (isTaken) wrong([at, 'name'], issue('unique'))
    })
  })

export const generalSchema = z
  .object({
    time_zone: z.string().min(1, issue('required')),
    time_format: z.enum(TIME_FORMATS),
    locale: z.enum(LOCALES),
    locales: someOf(z.enum(LOCALES)),
    identifier_format: z.enum(IDENTIFIER_FORMATS),
    face_consent_required: z.boolean(),
    registration: registrationSchema,
    self_registration: selfRegistrationSchema,
    event_image_days: rangeRule(1, 365),
    event_days: rangeRule(7, 3_650),
  })
  .superRefine(({ locale, locales }, context) => {
    // Whoever has not chosen a language gets the project's.
    if (locales.length > 0 && !locales.includes(locale)) {
      context.addIssue({ code: 'custom', path: ['locales'], message: issue('own_locale') })
    }
  })

export type GeneralForm = z.input<typeof generalSchema>

export const emptyGeneral: GeneralForm = {
  time_zone: 'UTC',
  time_format: 'YYYY-MM-DD',
  locale: 'en',
  locales: [...LOCALES],
  identifier_format: 'dec',
  face_consent_required: true,
  registration: { is_enabled: false, role: null, domain: null },
  self_registration: {
    is_enabled: false,
    invitation_code: '',
    user_types: [],
    object_names: [],
  },
  event_image_days: 30,
  event_days: 365,
}

const among = <Value extends string>(values: readonly Value[], value: string, other: Value) =>
  values.find((each) => each === value) ?? other

export const toGeneralForm = (saved: GeneralSettings): GeneralForm => ({
  time_zone: saved.time_zone,
  time_format: among(TIME_FORMATS, saved.time_format, emptyGeneral.time_format),
  locale: among(LOCALES, saved.locale, emptyGeneral.locale),
  locales: LOCALES.filter((each) => saved.locales.includes(each)),
  identifier_format: among(IDENTIFIER_FORMATS, saved.identifier_format, 'dec'),
  face_consent_required: saved.face_consent_required,
  registration: saved.registration ?? emptyGeneral.registration,
  self_registration: {
    ...(saved.self_registration ?? emptyGeneral.self_registration),
    invitation_code: saved.self_registration?.invitation_code ?? '',
  },
  event_image_days: saved.event_image_days,
  event_days: saved.event_days,
})

export const generalSource: SettingsSource<GeneralSettings, typeof generalSchema> = {
  schema: generalSchema,
  empty: emptyGeneral,
  toForm: toGeneralForm,
  useGet: useGetGeneralSettingsQuery,
  useUpdate: useUpdateGeneral,
}
