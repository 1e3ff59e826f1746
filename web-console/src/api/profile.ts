import { generatedApi, type Profile } from './generated/endpoints'

export type { Profile, ProfileDetails, ProfileInput } from './generated/endpoints'

export const LOCALES = ['en', 'ru'] as const
export type Locale = (typeof LOCALES)[number]

export const TIME_FORMATS = ['DD-MM-YYYY', 'MM-DD-YYYY', 'YYYY-MM-DD'] as const
export type TimeFormat = (typeof TIME_FORMATS)[number]

/** The language of a profile; the default when it is none of the console's. */
export const localeOf = ({ locale }: Profile): Locale =>
  LOCALES.find((each) => each === locale) ?? 'en'

/** The date format of a profile. */
export const timeFormatOf = (profile: Profile | undefined): TimeFormat =>
  TIME_FORMATS.find((each) => each === profile?.profile?.time_format) ?? 'YYYY-MM-DD'

export const { getProfile } = generatedApi.endpoints
export const { useGetProfileQuery, useUpdateProfileMutation } = generatedApi
