import { useTranslation } from 'react-i18next'
import { LOCALES, useUpdateProfileMutation, type Locale } from '@/api/profile'
import { useSession } from '@/api/session'
import { changeLocale } from './i18n'
import styles from './LocaleSwitch.module.css'

const NAMES: Record<Locale, string> = { en: 'English', ru: 'Русский' }

/** ru or en; kept in the profile of a signed-in person, and in this browser. */
export function LocaleSwitch() {
  const { t, i18n } = useTranslation()
  const session = useSession()
  const [updateProfile] = useUpdateProfileMutation()

  const choose = (locale: Locale) => {
    void changeLocale(locale)
    // The interface has switched already; a failure leaves the profile with the old language.
    if (session) void updateProfile({ profileInput: { locale } })
  }
  return (
    <div className={styles.switch} role="group" aria-label={t('language')}>
      {LOCALES.map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          title={NAMES[locale]}
          aria-pressed={i18n.resolvedLanguage === locale}
          onClick={() => choose(locale)}
        >
          {locale.toUpperCase()}
        </button>
      ))}
    </div>
  )
}
