import { useEffect } from 'react'
import { localeOf } from '@/api/profile'
import { useProfile } from '@/kit/permissions'
import { changeLocale } from '@/kit/i18n'

/** The language of the profile becomes that of the interface when the person signs in. */
export function useProfileLocale(): void {
  const profile = useProfile()
  const locale = profile && localeOf(profile)
  useEffect(() => {
    if (locale) void changeLocale(locale)
  }, [locale])
}
