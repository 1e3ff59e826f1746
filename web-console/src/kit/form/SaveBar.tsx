import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Reason } from '../feedback'
import styles from './form.module.css'

interface Props {
  isDirty: boolean
  isSaving: boolean
  errorCount: number
  /** Why nothing can be saved. */
  disabled?: string | false
  onCancel: () => void
  onJump: () => void
}

/** Always in sight at the foot of a form. */
export function SaveBar({ isDirty, isSaving, errorCount, disabled, onCancel, onJump }: Props) {
  const { t } = useTranslation()
  return (
    <div className={styles.bar}>
      <span className={styles.barText} role="status">
        {errorCount > 0 ? (
          <Button type="link" danger onClick={onJump}>
            {t('form.errors', { count: errorCount })}
          </Button>
        ) : (
          isDirty && t('form.unsaved')
        )}
      </span>
      <Button onClick={onCancel}>{t('cancel')}</Button>
      <Reason why={disabled}>
        <Button type="primary" htmlType="submit" loading={isSaving} disabled={Boolean(disabled)}>
          {t('save')}
        </Button>
      </Reason>
    </div>
  )
}
