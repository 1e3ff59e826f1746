import { profilesApi, type Profile } from './generated/profiles'

export type { Profile, ProfileDetails, ProfileInput } from './generated/profiles'

export const LOCALES = ['en', 'ru'] as const
export type Locale = (typeof LOCALES)[number]

export const TIME_FORMATS = ['DD-MM-YYYY', 'MM-DD-YYYY', 'YYYY-MM-DD'] as const
export type TimeFormat = (typeof TIME_FORMATS)[number]

/** The language of a profile; the default when it is none of the console's. */
export const localeOf = ({ locale }: Profile): Locale =>
  LOCALES.find((each) => each === locale) ?? 'en'

/** The languages that a person may choose, and the one that they have, though the project has given it up. */
export const localesFor = ({ locale, locales }: Profile): Locale[] =>
  LOCALES.filter((each) => each === locale || locales.includes(each))

/** The date format of a profile. */
export const timeFormatOf = (profile: Profile | undefined): TimeFormat =>
  TIME_FORMATS.find((each) => each === profile?.profile?.time_format) ?? 'YYYY-MM-DD'

export const { getProfile } = profilesApi.endpoints
export const { useGetProfileQuery, useUpdateProfileMutation } = profilesApi
