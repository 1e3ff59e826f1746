import { Checkbox } from 'antd'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import styles from './auth.module.css'

/** Whether the session outlives the browser window. */
export function RememberField() {
  const { t } = useTranslation('auth')
  const { control } = useFormContext<{ remember: boolean }>()
  return (
    <Controller
      name="remember"
      control={control}
      render={({ field: { value, onChange } }) => (
        <Checkbox
          className={styles.remember}
          checked={value}
          onChange={(event) => onChange(event.target.checked)}
        >
          {t('remember')}
        </Checkbox>
      )}
    />
  )
}
