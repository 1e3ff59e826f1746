import { WarningOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLicenseStatus } from './api'
import styles from './licenses.module.css'
import { warningOf } from './warning'

/** Over every page while a licence is about to end or has ended, for those who manage licences. */
export default function LicenseBar() {
  const { t } = useTranslation('licenses')
  const { data } = useLicenseStatus()
  const warning = data && warningOf(data.status ?? '', data.days)
  if (!warning) return null
  return (
    <div className={styles.warning} role="status" data-tone={warning.tone}>
      <WarningOutlined aria-hidden />
      <span>{t(`options.warning.${warning.key}`, { count: warning.days })}</span>
      <Link to="/licenses">{t('openLicenses')}</Link>
    </div>
  )
}
