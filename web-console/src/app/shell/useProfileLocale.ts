import { useEffect } from 'react'
import { useProfile } from '@/kit/permissions'
import { changeLocale } from '@/kit/i18n'

/** The language of the profile becomes that of the interface when the person signs in. */
export function useProfileLocale(): void {
  const locale = useProfile()?.locale
  useEffect(() => {
    if (locale) void changeLocale(locale)
  }, [locale])
}
