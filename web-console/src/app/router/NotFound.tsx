import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { NativeButton } from '@/kit/native'
import { usePageTitle } from '@/kit/page/usePageTitle'
import { HOME } from '@/kit/redirects'
import styles from './states.module.css'

export function NotFound() {
  const { t } = useTranslation('shell')
  return <Blank code="404" title={t('notFound.title')} text={t('notFound.text')} />
}

export function Forbidden() {
  const { t } = useTranslation('shell')
  return <Blank code="403" title={t('forbidden.title')} text={t('forbidden.text')} />
}

function Blank({ code, title, text }: { code: string; title: string; text: string }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  usePageTitle(title)
  return (
    <div className={styles.blank}>
      <span className={styles.code} aria-hidden>
        {code}
      </span>
      <h1>{title}</h1>
      <p>{text}</p>
      <NativeButton variant="primary" onClick={() => void navigate(HOME)}>
        {t('goHome')}
      </NativeButton>
    </div>
  )
}
