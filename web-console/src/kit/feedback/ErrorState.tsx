import ReloadOutlined from '@ant-design/icons-svg/es/asn/ReloadOutlined'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { errorStatus } from '@/api/errors'
import { useErrorText } from '../errors'
import { Glyph, NativeButton } from '../native'
import styles from './states.module.css'

interface Props {
  error: unknown
  onRetry?: () => void
  /** Where to go when what was asked for is no more. */
  backTo?: string
}

/** In place of content that could not be loaded. */
export function ErrorState({ error, onRetry, backTo }: Props) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const isGone = backTo !== undefined && errorStatus(error) === 404
  return (
    <div className={styles.state} role="alert">
      <DoorSign />
      <h2>{isGone ? t('gone.title') : t('failed')}</h2>
      <p>{isGone ? t('gone.text') : errorText(error)}</p>
      {isGone && <Link to={backTo}>{t('gone.back')}</Link>}
      {onRetry && !isGone && (
        <NativeButton icon={<Glyph of={ReloadOutlined} />} onClick={onRetry}>
          {t('retry')}
        </NativeButton>
      )}
    </div>
  )
}

/** A closed door: there is nothing behind it just now. */
function DoorSign() {
  return (
    <svg className={styles.sign} width="72" height="72" viewBox="0 0 72 72" aria-hidden>
      <path d="M16 62V34a20 20 0 0 1 40 0v28z" fill="var(--sunken)" stroke="var(--line-strong)" />
      <path d="M22 62V34.5a14 14 0 0 1 28 0V62z" fill="var(--sheet)" stroke="var(--line-strong)" />
      <circle cx="44" cy="46" r="2" fill="var(--brass)" />
      <path d="M8 62h56" stroke="var(--line-strong)" strokeLinecap="round" />
    </svg>
  )
}
