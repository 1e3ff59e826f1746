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
  /** Cancelling takes back what was typed, and leads nowhere. */
  isTab?: boolean
  /** There is nothing to save until something is changed. */
  isSaved?: boolean
  onCancel: () => void
  onJump: () => void
}

/** Always in sight at the foot of a form. */
export function SaveBar(props: Props) {
  const { isDirty, isSaving, errorCount, disabled, isTab, isSaved, onCancel, onJump } = props
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
      <Button onClick={onCancel} disabled={isTab && !isDirty}>
        {isTab ? t('form.discard') : t('cancel')}
      </Button>
      <Reason why={disabled}>
        <Button
          type="primary"
          htmlType="submit"
          loading={isSaving}
          disabled={Boolean(disabled) || (isSaved && !isDirty)}
        >
          {t('save')}
        </Button>
      </Reason>
    </div>
  )
}
