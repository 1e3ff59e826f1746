import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useGetServerSettingsQuery } from '@/api/generated/system'
import { LocaleSwitch } from '@/kit/i18n'
import { Mark, PRODUCT } from '@/kit/brand'
import { usePageTitle } from '@/kit/page/usePageTitle'
import { LOGIN } from '@/kit/redirects'
import { ThemeSwitch } from '@/kit/theme'
import styles from './terms.module.css'

const SECTIONS = ['operator', 'account', 'guests', 'records', 'emergencies', 'end'] as const

/** Under which conditions people have an account here; open to everybody. */
export default function TermsPage() {
  const { t } = useTranslation('terms')
  const { data } = useGetServerSettingsQuery()
  usePageTitle(t('title'))
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Link to={LOGIN} className={styles.brand}>
          <Mark size={28} /> {PRODUCT}
        </Link>
        <LocaleSwitch />
        <ThemeSwitch />
      </header>
      <main className={styles.text}>
        <h1>{t('title')}</h1>
        <p className={styles.lead}>{t('lead')}</p>
        {SECTIONS.map((key) => (
          <section key={key}>
            <h2>{t(key)}</h2>
            <p>
              {t(`${key}Text`)}
              {key === 'operator' && data?.name && ` ${t('operatorNamed', { name: data.name })}`}
            </p>
          </section>
        ))}
        <p>
          <Link to={LOGIN}>{t('toSignIn')}</Link>
        </p>
      </main>
    </div>
  )
}
