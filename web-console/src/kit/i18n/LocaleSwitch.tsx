import { useTranslation } from 'react-i18next'
import {
  LOCALES,
  localesFor,
  useGetProfileQuery,
  useUpdateProfileMutation,
  type Locale,
} from '@/api/profile'
import { useSession } from '@/api/session'
import { changeLocale } from './i18n'
import { LOCALE_NAMES } from './localeNames'
import styles from './LocaleSwitch.module.css'

/** ru or en, as far as the project has them; kept in the profile of a signed-in person, and in this browser. */
export function LocaleSwitch() {
  const { t, i18n } = useTranslation()
  const session = useSession()
  const { data: profile } = useGetProfileQuery(undefined, { skip: !session })
  const [updateProfile] = useUpdateProfileMutation()
  const locales = session && profile ? localesFor(profile) : LOCALES

  const choose = (locale: Locale) => {
    void changeLocale(locale)
    // The interface has switched already; a failure leaves the profile with the old language.
    if (session) void updateProfile({ profileInput: { locale } })
  }
  if (locales.length < 2) return null
  return (
    <div className={styles.switch} role="group" aria-label={t('language')}>
      {locales.map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          title={LOCALE_NAMES[locale]}
          aria-pressed={i18n.resolvedLanguage === locale}
          onClick={() => choose(locale)}
        >
          {locale.toUpperCase()}
        </button>
      ))}
    </div>
  )
}
