import { ThunderboltOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { alerts } from '../alerts'
import { generatePassword } from './password'
import { PasswordField } from './PasswordField'
import { useReadOnly } from './readOnly'
import { PASSWORD_LENGTH } from './rules'
import type { TextProps } from './TextField'

interface Props extends TextProps {
  /** Makes one that passes; by default one for people. */
  generate?: () => string
}

/** A password to type, or to have made; a made one is put into the clipboard as well. */
export function NewPasswordField({ generate = generatePassword, help, ...props }: Props) {
  const { t } = useTranslation()
  const { setValue } = useFormContext()
  const readOnly = useReadOnly(props.disabled)
  const make = () => {
    const password = generate()
    setValue(props.name, password, { shouldDirty: true, shouldValidate: true })
    // Without a secure connection there is no clipboard; the eye in the field still shows it.
    navigator.clipboard?.writeText(password).then(
      () => alerts.success(t('password.copied')),
      () => undefined,
    )
  }
  return (
    <PasswordField
      maxLength={PASSWORD_LENGTH.max}
      {...props}
      help={
        <>
          {help}
          {!readOnly && (
            <Button type="link" size="small" icon={<ThunderboltOutlined />} onClick={make}>
              {t('password.generate')}
            </Button>
          )}
        </>
      }
    />
  )
}
