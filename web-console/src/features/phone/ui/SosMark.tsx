import { AlertFilled } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import styles from './CallCard.module.css'

export function SosMark() {
  const { t } = useTranslation('phone')
  return (
    <span className={styles.sos}>
      <AlertFilled aria-hidden /> {t('sos')}
    </span>
  )
}
