import { useTranslation } from 'react-i18next'
import styles from './branding.module.css'
import type { WhiteLabelForm } from './schema'

interface Props {
  values: WhiteLabelForm
  logo: string | null
}

/** The head of a mail as people will get it. */
export function WhiteLabelPreview({ values, logo }: Props) {
  const { t } = useTranslation('branding')
  const contact = [values.address, values.phone, values.email].filter(Boolean)
  return (
    <aside className={styles.preview} aria-label={t('preview.label')}>
      <h2>{t('preview.label')}</h2>
      {/* Mails are light in every theme of the console. */}
      <div className={styles.mail}>
        <div className={styles.mailHead}>
          {logo && <img src={logo} alt={t('preview.logo')} />}
          <strong>{values.name || t('preview.noName')}</strong>
        </div>
        <div className={styles.mailBody} aria-hidden>
          <i />
          <i />
          <i />
        </div>
        <div className={styles.mailFoot}>{contact.join(' · ') || t('preview.noContact')}</div>
      </div>
    </aside>
  )
}
