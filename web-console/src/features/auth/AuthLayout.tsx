import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { termsPage } from '@/features/terms'
import { Doorway, Mark, PRODUCT } from '@/kit/brand'
import { LocaleSwitch } from '@/kit/i18n'
import { ThemeSwitch } from '@/kit/theme'
import styles from './AuthLayout.module.css'

/** The pages before the console: the doorway on one side, the form on the other. */
export function AuthLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('auth')
  return (
    <div className={styles.layout}>
      <aside className={styles.picture} aria-label={PRODUCT}>
        <Doorway />
        <div className={styles.words}>
          <span className={styles.brand}>
            <Mark size={34} /> {PRODUCT}
          </span>
          <p>{t('tagline')}</p>
        </div>
      </aside>
      <div className={styles.side}>
        <header className={styles.tools}>
          <LocaleSwitch />
          <ThemeSwitch />
        </header>
        <main className={styles.main}>{children}</main>
        <footer className={styles.footer}>
          {t('footer')} <Link to={termsPage.path}>{t('terms')}</Link>
        </footer>
      </div>
    </div>
  )
}
