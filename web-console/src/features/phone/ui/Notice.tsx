import { AudioMutedOutlined, BlockOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { usePhone, usePhoneState } from '../context'
import styles from './PhonePanel.module.css'

/** Why the phone does not ring here, and what to do about it. */
export function Notice() {
  const { t } = useTranslation('phone')
  const phone = usePhone()
  const { microphone, isElsewhere, registration } = usePhoneState((state) => state.phone)
  if (isElsewhere) {
    return (
      <div className={styles.notice} data-tone="info" role="status">
        <BlockOutlined aria-hidden />
        <div>
          <strong>{t('elsewhere.title')}</strong>
          <p>{t('elsewhere.text')}</p>
          <Button type="primary" onClick={phone.takeOver}>
            {t('elsewhere.take')}
          </Button>
        </div>
      </div>
    )
  }
  if (microphone === 'refused' || microphone === 'missing') {
    return (
      <div className={styles.notice} data-tone="warning" role="status">
        <AudioMutedOutlined aria-hidden />
        <div>
          <strong>{t(`options.microphone.${microphone}`)}</strong>
          <p>{t(`options.microphoneHelp.${microphone}`)}</p>
          <Button onClick={() => void phone.askAgain()}>{t('askAgain')}</Button>
        </div>
      </div>
    )
  }
  if (registration !== 'error' && registration !== 'invalid_registration') return null
  return (
    <div className={styles.notice} data-tone="error" role="status">
      <div>
        <strong>{t(`options.registration.${registration}`)}</strong>
        <p>{t(`options.registrationHelp.${registration}`)}</p>
      </div>
    </div>
  )
}
