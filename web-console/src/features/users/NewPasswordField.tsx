import { ThunderboltOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { typedFields } from '@/kit/form'
import { generatePassword } from './password'
import { MAX_PASSWORD } from './schema'

interface Props {
  name: string
  label: string
  help?: string
  isRequired?: boolean
  disabled?: string | false
}

const F = typedFields<Record<string, unknown>>()

/** A password to type, or to have made; a made one is put into the clipboard as well. */
export function NewPasswordField({ name, label, help, isRequired, disabled }: Props) {
  const { t } = useTranslation('users')
  const { setValue } = useFormContext()
  const generate = () => {
    const password = generatePassword()
    setValue(name, password, { shouldDirty: true, shouldValidate: true })
    // Without a secure connection there is no clipboard; the eye in the field still shows it.
    navigator.clipboard?.writeText(password).then(
      () => alerts.success(t('password.copied')),
      () => undefined,
    )
  }
  return (
    <F.Password
      name={name}
      label={label}
      maxLength={MAX_PASSWORD}
      isRequired={isRequired}
      disabled={disabled}
      help={
        <>
          {help}
          {!disabled && (
            <Button type="link" size="small" icon={<ThunderboltOutlined />} onClick={generate}>
              {t('password.generate')}
            </Button>
          )}
        </>
      }
    />
  )
}
